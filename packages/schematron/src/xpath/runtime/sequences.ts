import type { Units } from '../../decimal.ts';
import { Decimal } from '../../decimal.ts';
import type { XmlNode } from '../../xml/index.ts';
import { arithmetic } from './arithmetic.ts';
import { inOrder } from './axes.ts';
import { textToDouble } from './cast.ts';
import { compareNumbers, compareValues, isNumber, isSameValue, toDoubleFrom } from './compare.ts';
import { Duration } from './moments.ts';
import { equalNodes } from './nodes.ts';
import type { RunState } from './run-state.ts';
import { AnyUri, type Atomic, Float, Integer, type Item, isNodeItem, Untyped } from './values.ts';
import { fail } from './xpath-error.ts';

/** Effective boolean value (XPath 2.0 section 2.4.3) of one tagged item. */
function itemTruth(item: Item): boolean {
  if (typeof item === 'boolean') return item;
  if (typeof item === 'string') return item !== '';
  if (typeof item === 'number') return item !== 0 && !Number.isNaN(item);
  if (isNodeItem(item)) return true;
  if (item instanceof Untyped || item instanceof AnyUri) return item.value !== '';
  if (item instanceof Integer) return item.value !== 0;
  if (item instanceof Float) return item.value !== 0 && !Number.isNaN(item.value);
  if (item instanceof Decimal) return !item.isZero();
  return fail('FORG0006', 'this value has no effective boolean value');
}

/** Effective boolean value of a sequence of tagged items. */
export function truth(items: readonly Item[]): boolean {
  const first = items[0];
  if (first === undefined) return false;
  if (isNodeItem(first)) return true;
  return items.length === 1
    ? itemTruth(first)
    : fail('FORG0006', 'several atomic values have no effective boolean value');
}

/** Effective boolean value of an optional double. */
export const numberTruth = (value: number | null): boolean => value !== null && value !== 0 && !Number.isNaN(value);

/** Effective boolean value of an optional decimal. */
export const decimalTruth = (value: Decimal | null): boolean => value !== null && !value.isZero();

/** For types without effective boolean value: false if empty, otherwise an error. */
export const noTruth = (value: unknown): boolean =>
  value === null ? false : fail('FORG0006', 'this type has no effective boolean value');

/** Truth of a predicate whose type is known only at run time: a number selects a position. */
export function predicateTruth(items: readonly Item[], position: number): boolean {
  const first = items[0];
  if (items.length === 1 && first !== undefined && !isNodeItem(first) && isNumber(first)) {
    return toDoubleFrom(first) === position;
  }
  return truth(items);
}

/** Throws for a second item where at most one is allowed. */
export function tooMany(what: string): never {
  return fail('XPTY0004', `more than one item ${what}`);
}

export function present<T>(value: T | null, what: string): T {
  return value === null ? fail('XPTY0004', `an empty sequence ${what}`) : value;
}

/** fn:zero-or-one. */
export function zeroOrOne<T>(items: readonly T[]): T | null {
  return items.length > 1 ? fail('FORG0003', 'zero-or-one of several items') : (items[0] ?? null);
}

/** fn:one-or-more. */
export function oneOrMore<T>(items: readonly T[]): readonly T[] {
  return items.length === 0 ? fail('FORG0004', 'one-or-more of nothing') : items;
}

/** fn:exactly-one. */
export function exactlyOne<T>(items: readonly T[]): T {
  return items.length === 1 ? items[0]! : fail('FORG0005', `exactly-one of ${items.length} items`);
}

/** The single item of a list, or null; throws XPTY0004 for more. */
export function atMostOne<T>(items: readonly T[], what: string): T | null {
  return items.length > 1 ? tooMany(what) : (items[0] ?? null);
}

export function list<T>(value: T | null): T[] {
  return value === null ? [] : [value];
}

/**
 * Result of a path step whose items are of unknown kind: nodes in document order, or atomic values; XPTY0018 for
 * both.
 */
export function pathResult(items: readonly Item[]): readonly Item[] {
  const nodes = items.filter(isNodeItem);
  if (nodes.length === 0) return items;
  return nodes.length === items.length ? inOrder(nodes) : fail('XPTY0018', 'a path step gives nodes and atomic values');
}

/** Returns the item if it is a node; throws `code` (XPTY0019 or XPTY0020) otherwise. */
export function asNode(item: Item, code: string): XmlNode {
  return isNodeItem(item) ? item : fail(code, 'a node is required here');
}

