import { type Decimal, ZERO } from '@e-invoice/schematron/decimal';
import { locationOf } from '@e-invoice/schematron/xml';
import { toCents } from '../../amounts/index.ts';
import { elementAt } from '../../ubl-elements.ts';
import { type BookedLine, differencesOf, dueOf, HUNDRED, isEqual, isNear, ONE, signedOf, sumOf } from '../books.ts';
import type { Case, Mistake } from '../case.ts';
import { money } from '../describe-value.ts';
import type { Edit } from '../patch/edit.ts';
import { toCorrection } from '../patch/to-correction.ts';
import { numberIn, PRICE, priceFor } from './line-setting.ts';
import { aboutRows } from './lost-parts.ts';

/** Smaller differences are cents of rounding. */
const MIN_CENTS = 10;

/**
 * Detects lines stated with VAT whose own numbers agree: all of a rate, or one such as a deducted advance (BT-131,
 * BT-146). Totals and breakdown count them without VAT, so those are right.
 */
export function detectGrossLines(found: Case): Mistake[] {
  if (found.root === null || found.openOf('BR-CO-10').length === 0) return [];
  const books = found.books();
  const { net, lines } = books;
  const differences = [...differencesOf(books)];
  const off = net === null ? null : net.subtract(sumOf(lines.map(({ amount }) => amount)));
  if (differences.length === 0 || off === null || !isEqual(off, sumOf(differences.map(([, it]) => it)))) return [];
  const byKey = differences.map(([key, missing]) =>
    grossOf(
      lines.filter((line) => line.key === key),
      missing,
    ),
  );
  const wrong = byKey.some((it) => it.length === 0) ? [] : byKey.flat();
  const [first] = wrong;
  if (first === undefined) return [];
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
          const correction = toCorrection(wrong.flatMap((it) => withoutVat(found, it)));
          return correction === null ? null : { ...correction, id: 'without-vat' };
        },
      ],
    },
  ];
}

const AMOUNT = 'cbc:LineExtensionAmount';

/** A line with VAT, and its amount without. */
type Gross = { readonly line: BookedLine; readonly right: Decimal };

/** The lines of a VAT group that are with VAT: the only one that explains the difference, or all; empty if neither. */
function grossOf(lines: readonly BookedLine[], missing: Decimal): Gross[] {
  if (isNear(missing, ZERO, MIN_CENTS - 1)) return [];
  const gross = lines.flatMap((line): Gross[] => {
    const right = netOf(line);
    return right === null ? [] : [{ line, right }];
  });
  const single = gross.filter(({ line, right }) => isNear(line.amount!.add(missing), right, 1));
  if (single.length === 1) return [{ line: single[0]!.line, right: single[0]!.line.amount!.add(missing) }];
  const off = sumOf(gross.map(({ line, right }) => right.subtract(line.amount!)));
  return gross.length === lines.length && isEqual(off, missing) ? gross : [];
}

/** The amount of a taxed line that agrees, without VAT. */
function netOf({ amount, rate, ...line }: BookedLine): Decimal | null {
  if (amount === null || rate === null || rate.units <= 0) return null;
  return isEqual(dueOf({ ...line, amount, rate }), amount) ? lessVat(amount, rate) : null;
}

const lessVat = (amount: Decimal, rate: Decimal): Decimal => toCents(amount.divide(ONE.add(rate.divide(HUNDRED))));

/** Amount, allowances, charges and price of a line without VAT. */
function withoutVat(found: Case, { line, right }: Gross): (Edit | null)[] {
  const amount = elementAt(line.element, AMOUNT);
  const extras = line.allowances.flatMap((it) => {
    const [one, base] = ['cbc:Amount', 'cbc:BaseAmount'].map((name) => elementAt(it.element, name));
    return [
      one == null || it.amount === null ? null : found.editor().replaceText(one, money(lessVat(it.amount, line.rate!))),
      ...(base == null || it.base === null
        ? []
        : [found.editor().replaceText(base, money(lessVat(it.base, line.rate!)))]),
    ];
  });
  const rest = sumOf(
    line.allowances.map((it) => signedOf({ ...it, amount: it.amount && lessVat(it.amount, line.rate!) })),
  );
  return [
    amount === null ? null : found.editor().replaceText(amount, money(right)),
    ...extras,
    numberIn(found, line, PRICE, priceFor({ ...line, amount: right, extras: rest })),
  ];
}
