import { renderReport } from '../src/report/index.ts';
import { type Judged, session } from './session.ts';
import { show } from './show.ts';

/**
 * Lays a report out where nobody sees it, while nobody waits: the first one of a page loads the fonts and compiles what makes
 * it, which on a slow machine takes longer than the judgement. It is gone before anything is painted.
 */
export function warmUp({ result }: Pick<Judged, 'result'>): void {
  const place = document.createElement('div');
  place.className = 'panes';
  show(place, renderReport(result, session.language));
  document.querySelector('main')?.append(place);
  place.getBoundingClientRect();
  place.remove();
}

/** Resolves when the page has nothing to do; soon, where a browser does not tell. */
export const idle = (): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve());
    else setTimeout(resolve, 200);
  });
