/**
 * Exact decimal numbers (xs:decimal): `units / 10^scale`. Units are a safe integer if they fit, otherwise a BigInt,
 * so that monetary amounts need no BigInt. Values are immutable; trailing zeros have no meaning.
 */
export type Units = number | bigint;

const POWERS: readonly number[] = Array.from({ length: 16 }, (_, n) => 10 ** n);

/**
 * Cached for scales up to 63, which covers money; caching larger powers would hold memory for numbers that do not
 * recur.
 */
const BIG_POWERS: readonly bigint[] = Array.from({ length: 64 }, (_, n) => 10n ** BigInt(n));

const bigPower = (n: number): bigint => BIG_POWERS[n] ?? 10n ** BigInt(n);

const MAX = BigInt(Number.MAX_SAFE_INTEGER);

/** Returns a number for safe integers, otherwise a BigInt, so that equal integers are always `===`. */
export function toUnits(value: bigint): Units {
  return value <= MAX && value >= -MAX ? Number(value) : value;
}

function shifted(units: Units, digits: number): Units {
  if (digits === 0) return units;
  if (typeof units === 'number' && digits < 16) {
    const product = units * POWERS[digits]!;
    if (Number.isSafeInteger(product)) return product;
  }
  return toUnits(BigInt(units) * bigPower(digits));
}

/** Minimum number of fraction digits of a non-terminating quotient (same as Saxon). */
const QUOTIENT_DIGITS = 18;
/** Number of fraction digits tried in safe integers before falling back to BigInt. */
const SHORT_DIGITS = 6;

function trailingZeros(digits: string): number {
  let end = digits.length;
  while (end > 0 && digits.charCodeAt(end - 1) === 48) end--;
  return digits.length - end;
}

type Rounding = 'floor' | 'ceiling' | 'truncate' | 'half-up' | 'half-even';

/** `units / divisor` rounded to an integer; `divisor` is positive. */
function quotient(units: bigint, divisor: bigint, rounding: Rounding): bigint {
  const whole = units / divisor;
  const rest = units % divisor;
  if (rest === 0n) return whole;
  const negative = rest < 0n;
  if (rounding === 'truncate') return whole;
  if (rounding === 'floor') return negative ? whole - 1n : whole;
  if (rounding === 'ceiling') return negative ? whole : whole + 1n;
  const twice = (negative ? -rest : rest) * 2n;
  const away = negative ? whole - 1n : whole + 1n;
  if (twice > divisor) return away;
  if (twice < divisor) return whole;
  // xs:round rounds a tie towards positive infinity.
  if (rounding === 'half-up') return negative ? whole : away;
  return whole % 2n === 0n ? whole : away;
}

function roundedNumber(units: number, divisor: number, rounding: Rounding): number {
  const rest = units % divisor;
  const whole = (units - rest) / divisor;
  if (rest === 0) return whole;
  if (rounding === 'truncate') return whole;
  if (rounding === 'floor') return rest < 0 ? whole - 1 : whole;
  if (rounding === 'ceiling') return rest < 0 ? whole : whole + 1;
  const distance = Math.abs(rest) * 2;
  const away = rest < 0 ? whole - 1 : whole + 1;
  if (distance > divisor) return away;
  if (distance < divisor) return whole;
  if (rounding === 'half-up') return rest < 0 ? whole : away;
  return whole % 2 === 0 ? whole : away;
}

export class Decimal {
  declare readonly units: Units;
  declare readonly scale: number;

  /**
   * @param units in the form that `toUnits` returns
   * @param scale a non-negative integer
   */
  constructor(units: Units, scale: number) {
    this.units = units;
    this.scale = scale;
  }

  add(other: Decimal): Decimal {
    const scale = Math.max(this.scale, other.scale);
    const a = shifted(this.units, scale - this.scale);
    const b = shifted(other.units, scale - other.scale);
    if (typeof a === 'number' && typeof b === 'number') {
      const sum = a + b;
      if (Number.isSafeInteger(sum)) return new Decimal(sum, scale);
    }
    return new Decimal(toUnits(BigInt(a) + BigInt(b)), scale);
  }

