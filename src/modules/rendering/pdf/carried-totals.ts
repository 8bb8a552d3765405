import { parseDecimal, ZERO } from '@e-invoice/schematron/decimal';
import { html } from '../../../lib/html.ts';
import { formatAmount } from '../format.ts';
import { type Language, labelOf } from '../labels.data.ts';

/** The lines whose amounts are carried from page to page. */
export type CarriedLines = {
  /** The net amount of each line (BT-131). */
  readonly amounts: readonly (string | null)[];
  readonly currency: string | null;
  readonly language: Language;
};

/** The rows at a page break: the last one of a page, and the first one of the next. */
export type CarryRows = { readonly place: number; readonly ends: string; readonly begins: string };

/**
 * The rows with the totals carried at each break, exactly summed.
 *
 * @param breaks the lines that start a page, by their place from 0, ascending
 * @returns null when a line has no amount, or one that is none: a total would be wrong
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

/** Every sum is as long as its longest amount: with longer ones the sums of many lines would take their square. */
const LONGEST_AMOUNT = 100;

/** A row as high as any carried total's. */
export const sampleRow = (lines: CarriedLines): string => row('carried', '', '0', lines);

function row(label: 'carried' | 'brought', kind: string, shown: string, { language }: CarriedLines): string {
  return html`<tr class="carry ${kind}"><td colspan="3">${labelOf(label, language)}</td><td class="r" colspan="3">${shown}</td></tr>`
    .text;
}
