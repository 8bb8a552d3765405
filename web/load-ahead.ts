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
 * Loads what may be needed, once the page is idle: what comes while nobody waits must not stand in the way of who does. A
 * browser that stores nothing works as well, with a network.
 *
 * @param isUnused true until the first file is given
 */
export async function loadAhead(isUnused: () => boolean): Promise<void> {
  await idle();
  if (isUnused()) warmUp();
  await askUntilDone({ kind: 'load-all' });
  await loadEditor();
  await keepForLater();
  // Last: no invoice of most people needs it, and a browser that keeps the page has it by then.
  await askUntilDone({ kind: 'load-rest' });
  performance.mark('loaded');
}
