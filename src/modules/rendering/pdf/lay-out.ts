import { toLiteral } from '@e-invoice/schematron/javascript';
import { breakPages, type Heights } from './break-pages.ts';
import { type CarriedLines, type CarryRows, carriedTotals, sampleRow } from './carried-totals.ts';
import { PAPER } from './geometry.ts';

/** Evaluates an expression in the page. Scripts of the page itself are disabled. */
type Evaluate = (expression: string) => Promise<unknown>;

/**
 * Prepares a page for printing: if the table of lines spans several pages, each page ends with a carried total and
 * the next one starts with it. The page must already use print layout.
 */
export async function layOut(evaluate: Evaluate, lines: CarriedLines): Promise<void> {
  const heights = (await evaluate(call(MEASURE, PAPER.width, sampleRow(lines)))) as Omit<Heights, 'page'> | null;
  if (heights === null) return;
  const { fresh, before, tall } = breakPages({ ...heights, page: PAPER.height });
  const rows = carriedTotals(lines, before);
  const carried = rows ?? [];
  if (carried.length === 0 && !fresh && tall.length === 0) return;
  await evaluate(call(INSERT, carried satisfies readonly CarryRows[], fresh && rows !== null, tall));
}

const call = (written: string, ...values: readonly unknown[]): string =>
  `(${written})(${values.map(toLiteral).join(',')})`;

// Code for the browser is stored as text: a compiled function would refer to identifiers of this process.

/** Space in CSS pixels that carried totals take on a page in addition to their rows. */
const MARGIN = 60;

/** Returns the heights of the table; null if there is no table or everything fits on one page. */
const MEASURE = `(width, sample) => {
  const main = document.querySelector('main');
  const table = document.querySelector('table.lines');
  main.style.width = width + 'px';
  if (table === null || document.documentElement.getBoundingClientRect().height <= ${PAPER.height}) return null;
  const heightOf = (element) => element.getBoundingClientRect().height;
  const columns = [...table.querySelectorAll('th')];
  const widths = columns.map((column) => column.getBoundingClientRect().width);
  table.style.tableLayout = 'fixed';
  columns.forEach((column, at) => { column.style.width = widths[at] + 'px'; });
  const body = table.tBodies[0];
  const rows = [...body.rows];
  // Texts that are higher than a page get the width of all columns, below the numbers of their line.
  for (const row of rows) {
    if (heightOf(row) < ${PAPER.height} - 2 * heightOf(table.tHead) - ${MARGIN}) continue;
    const [, item, ...numbers] = row.cells;
    const texts = [...item.querySelectorAll('p')];
    if (texts.length === 0) continue;
    const bottom = Math.max(...numbers.map((cell) => {
      const content = document.createRange();
      content.selectNodeContents(cell);
      return content.getBoundingClientRect().bottom;
    }));
    const { left, top } = texts[0].getBoundingClientRect();
    const { right } = table.getBoundingClientRect();
    texts[0].style.marginTop = Math.max(0, bottom - top) + 'px';
    for (const text of texts) text.style.width = right - left + 'px';
  }
  body.insertAdjacentHTML('beforeend', sample);
  const carry = heightOf(body.lastElementChild);
  body.lastElementChild.remove();
  // Never broken itself: what does not fit goes to the next page whole, and the table with it.
  const strip = document.querySelector('.strip');
  const top = document.documentElement.getBoundingClientRect().top;
  const space = parseFloat(getComputedStyle(strip).marginTop);
  const start = strip.getBoundingClientRect().top - space - top;
  const moved = start < ${PAPER.height} && strip.getBoundingClientRect().bottom - top > ${PAPER.height};
  if (moved) strip.classList.add('fresh');
  return {
    before: table.getBoundingClientRect().top - top - (moved ? start : 0),
    head: heightOf(table.tHead),
    carry,
    rows: rows.map(heightOf),
  };
}`;

const INSERT = `(breaks, fresh, tall) => {
  const table = document.querySelector('table.lines');
  if (fresh) table.classList.add('fresh');
  const rows = [...table.tBodies[0].rows];
  for (const place of tall) rows[place].classList.add('tall');
  for (const { place, ends, begins } of breaks) rows[place].insertAdjacentHTML('beforebegin', ends + begins);
}`;
