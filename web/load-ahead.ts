import { scriptAddress } from './dom.ts';
import { loadEditor } from './load-editor.ts';
import { askUntilDone, isWorkerBusy } from './validate-file.ts';
import { idle, warmUp } from './warm-up.ts';

/** Time in milliseconds without requests to the worker after which the user is not waiting for anything. */
const QUIET_MS = 2_000;
const CHECK_MS = 200;

/** Resolves after `QUIET_MS` in which no file was validated or rendered. */
async function quiet(): Promise<void> {
  let since = performance.now();
  while (performance.now() - since < QUIET_MS) {
    await new Promise((resolve) => setTimeout(resolve, CHECK_MS));
    if (isWorkerBusy()) since = performance.now();
  }
}

/** Caches the page for offline use, if the browser permits. Resolves when the cache is filled or filling it failed. */
async function keepForLater(): Promise<void> {
  const address = scriptAddress('/assets/offline.js');
  const registration = await navigator.serviceWorker?.register(address, { scope: '/' }).catch(() => undefined);
  // `serviceWorker.ready` would never resolve after a failed installation.
  const installing = registration?.installing ?? null;
  if (installing === null) return;
  await new Promise<void>((resolve) => {
    const finish = (): void => {
      if (installing.state !== 'installing') resolve();
    };
    installing.addEventListener('statechange', finish);
    finish();
  });
}

/**
 * Loads code that may be needed later once the page is idle, so that it does not delay what the user waits for.
 * Browsers without storage load it from the network instead.
 *
 * @param isUnused true until the first file is opened
 */
export async function loadAhead(isUnused: () => boolean): Promise<void> {
  await idle();
  if (isUnused()) warmUp();
  await askUntilDone({ kind: 'load-all' });
  // A verdict and the rendered invoice need nothing of the rest.
  await quiet();
  await loadEditor();
  await keepForLater();
  // Loaded last: few invoices need the PDF reader, self-billing or CII, and by then the service worker has cached the page.
  await askUntilDone({ kind: 'load-rest' });
  performance.mark('loaded');
}
