import { scriptAddress } from './dom.ts';
import { loadEditor } from './show-result.ts';
import { askUntilDone } from './validate-file.ts';
import { idle, warmUp } from './warm-up.ts';

async function keepForLater(): Promise<void> {
  const workers = navigator.serviceWorker;
  const isKept = await workers?.register(scriptAddress('/assets/offline.js'), { scope: '/' }).catch(() => null);
  if (isKept !== null) await workers?.ready;
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
  await loadEditor();
  await keepForLater();
  // Loaded last: few invoices need it, and by then the service worker has cached the page.
  await askUntilDone({ kind: 'load-rest' });
  performance.mark('loaded');
}
