import { parseDecimal } from '../decimal.ts';
import type { XmlNode } from '../xml/index.ts';
import type { ItemType } from '../xpath/item-types.ts';
import { type RunState, runtime, XPathError } from '../xpath/runtime/index.ts';
import type { Literal } from '../xpath/watched-site.ts';

/** A node, or an atomic value with its type. */
export type Item = Parameters<typeof runtime.itemText>[0];

export const isXmlNode = (item: unknown): item is XmlNode =>
  typeof item === 'object' && item !== null && 'order' in item;

/** The items of a value in generated code, which is a single item, null or an array. */
export const itemsOf = (value: unknown): readonly unknown[] =>
  value === null || value === undefined ? [] : Array.isArray(value) ? value : [value];

const TAGS: ReadonlyMap<ItemType, (value: never) => Item> = new Map<ItemType, (value: never) => Item>([
  ['integer', runtime.tagInteger],
  ['float', runtime.tagFloat],
  ['untyped', runtime.tagUntyped],
  ['anyURI', runtime.tagUri],
]);

/** The same with the static type from compilation. */
export function taggedItems(value: unknown, item: ItemType): readonly Item[] {
  const tag = TAGS.get(item) ?? ((one: unknown) => one as Item);
  return itemsOf(value).map((one) => tag(one as never));
}

export const literalItems = (literals: readonly Literal[]): readonly Item[] => literals.map(literalItem);

function literalItem({ type, value }: Literal): Item {
  if (typeof value === 'boolean' || type === 'string') return value;
  if (type === 'integer')
    return runtime.tagInteger(Number.isSafeInteger(Number(value)) ? Number(value) : BigInt(value));
  return type === 'decimal' ? parseDecimal(value)! : Number(value);
}

/** The effective boolean value; null if the value has no boolean value. */
export function truthOf(value: unknown, item: ItemType): boolean | null {
  try {
    return typeof value === 'boolean' ? value : runtime.truth(taggedItems(value, item) as Item[]);
  } catch (error) {
    if (error instanceof XPathError) return null;
    throw error;
  }
}

export type Operator = 'eq' | 'ne' | 'lt' | 'le' | 'gt' | 'ge';

/** General comparisons: true if any pair of items compares true (XPath 2.0, section 3.5.2). */
export const GENERAL_COMPARISONS: ReadonlyMap<string, Operator> = new Map([
  ['equalOp', 'eq'],
  ['notEqualOp', 'ne'],
  ['lessThanOp', 'lt'],
  ['lessThanOrEqualOp', 'le'],
  ['greaterThanOp', 'gt'],
  ['greaterThanOrEqualOp', 'ge'],
]);

/** Maximum number of pairs compared. */
const MAX_PAIRS = 2_000;

/** The first pair of items for which a comparison is true; null if no such pair is found or a side is unknown. */
export function comparedPair(
  operator: Operator,
  [left, right]: readonly (readonly Item[] | null)[],
): readonly [Item, Item] | null {
  if (left == null || right == null || left.length * right.length > MAX_PAIRS) return null;
  try {
    for (const a of left)
      for (const b of right)
        if (runtime.compareAtoms(operator, runtime.atomize(a), runtime.atomize(b), IN_UTC)) return [a, b];
  } catch (error) {
    if (!(error instanceof XPathError)) throw error;
  }
  return null;
}

/** Comparisons read only the timezone of the run state. */
const IN_UTC = { timezone: 0 } as RunState;
