import { Decimal, type Units } from '../../decimal.ts';
import { absInt, roundDouble, roundHalfEvenDouble, roundHalfEvenInt } from './numbers.ts';
import { type Atomic, Float, Integer } from './values.ts';

export type RoundingFunction = 'round' | 'floor' | 'ceiling' | 'abs';

export function roundNumber(value: number, how: RoundingFunction): number {
  switch (how) {
    case 'round':
      return roundDouble(value);
    case 'floor':
      return Math.floor(value);
    case 'ceiling':
      return Math.ceil(value);
    case 'abs':
      return Math.abs(value);
  }
}

/** fn:round, floor, ceiling, abs of a tagged number: the result has its type. */
export function roundTagged(value: Atomic, how: RoundingFunction): Atomic {
  if (typeof value === 'number') return roundNumber(value, how);
  if (value instanceof Float) return new Float(roundNumber(value.value, how));
  if (value instanceof Decimal) return value[how]();
  return value instanceof Integer && how === 'abs' ? new Integer(absInt(value.value)) : value;
}

/** fn:round-half-to-even of a tagged number. */
export function roundHalfEvenTagged(value: Atomic, digits: Units): Atomic {
  if (typeof value === 'number') return roundHalfEvenDouble(value, digits);
  if (value instanceof Float) return new Float(Math.fround(roundHalfEvenDouble(value.value, digits)));
  if (value instanceof Decimal) return value.roundHalfEven(Number(digits));
  return value instanceof Integer ? new Integer(roundHalfEvenInt(value.value, digits)) : value;
}
