import { renderReport } from '../src/modules/result-view/index.ts';
import { show } from './dom.ts';
import { session } from './session.ts';
import { WARM_UP_RESULT } from './warm-up.data.ts';

/**
 * Lays out a report offscreen while the page is idle. The first report loads fonts and compiles code, which takes
 * longer than validation on slow machines. It is removed before the next paint.
 */
export function warmUp(): void {
  const place = document.createElement('div');
  place.className = 'panes';
  show(place, renderReport(WARM_UP_RESULT, session.language));
  document.querySelector('main')?.append(place);
  place.getBoundingClientRect();
  place.remove();
}

/** Limit in milliseconds: a page in a hidden window may never become idle. */
const LONGEST_MS = 1_000;

/** Resolves when the page is idle, within a second; after 200 ms in browsers without `requestIdleCallback`. */
export const idle = (): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: LONGEST_MS });
    else setTimeout(resolve, 200);
  });
