import { type Decimal, ZERO } from '@e-invoice/schematron/decimal';
import { locationOf } from '@e-invoice/schematron/xml';
import { elementAt } from '../../ubl-elements.ts';
import { type BookedLine, differencesOf, dueOf, HUNDRED, isEqual, isNear, ONE, sumOf } from '../books.ts';
import type { Case, Mistake } from '../case.ts';
import { money } from '../describe-value.ts';
import { toCorrection } from '../patch/to-correction.ts';
import { numberIn, PRICE, priceFor } from './line-setting.ts';
import { aboutRows } from './lost-parts.ts';

/** Smaller differences are cents of rounding. */
const MIN_CENTS = 10;

/**
 * Detects single lines stated with VAT whose own numbers agree, such as a deducted advance (BT-131, BT-146). Totals and
 * breakdown count them without VAT, so those are right.
 */
export function detectGrossLines(found: Case): Mistake[] {
  if (found.root === null || found.openOf('BR-CO-10').length === 0) return [];
  const books = found.books();
  const { net, lines } = books;
  const differences = [...differencesOf(books)];
  const off = net === null ? null : net.subtract(sumOf(lines.map(({ amount }) => amount)));
  if (differences.length === 0 || off === null || !isEqual(off, sumOf(differences.map(([, it]) => it)))) return [];
  const wrong = differences.flatMap(([key, missing]) => {
    const gross = lines.filter((line) => line.key === key && isGross(line, missing));
    return gross.length === 1 ? [{ line: gross[0]!, right: gross[0]!.amount!.add(missing) }] : [];
  });
  const [first] = wrong;
  if (first === undefined || wrong.length < differences.length) return [];
  const keys = differences.map(([key]) => key);
  return [
    {
      id: 'amount-with-vat',
      issues: found.claim([...found.openOf('BR-CO-10'), ...aboutRows(found, books, keys)]),
      location: locationOf(elementAt(first.line.element, AMOUNT) ?? first.line.element),
      confidence: 0.95,
      values: {
        found: money(first.line.amount!),
        expected: money(first.right),
        ...(wrong.length > 1 && { places: String(wrong.length) }),
      },
      corrections: [
        () => {
          const correction = toCorrection(
            wrong.flatMap(({ line, right }) => {
              const amount = elementAt(line.element, AMOUNT);
              return [
                amount === null ? null : found.editor().replaceText(amount, money(right)),
                numberIn(found, line, PRICE, priceFor({ ...line, amount: right })),
              ];
            }),
          );
          return correction === null ? null : { ...correction, id: 'without-vat' };
        },
      ],
    },
  ];
}

const AMOUNT = 'cbc:LineExtensionAmount';

/** Whether a line that agrees is with VAT, so that it lacks a difference to be without. */
function isGross(line: BookedLine, missing: Decimal): boolean {
  const { amount, rate, extras } = line;
  if (amount === null || rate === null || rate.units <= 0 || !isEqual(extras, ZERO)) return false;
  if (isNear(missing, ZERO, MIN_CENTS - 1) || !isEqual(dueOf(line), amount)) return false;
  return isNear(amount.add(missing).multiply(ONE.add(rate.divide(HUNDRED))), amount, 1);
}
