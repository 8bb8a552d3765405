import { renderReport } from '../src/modules/result-view/index.ts';
import { show } from './dom.ts';
import { session } from './session.ts';
import { WARM_UP_RESULT } from './warm-up.data.ts';

/**
 * Lays a report out where nobody sees it, while nobody waits: the first one of a page loads the fonts and compiles what makes
 * it, which on a slow machine takes longer than the judgement. It is gone before anything is painted.
 */
export function warmUp(): void {
  const place = document.createElement('div');
  place.className = 'panes';
  show(place, renderReport(WARM_UP_RESULT, session.language));
  document.querySelector('main')?.append(place);
  place.getBoundingClientRect();
  place.remove();
}

/** A page that is not painted, in a window that is hidden, may never be called idle. */
const LONGEST_MS = 1_000;

/** Resolves when the page has nothing to do, within a second; soon, where a browser does not say. */
export const idle = (): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: LONGEST_MS });
    else setTimeout(resolve, 200);
  });
