import { Html, html } from '../src/lib/html.ts';
import { painted, show } from './dom.ts';

/** Invoices with more lines are rendered in steps; a single step would block the page for seconds. */
const MANY_ROWS = 400;
const ROWS_OF_STEP = 100;

/** Fixed column widths keep the tables of all steps aligned. Tables outside the viewport use an estimated height. */
export const ROWS_STYLE = `
.many { table-layout: fixed; }
.many, .unseen .many { margin-block: 0; }
.unseen { content-visibility: auto; contain-intrinsic-height: auto ${ROWS_OF_STEP * 60}px; }
@container (min-width: 600.02px) {
  .many :is(td, th):nth-child(1) { width: 15mm; }
  .many :is(td, th):is(:nth-child(3), :nth-child(5)) { width: 17mm; }
  .many :is(td, th):is(:nth-child(4), :nth-child(6)) { width: 25mm; }
  .many :is(td, th).r { white-space: normal; }
}
`;

/** A rendered invoice without its lines, and the lines in steps. */
type InSteps = { readonly around: Html; readonly steps: readonly Html[] };

const ROW = '<tr data-net="';
const END = '</tbody>';

/** Splits the lines of a large invoice into steps; null if the invoice is small. */
export function inSteps(markup: string): InSteps | null {
  const start = markup.indexOf(ROW);
  const end = markup.indexOf(END, markup.lastIndexOf(ROW));
  if (start === -1 || end === -1) return null;
  const rows = markup.slice(start, end).split(ROW).slice(1);
  if (rows.length <= MANY_ROWS) return null;
  const steps: Html[] = [];
  for (let from = 0; from < rows.length; from += ROWS_OF_STEP)
    steps.push(
      new Html(
        rows
          .slice(from, from + ROWS_OF_STEP)
          .map((row) => ROW + row)
          .join(''),
      ),
    );
  return { around: new Html(markup.slice(0, start) + markup.slice(end)), steps };
}

/**
 * Appends the lines, each step as a separate table. `content-visibility` lets the browser skip the layout of tables
 * outside the viewport; it does not work on rows of one table.
 *
 * @param isWanted false as soon as something else is shown
 */
export async function putRows(content: Element, steps: readonly Html[], isWanted: () => boolean): Promise<void> {
  const head = content.querySelector('table.lines');
  if (head === null) return;
  head.classList.add('many');
  let last: Element = head;
  for (const rows of steps) {
    await painted();
    if (!isWanted()) return;
    const part = document.createElement('div');
    part.className = 'unseen';
    show(part, html`<table class="lines many"><tbody>${rows}</tbody></table>`);
    last.after(part);
    last = part;
  }
}
