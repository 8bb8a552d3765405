import { toLiteral } from '@e-invoice/schematron/javascript';
import { breakPages, type Heights } from './break-pages.ts';
import { type CarriedLines, type CarryRows, carriedTotals, sampleRow } from './carried-totals.ts';
import { PAPER } from './geometry.ts';

/** Runs an expression in the page and gives its value; the page's own scripts stay off. */
type Evaluate = (expression: string) => Promise<unknown>;

/**
 * Prepares a page for print: where its table of lines goes over several pages, each page ends with the total of the
 * lines so far and the next one starts with it. The page must be laid out for print.
 */
export async function layOut(evaluate: Evaluate, lines: CarriedLines): Promise<void> {
  const heights = (await evaluate(call(MEASURE, PAPER.width, sampleRow(lines)))) as Omit<Heights, 'page'> | null;
  if (heights === null) return;
  const { fresh, before } = breakPages({ ...heights, page: PAPER.height });
  const rows = carriedTotals(lines, before);
  if (rows === null || (rows.length === 0 && !fresh)) return;
  await evaluate(call(INSERT, rows satisfies readonly CarryRows[], fresh));
}

const call = (written: string, ...values: readonly unknown[]): string =>
  `(${written})(${values.map(toLiteral).join(',')})`;

// What runs in the browser is text: a compiled function would name things of this process.

/** The heights of the table; null when there is none, or when everything fits on one page. */
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

const INSERT = `(breaks, fresh) => {
  const table = document.querySelector('table.lines');
  if (fresh) table.classList.add('fresh');
  const rows = [...table.tBodies[0].rows];
  for (const { place, ends, begins } of breaks) rows[place].insertAdjacentHTML('beforebegin', ends + begins);
}`;
