import { type Decimal, toDecimal, type Units } from '../../../lib/decimal.ts';
import { Integer } from './values.ts';
import { fail } from './xpath-error.ts';

/** Truth of an optional double. */
export const numberTruth = (value: number | null): boolean => value !== null && value !== 0 && !Number.isNaN(value);

/** Truth of an optional decimal. */
export const decimalTruth = (value: Decimal | null): boolean => value !== null && !value.isZero();

/** Truth of an optional value of a type that has none: false when empty. */
export const noTruth = (value: unknown): boolean =>
  value === null ? false : fail('FORG0006', 'this type has no effective boolean value');

export const integerText = (value: Units): string => value.toString();
export const booleanText = (value: boolean): string => (value ? 'true' : 'false');
export const decimalFrom = (value: Units): Decimal => toDecimal(value);

/** fn:error. */
export function raise(code: { readonly local: string } | null, message: string): never {
  return fail(code?.local ?? 'FOER0000', message);
}

/** fn:sum of nothing, tagged. */
export const integerZero = new Integer(0);
