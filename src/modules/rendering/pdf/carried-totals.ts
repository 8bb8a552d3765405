import { parseDecimal, ZERO } from '@e-invoice/schematron/decimal';
import { html } from '../../../lib/html.ts';
import { formatAmount } from '../format.ts';
import { type Language, labelOf } from '../labels.data.ts';

export type CarriedLines = {
  /** Net amount of each line (BT-131). */
  readonly amounts: readonly (string | null)[];
  readonly currency: string | null;
  readonly language: Language;
};

/** The rows inserted at a page break: the last row of a page and the first row of the next. */
export type CarryRows = { readonly place: number; readonly ends: string; readonly begins: string };

/**
 * Returns the rows with the carried total at each break, summed exactly.
 *
 * @param breaks 0-based indexes of the lines that start a page, ascending
 * @returns null if the amount of a line is missing or not a number: the total would be wrong
 */
export function carriedTotals(lines: CarriedLines, breaks: readonly number[]): readonly CarryRows[] | null {
  const rows: CarryRows[] = [];
  const begins = new Set(breaks);
  let sum = ZERO;
  for (const [place, text] of lines.amounts.entries()) {
    const amount = text === null || text.length > LONGEST_AMOUNT ? null : parseDecimal(text);
    if (amount === null) return null;
    if (begins.has(place)) {
      const shown = formatAmount(sum.toString(), lines.currency, lines.language);
      rows.push({ place, ends: row('carried', '', shown, lines), begins: row('brought', 'fresh', shown, lines) });
    }
    sum = sum.add(amount);
  }
  return rows;
}

/**
 * A sum is as long as its longest amount. Without a limit the size of all carried totals could grow quadratically.
 */
const LONGEST_AMOUNT = 100;

/** Returns a row with the height of any carried total. */
export const sampleRow = (lines: CarriedLines): string => row('carried', '', '0', lines);

function row(label: 'carried' | 'brought', kind: string, shown: string, { language }: CarriedLines): string {
  return html`<tr class="carry ${kind}"><td colspan="3">${labelOf(label, language)}</td><td class="r" colspan="3">${shown}</td></tr>`
    .text;
}