  subtract(other: Decimal): Decimal {
    return this.add(other.negate());
  }

  multiply(other: Decimal): Decimal {
    const scale = this.scale + other.scale;
    if (typeof this.units === 'number' && typeof other.units === 'number') {
      const product = this.units * other.units;
      if (Number.isSafeInteger(product)) return new Decimal(product, scale);
    }
    return new Decimal(toUnits(BigInt(this.units) * BigInt(other.units)), scale);
  }

  /**
   * Exact if the quotient terminates within the available digits, otherwise rounded to nearest (ties towards zero).
   *
   * @throws RangeError on division by zero; the caller maps it to an XPath error
   */
  divide(other: Decimal): Decimal {
    if (other.isZero()) throw new RangeError('division by zero');
    const short = this.shortQuotient(other);
    if (short !== null) return short;
    const scale = Math.max(QUOTIENT_DIGITS, this.scale, other.scale);
    let top = BigInt(this.units) * bigPower(scale - this.scale + other.scale);
    let bottom = BigInt(other.units);
    if (bottom < 0n) {
      top = -top;
      bottom = -bottom;
    }
    const whole = top / bottom;
    const rest = top % bottom;
    const size = rest < 0n ? -rest : rest;
    const nearest = size * 2n > bottom ? (rest < 0n ? whole - 1n : whole + 1n) : whole;
    return new Decimal(toUnits(nearest), scale).stripped();
  }

  /** The quotient if it terminates within a few digits and everything fits safe integers, otherwise null. */
  private shortQuotient(other: Decimal): Decimal | null {
    const scale = Math.max(this.scale, other.scale);
    const a = shifted(this.units, scale - this.scale);
    const b = shifted(other.units, scale - other.scale);
    if (typeof a !== 'number' || typeof b !== 'number') return null;
    let top = a;
    for (let digits = 0; digits <= SHORT_DIGITS; digits++) {
      if (top % b === 0) return new Decimal(top / b + 0, digits);
      top *= 10;
      if (!Number.isSafeInteger(top)) return null;
    }
    return null;
  }

  /**
   * Integer quotient, truncated towards zero (`idiv`).
   *
   * @throws RangeError on division by zero
   */
  divideToInteger(other: Decimal): Units {
    if (other.isZero()) throw new RangeError('division by zero');
    const scale = Math.max(this.scale, other.scale);
    const a = shifted(this.units, scale - this.scale);
    const b = shifted(other.units, scale - other.scale);
    return toUnits(BigInt(a) / BigInt(b));
  }

  /**
   * Remainder of `divideToInteger`, with the sign of the dividend (`mod`).
   *
   * @throws RangeError on division by zero
   */
  remainder(other: Decimal): Decimal {
    if (other.isZero()) throw new RangeError('division by zero');
    const scale = Math.max(this.scale, other.scale);
    const a = shifted(this.units, scale - this.scale);
    const b = shifted(other.units, scale - other.scale);
    return new Decimal(toUnits(BigInt(a) % BigInt(b)), scale);
  }

  negate(): Decimal {
    // `0 - x` avoids negative zero.
    return new Decimal(typeof this.units === 'number' ? 0 - this.units : toUnits(-this.units), this.scale);
  }

  abs(): Decimal {
    return this.units < 0 ? this.negate() : this;
  }

  isZero(): boolean {
    return this.units === 0;
  }

  /**
   * Returns a negative number, zero or a positive number when this is less than, equal to or greater than `other`.
   */
  compare(other: Decimal): number {
    let a = this.units;
    let b = other.units;
    if (this.scale < other.scale) a = shifted(a, other.scale - this.scale);
    else if (this.scale > other.scale) b = shifted(b, this.scale - other.scale);
    return a < b ? -1 : a > b ? 1 : 0;
  }

  /** Rounds to `digits` fraction digits (negative: tens, hundreds); ties go towards positive infinity. */
  round(digits = 0): Decimal {
    return this.rounded(digits, 'half-up');
  }

