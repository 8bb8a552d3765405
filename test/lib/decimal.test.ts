import { Worker } from 'node:worker_threads';
import { Decimal, parseDecimal, toDecimal, toExactDecimal, toUnits } from '@e-invoice/schematron/decimal';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

/** The value as a fraction over 10^40, computed independently of Decimal. */
const SCALE = 40;
const exact = (d: Decimal): bigint => BigInt(d.units) * 10n ** BigInt(SCALE - d.scale);

const decimal = fc
  .tuple(
    fc.oneof(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), fc.bigInt({ min: -100000n, max: 100000n })),
    fc.nat(12),
  )
  .map(([units, scale]) => new Decimal(toUnits(units), scale));

const floorDiv = (a: bigint, b: bigint): bigint => (a % b !== 0n && a < 0n !== b < 0n ? a / b - 1n : a / b);

describe('Decimal compared with exact rationals', () => {
  test('adds, subtracts, compares', () => {
    fc.assert(
      fc.property(decimal, decimal, (a, b) => {
        expect(exact(a.add(b))).toBe(exact(a) + exact(b));
        expect(exact(a.subtract(b))).toBe(exact(a) - exact(b));
        expect(a.compare(b)).toBe(exact(a) < exact(b) ? -1 : exact(a) > exact(b) ? 1 : 0);
      }),
    );
  });

  test('multiplies', () => {
    fc.assert(
      fc.property(decimal, decimal, (a, b) => {
        expect(exact(a.multiply(b)) * 10n ** BigInt(SCALE)).toBe(exact(a) * exact(b));
      }),
    );
  });

  test('divides within half a unit of the last of at least 18 digits', () => {
    fc.assert(
      fc.property(decimal, decimal, (a, b) => {
        fc.pre(!b.isZero());
        const q = a.divide(b);
        // |q*b - a| <= |b| / 2 / 10^18
        const error = exact(q.multiply(b)) - exact(a);
        const bound = exact(b.abs());
        expect((error < 0n ? -error : error) * 2n * 10n ** 18n <= bound).toBe(true);
      }),
    );
  });

  test('divideToInteger and remainder recompose; the remainder has the sign of the dividend', () => {
    fc.assert(
      fc.property(decimal, decimal, (a, b) => {
        fc.pre(!b.isZero());
        const whole = toDecimal(a.divideToInteger(b));
        const rest = a.remainder(b);
        expect(whole.multiply(b).add(rest).compare(a)).toBe(0);
        expect(rest.abs().compare(b.abs())).toBe(-1);
        expect(rest.isZero() || rest.units < 0 === a.units < 0).toBe(true);
      }),
    );
  });

  test('floor, ceiling, round, roundHalfEven, truncate', () => {
    const unit = 10n ** BigInt(SCALE);
    fc.assert(
      fc.property(decimal, (a) => {
        const x = exact(a);
        expect(exact(a.floor())).toBe(floorDiv(x, unit) * unit);
        expect(exact(a.ceiling())).toBe(-floorDiv(-x, unit) * unit);
        expect(exact(a.round())).toBe(floorDiv(x * 2n + unit, unit * 2n) * unit);
        expect(BigInt(a.truncate())).toBe(x / unit);
        const even = exact(a.roundHalfEven());
        const distance = even > x ? even - x : x - even;
        expect(distance * 2n <= unit).toBe(true);
        if (distance * 2n === unit) expect((even / unit) % 2n).toBe(0n);
      }),
    );
  });

  test('the text form is canonical and parses to an equal value', () => {
    fc.assert(
      fc.property(decimal, (a) => {
        const text = a.toString();
        expect(text).toMatch(/^-?(0|[1-9]\d*)(\.\d*[1-9])?$/);
        expect(parseDecimal(text)?.compare(a)).toBe(0);
        expect(text).not.toBe('-0');
      }),
    );
  });

  test('converts doubles exactly', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e20, max: 1e20 }), (x) => {
        expect(toExactDecimal(x).toNumber()).toBe(x + 0);
      }),
    );
    expect(toExactDecimal(0.1).toString()).toBe('0.1000000000000000055511151231257827021181583404541015625');
  });
});

describe('Decimal examples', () => {
  test.each([
    ['2.5', '3'],
    ['-2.5', '-2'],
    ['2.4999', '2'],
    ['-0.4', '0'],
    ['9007199254740993.5', '9007199254740994'],
  ])('round(%s) = %s', (input, expected) => {
    expect(parseDecimal(input)!.round().toString()).toBe(expected);
  });

  test('rounds to hundreds and to cents', () => {
    expect(parseDecimal('150')!.roundHalfEven(-2).toString()).toBe('200');
    expect(parseDecimal('250')!.roundHalfEven(-2).toString()).toBe('200');
    expect(parseDecimal('1.005')!.round(2).toString()).toBe('1.01');
  });

  test('one third has 18 digits', () => {
    expect(toDecimal(1).divide(toDecimal(3)).toString()).toBe('0.333333333333333333');
    expect(toDecimal(1).divide(toDecimal(8)).toString()).toBe('0.125');
  });

  test.each(['', '.', '+', '1e3', ' 1', '1 ', '1.2.3', 'NaN', '--1', '1,5', '٣'])('"%s" is not a decimal', (text) => {
    expect(parseDecimal(text)).toBeNull();
  });

  test.each([
    ['1.', '1'],
    ['.5', '0.5'],
    ['+007.50', '7.5'],
    ['-0', '0'],
    ['123456789012345678901234567890.10', '123456789012345678901234567890.1'],
  ])('"%s" parses as %s', (text, expected) => {
    expect(parseDecimal(text)!.toString()).toBe(expected);
  });

  test('throws RangeError for division by zero', () => {
    expect(() => toDecimal(1).divide(toDecimal(0))).toThrow(RangeError);
    expect(() => toDecimal(1).remainder(toDecimal(0))).toThrow(RangeError);
    expect(() => toDecimal(1).divideToInteger(toDecimal(0))).toThrow(RangeError);
  });
});

describe('numbers of any length', () => {
  test('strip all trailing zeros in one division; one division per zero would not finish', () => {
    expect(parseDecimal(`1.5${'0'.repeat(400_000)}`)!.toString()).toBe('1.5');
  });

  test('do not leak memory: powers of ten are cached only for small scales', async () => {
    const long = `1.${'7'.repeat(61_000)}`;
    const script = `
      import { parentPort } from 'node:worker_threads';
      import { register } from 'tsx/esm/api';
      register();
      const { parseDecimal } = await import('${import.meta.resolve('@e-invoice/schematron/decimal')}');
      const sum = parseDecimal('${long}').add(parseDecimal('1'));
      parentPort.postMessage(sum.toString().length);
    `;
    // All powers up to this scale together would need 775 MB.
    const limits = { maxOldGenerationSizeMb: 200 };
    const source = new URL(
      `data:text/javascript,${encodeURIComponent(script.replaceAll("'tsx/esm/api'", `'${import.meta.resolve('tsx/esm/api')}'`))}`,
    );
    const thread = new Worker(source, { resourceLimits: limits });
    const result = await new Promise((resolve, reject) => thread.once('message', resolve).once('error', reject));
    await thread.terminate();
    expect(result).toBe(61_002);
  });
});
