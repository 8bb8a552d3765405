import { Decimal, parseDecimal } from '@e-invoice/schematron/decimal';
import { textAt } from '../ubl-elements.ts';
import type { Cell } from './network.ts';

/** Maximum rounding of an amount due (BT-114): five cents is the largest coin that cash is rounded to. */
const MAX_ROUNDING = new Decimal(5, 2);
const MAX_RATE = new Decimal(30, 0);
const MAX_PERCENT = new Decimal(100, 0);

/** A base more than this many times the stated one is implausible: the percentage is wrong. */
const MAX_TIMES = new Decimal(20, 0);

/** The roundest percentage near the value; the sum it was computed from is rounded to the cent. */
function percentOf(value: Decimal): Decimal {
  const whole = value.round();
  const isWhole = value.subtract(whole).abs().compare(NEARLY) < 0;
  return (isWhole ? whole : value.round(2)).stripped();
}

const NEARLY = new Decimal(1, 2);

/** A prepaid amount of twice the total is implausible: the amount due has a wrong sign. */
function isTwiceTheTotal(totals: Cell['parent'], paid: Decimal): boolean {
  const total = parseDecimal(textAt(totals, 'cbc:TaxInclusiveAmount') ?? textAt(totals, 'ram:GrandTotalAmount') ?? '');
  return total !== null && paid.compare(total.add(total)) === 0;
}

/** Usual price base quantities (BT-149). */
const PRICED_FOR = ['10', '100', '1000'];

/**
 * Rounds a solved value to a plausible value of its term: money has two decimals, a price up to six and no sign, a
 * VAT rate is at most 30 %. The caller must check that the equation still holds.
 *
 * @returns null when no invoice states such a value
 */
export function plausible({ term, stated, node, parent }: Cell, solved: Decimal): Decimal | null {
  const value = solved.stripped();
  const isNegative = value.units < 0;
  const within = (decimals: number): Decimal | null => (value.scale <= decimals ? value : null);
  switch (term) {
    case 'BT-129':
      return within(4);
    case 'BT-146':
    case 'BT-147':
    case 'BT-148':
      // A price from a division may have infinitely many decimals; software writes four.
      return isNegative ? null : (within(6) ?? value.round(4).stripped());
    case 'BT-149':
      return PRICED_FOR.includes(value.toString()) ? value : null;
    case 'BT-119':
      return isNegative || value.compare(MAX_RATE) > 0 ? null : value.round(1).stripped();
    case 'BT-94':
    case 'BT-101':
    case 'BT-138':
    case 'BT-143':
      return isNegative || value.isZero() || value.compare(MAX_PERCENT) > 0 ? null : percentOf(value);
    case 'BT-113':
      return isNegative || (node === null && (value.isZero() || isTwiceTheTotal(parent, value))) ? null : within(2);
    case 'BT-114':
      return (stated === null && value.isZero()) || value.abs().compare(MAX_ROUNDING) > 0 ? null : within(2);
    case 'BT-93':
    case 'BT-100':
    case 'BT-137':
    case 'BT-142':
      return stated !== null && value.abs().compare(stated.abs().multiply(MAX_TIMES)) > 0 ? null : within(2);
    default:
      return term === '' ? null : within(2);
  }
}