/** fn:distinct-values of tagged atomic values, in order of first appearance. */
export function distinctValues(atoms: readonly Atomic[], d: RunState): Atomic[] {
  const found: Atomic[] = [];
  const texts = new Set<string>();
  let hasNaN = false;
  for (const atom of atoms) {
    if (typeof atom === 'string' || atom instanceof Untyped || atom instanceof AnyUri) {
      const text = typeof atom === 'string' ? atom : atom.value;
      if (texts.has(text)) continue;
      texts.add(text);
      found.push(atom);
    } else if (isNumber(atom) && Number.isNaN(toDoubleFrom(atom))) {
      if (!hasNaN) found.push(atom);
      hasNaN = true;
    } else if (!found.some((other) => isSameValue(atom, other, d))) found.push(atom);
  }
  return found;
}

export function distinctTexts(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}

/** fn:index-of. */
export function indexOf(atoms: readonly Atomic[], value: Atomic, d: RunState): number[] {
  const found: number[] = [];
  atoms.forEach((atom, i) => {
    if (isSameValue(atom, value, d)) found.push(i + 1);
  });
  return found;
}

export function insertBefore<T>(items: readonly T[], at: Units, inserted: readonly T[]): T[] {
  const index = Math.max(0, Number(at) - 1);
  return [...items.slice(0, index), ...inserted, ...items.slice(index)];
}

export function removeAt<T>(items: readonly T[], at: Units): T[] {
  return items.filter((_, i) => i + 1 !== at);
}

/** fn:subsequence with positions as doubles. */
export function subsequence<T>(items: readonly T[], start: number, length: number | null): T[] {
  const from = Math.floor(start + 0.5);
  const to = length === null ? Number.POSITIVE_INFINITY : from + Math.floor(length + 0.5);
  return items.filter((_, i) => i + 1 >= from && i + 1 < to);
}

/** fn:deep-equal. */
export function deepEqual(a: readonly Item[], b: readonly Item[], d: RunState): boolean {
  return a.length === b.length && a.every((item, i) => equalItems(item, b[i]!, d));
}

function equalItems(a: Item, b: Item, d: RunState): boolean {
  if (isNodeItem(a) || isNodeItem(b)) return isNodeItem(a) && isNodeItem(b) && equalNodes(a, b);
  const bothNaN = isNumber(a) && isNumber(b) && Number.isNaN(toDoubleFrom(a)) && Number.isNaN(toDoubleFrom(b));
  return bothNaN || isSameValue(a, b, d);
}

const numeric = (atom: Atomic): Atomic => (atom instanceof Untyped ? textToDouble(atom.value) : atom);

/** Throws FORG0006 unless all values are numbers, or durations of one ordered type. */
function checkSummable(atoms: readonly Atomic[]): void {
  const [first] = atoms;
  const durations = first instanceof Duration && first.type !== 'duration';
  for (const atom of atoms) {
    const fits = durations ? atom instanceof Duration && atom.type === first.type : isNumber(atom);
    if (!fits) fail('FORG0006', 'these values can not be summed');
  }
}

/** fn:sum of tagged atomic values; null for the empty sequence. */
export function sum(atoms: readonly Atomic[], d: RunState): Atomic | null {
  if (atoms.length === 0) return null;
  const values = atoms.map(numeric);
  checkSummable(values);
  return values.reduce((total, value) => arithmetic('add', total, value, d));
}

/** fn:sum of the empty sequence, tagged. */
export const integerZero = new Integer(0);

/** fn:avg of tagged atomic values. */
export function average(atoms: readonly Atomic[], d: RunState): Atomic | null {
  const total = sum(atoms, d);
  return total === null ? null : arithmetic('div', total, new Integer(atoms.length), d);
}

/**
 * fn:min (`lt`) and fn:max (`gt`) of tagged atomic values; NaN if any value is NaN; throws FORG0006 for values
 * without a common order.
 */
export function extreme(atoms: readonly Atomic[], operator: 'lt' | 'gt', d: RunState): Atomic | null {
  const values = atoms.map(numeric).map((atom) => (atom instanceof AnyUri ? atom.value : atom));
  let best = values[0];
  if (best === undefined) return null;
  if (values.every(isNumber)) return extremeNumber(values, operator);
  for (const value of values) {
    if (isNumber(value) !== isNumber(best) || typeof value !== typeof best || value.constructor !== best.constructor) {
      return fail('FORG0006', 'no common order among the values of min or max');
    }
    if (compareValues(operator, value, best, d)) best = value;
  }
  return best;
}

function extremeNumber(values: readonly (number | Decimal | Integer | Float)[], operator: 'lt' | 'gt'): Atomic {
  let best = values[0]!;
  let double = false;
  let float = false;
  for (const value of values) {
    double ||= typeof value === 'number';
    float ||= value instanceof Float;
    const order = compareNumbers(value, best);
    if (Number.isNaN(order)) best = Number.isNaN(toDoubleFrom(value)) ? value : best;
    else if (operator === 'lt' ? order < 0 : order > 0) best = value;
  }
  if (double) return toDoubleFrom(best);
  return float ? new Float(Math.fround(toDoubleFrom(best))) : best;
}
