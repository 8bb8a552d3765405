import { type Decimal, ZERO } from '@e-invoice/schematron/decimal';
import { locationOf } from '@e-invoice/schematron/xml';
import { elementAt, enclosing, textAt } from '../../ubl-elements.ts';
import { isEqual, isNear } from '../books.ts';
import type { Case, Correction, Mistake } from '../case.ts';
import { inSlovak, money } from '../describe-value.ts';
import { toCorrection } from '../patch/to-correction.ts';

const NAMES = /^(?:zaokr|haliersk|centové vyrovnanie|rounding)/i;

/** Larger amounts are no rounding. */
const MAX_CENTS = 99;

/**
 * Detects the rounding of the amount due as an untaxed line (SK-R-132) whose category, reason or sign breaks rules. A
 * rounding is no supply, so the line and its row are left out, and the rounding amount (BT-114) is stated.
 */
export function detectRoundingLine(found: Case): Mistake[] {
  if (found.root === null || found.openOf('SK-R-132').length === 0) return [];
  const books = found.books();
  const { lines, rows, totals, net, exclusive, inclusive, due, rounding, currency } = books;
  const line = lines.find(({ element }) => NAMES.test(textAt(element, 'cac:Item/cbc:Name') ?? ''));
  const row = rows.find(({ key }) => key === line?.key);
  if (line?.amount == null || row === undefined || totals === null || lines.length < 2) return [];
  const amount = line.amount;
  const isUntaxed = row.tax?.isZero() === true && !line.key.startsWith('S');
  if (!isUntaxed || !isNear(amount, ZERO, MAX_CENTS) || !isEqual(row.taxable, amount)) return [];
  if (net === null || exclusive === null || inclusive === null || due === null) return [];
  const own = found.open((_, index) => {
    const element = found.elementOf(index);
    if (element === null) return false;
    return enclosing(element, 'line') === line.element || enclosing(element, 'cac:TaxSubtotal') === row.element;
  });
  if (own.every((index) => found.issues[index]!.level === 'info')) return [];
  const correct = (): Correction | null => {
    const lower = (name: string, value: Decimal) => {
      const element = elementAt(totals, name);
      return element === null ? null : found.editor().replaceText(element, money(value.subtract(amount)));
    };
    const stated = elementAt(totals, 'cbc:PayableRoundingAmount');
    const content = money((rounding ?? ZERO).add(amount));
    return toCorrection([
      found.editor().remove(line.element),
      found.editor().remove(row.element),
      lower('cbc:LineExtensionAmount', net),
      lower('cbc:TaxExclusiveAmount', exclusive),
      lower('cbc:TaxInclusiveAmount', inclusive),
      stated === null
        ? found
            .editor()
            .insert(totals, { name: 'cbc:PayableRoundingAmount', attributes: { currencyID: currency }, content })
        : found.editor().replaceText(stated, content),
    ]);
  };
  return [
    {
      id: 'rounding-as-line',
      issues: found.claim(own),
      location: locationOf(line.element),
      confidence: 0.95,
      values: { line: line.id, amount: { sk: inSlovak(money(amount)), en: money(amount) } },
      corrections: [correct],
    },
  ];
}
