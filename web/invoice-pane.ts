import { Html } from '../src/lib/html.ts';
import { show } from './dom.ts';
import { inSteps, putRows, ROWS_STYLE } from './progressive-rows.ts';
import type { Sheet } from './worker-messages.ts';

/**
 * Shows a rendered invoice in a shadow tree, which isolates its styles from those of the page. The Content Security
 * Policy permits constructed style sheets. Lines of a large invoice are added in steps.
 *
 * @param onCause called with the number of a cause when its mark or marked value is clicked
 * @param isWanted false as soon as something else is shown
 */
export async function putSheet(
  place: HTMLElement,
  { markup, style }: Sheet,
  onCause: (cause: number) => void,
  isWanted: () => boolean,
): Promise<void> {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style + ROWS_STYLE);
  const isNew = place.shadowRoot === null;
  const root = place.shadowRoot ?? place.attachShadow({ mode: 'open' });
  root.adoptedStyleSheets = [sheet];
  const content = document.createElement('div');
  const large = inSteps(markup);
  show(content, large?.around ?? new Html(markup));
  root.replaceChildren(content);
  if (isNew) listenForMarks(root, onCause);
  if (large !== null) await putRows(content, large.steps, isWanted);
}

function listenForMarks(root: ShadowRoot, onCause: (cause: number) => void): void {
  root.addEventListener('click', (event) => {
    const target = event.target instanceof Element ? event.target.closest('.mark, .marked') : null;
    const mark = target?.matches('.marked') ? target.nextElementSibling : target;
    const cause = mark instanceof HTMLElement ? mark.dataset.cause : undefined;
    if (cause === undefined) return;
    event.preventDefault();
    onCause(Number(cause));
  });
}

/** Scrolls to a cause within the rendered invoice without scrolling the page. */
export function goToMark(place: HTMLElement, cause: number): void {
  const root = place.shadowRoot;
  if (root === null) return;
  for (const other of root.querySelectorAll('.here')) other.classList.remove('here');
  const marks = root.querySelectorAll<HTMLElement>(`.mark[data-cause="${cause}"]`);
  for (const mark of marks) (markedBy(mark) ?? mark).classList.add('here');
  const [first] = marks;
  if (first === undefined) return;
  const above = first.getBoundingClientRect().top - place.getBoundingClientRect().top;
  const isSeen = above >= 0 && above < place.clientHeight - first.offsetHeight;
  if (!isSeen) place.scrollTop += above - place.clientHeight / 3;
}

/** The value before a mark, skipping other marks. */
function markedBy(mark: Element): Element | null {
  let before = mark.previousElementSibling;
  while (before?.matches('.mark') === true) before = before.previousElementSibling;
  return before?.matches('.marked') === true ? before : null;
}