  /** As `round`, but ties go to the even neighbour. */
  roundHalfEven(digits = 0): Decimal {
    return this.rounded(digits, 'half-even');
  }

  floor(): Decimal {
    return this.rounded(0, 'floor');
  }

  ceiling(): Decimal {
    return this.rounded(0, 'ceiling');
  }

  /** The integer part. */
  truncate(): Units {
    return this.rounded(0, 'truncate').units;
  }

  private rounded(digits: number, rounding: Rounding): Decimal {
    const drop = this.scale - digits;
    if (drop <= 0) return this;
    let units: Units;
    if (typeof this.units === 'number' && drop < 16) units = roundedNumber(this.units, POWERS[drop]!, rounding) + 0;
    else units = toUnits(quotient(BigInt(this.units), bigPower(drop), rounding));
    return digits >= 0 ? new Decimal(units, digits) : new Decimal(shifted(units, -digits), 0);
  }

  /** The same value without trailing zeros in the fraction. */
  stripped(): Decimal {
    let { units, scale } = this;
    if (typeof units === 'number') {
      while (scale > 0 && units % 10 === 0) {
        units /= 10;
        scale--;
      }
      return scale === this.scale ? this : new Decimal(units + 0, scale);
    }
    // Strip all zeros in one division: one division per zero would be quadratic in their number.
    const zeros = Math.min(scale, trailingZeros(units.toString()));
    return zeros === 0 ? this : new Decimal(toUnits(units / bigPower(zeros)), scale - zeros);
  }

  toNumber(): number {
    if (typeof this.units === 'number' && this.scale < 16) return this.units / POWERS[this.scale]!;
    return Number(this.toString());
  }

  /** The canonical form: no exponent, no trailing zeros, no decimal point in an integer. */
  toString(): string {
    if (this.scale === 0) return this.units.toString();
    const { units, scale } = this.stripped();
    if (scale === 0) return units.toString();
    const negative = units < 0;
    const digits = (negative ? -units : units).toString().padStart(scale + 1, '0');
    const point = digits.length - scale;
    return `${negative ? '-' : ''}${digits.slice(0, point)}.${digits.slice(point)}`;
  }
}

export const ZERO = new Decimal(0, 0);

export function toDecimal(integer: Units): Decimal {
  return new Decimal(integer, 0);
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57;

/**
 * Parses the XML Schema form `[+-] digits [. digits]` without surrounding white space.
 *
 * @returns null for any other text
 */
export function parseDecimal(text: string): Decimal | null {
  const { length } = text;
  let at = 0;
  const sign = text.charCodeAt(0);
  const negative = sign === 45;
  if (negative || sign === 43) at = 1;
  let units = 0;
  let digits = 0;
  let scale = -1;
  for (; at < length; at++) {
    const code = text.charCodeAt(at);
    if (isDigit(code)) {
      units = units * 10 + (code - 48);
      digits++;
      if (scale >= 0) scale++;
    } else if (code === 46 && scale < 0) scale = 0;
    else return null;
  }
  if (digits === 0) return null;
  if (scale < 0) scale = 0;
  if (digits <= 15) return new Decimal(negative ? 0 - units : units, scale);
  const big = BigInt(text.replace(/[+.-]/g, ''));
  return new Decimal(toUnits(negative ? -big : big), scale);
}

/**
 * The exact value of a finite double.
 *
 * @throws RangeError for NaN and infinities
 */
export function toExactDecimal(value: number): Decimal {
  if (Number.isSafeInteger(value)) return new Decimal(value + 0, 0);
  if (!Number.isFinite(value)) throw new RangeError('not a finite number');
  let exponent = 0;
  let mantissa = value;
  while (!Number.isInteger(mantissa)) {
    mantissa *= 2;
    exponent++;
  }
  // The mantissa is odd here, so the product has no trailing zero.
  return new Decimal(toUnits(BigInt(mantissa) * 5n ** BigInt(exponent)), exponent);
}
