import { type Decimal, ZERO } from '@e-invoice/schematron/decimal';
import { locationOf } from '@e-invoice/schematron/xml';
import { toCents } from '../../amounts/index.ts';
import { elementAt } from '../../ubl-elements.ts';
import { HUNDRED, isNear, ONE } from '../books.ts';
import type { Case, Correction, Mistake } from '../case.ts';
import { money } from '../describe-value.ts';
import { toCorrection } from '../patch/to-correction.ts';

/** Smaller payments have the same cents at different rates. */
const MIN_CENTS = 100;

/**
 * Detects a paid amount (BT-113) without VAT: with the VAT of a rate, or of the whole invoice, it gives the amount due.
 */
export function detectPaidWithoutVat(found: Case): Mistake[] {
  const issues = found.root === null ? [] : found.openOf('BR-CO-16');
  if (issues.length === 0 || found.openOf('BR-CO-15').length > 0) return [];
  const { paid, due, inclusive, exclusive, rounding, rows, totals } = found.books();
  if (paid === null || due === null || inclusive === null || exclusive === null || totals === null) return [];
  if (exclusive.isZero() || paid.units < 0 || isNear(paid, ZERO, MIN_CENTS)) return [];
  const right = inclusive.add(rounding ?? ZERO).subtract(due);
  const rates = rows.flatMap(({ rate }) => (rate === null || rate.units <= 0 ? [] : [ONE.add(rate.divide(HUNDRED))]));
  const isIt = [...rates, inclusive.divide(exclusive)].some((factor) =>
    isNear(toCents(paid.multiply(factor)), right, 1),
  );
  if (!isIt || isNear(paid, right, 1)) return [];
  const write = (id: string, name: string, value: Decimal) => (): Correction | null => {
    const element = elementAt(totals, name);
    const correction = element === null ? null : toCorrection([found.editor().replaceText(element, money(value))]);
    return correction === null ? null : { ...correction, id };
  };
  return [
    {
      id: 'paid-amount-without-vat',
      issues: found.claim(issues),
      location: locationOf(elementAt(totals, 'cbc:PrepaidAmount') ?? totals),
      confidence: 0.9,
      values: { found: money(paid), expected: money(right) },
      isOrdered: true,
      corrections: [
        write('solve', 'cbc:PrepaidAmount', right),
        write('compute', 'cbc:PayableAmount', due.add(right).subtract(paid)),
      ],
    },
  ];
}
