/**
 * Static types: the possible items of a sequence, known at compile time. The type determines the representation of a
 * value in the generated JavaScript (README, "Values").
 */
export type NodeType =
  | 'node'
  /** element or document: nodes that can have children */
  | 'container'
  | 'element'
  | 'attribute'
  | 'text'
  | 'comment'
  | 'instruction'
  | 'document';

export type AtomicType =
  /** any atomic value, tagged at run time */
  | 'atomic'
  /** integer, decimal, float or double, tagged at run time */
  | 'numeric'
  | 'untyped'
  | 'string'
  | 'anyURI'
  | 'boolean'
  | 'integer'
  | 'decimal'
  | 'float'
  | 'double'
  | 'date'
  | 'dateTime'
  | 'time'
  | 'gYear'
  | 'gYearMonth'
  | 'gMonth'
  | 'gMonthDay'
  | 'gDay'
  | 'duration'
  | 'yearMonthDuration'
  | 'dayTimeDuration'
  | 'QName'
  | 'hexBinary'
  | 'base64Binary';

/** `empty`: the type of `()`; `item`: anything, tagged at run time. */
export type ItemType = NodeType | AtomicType | 'item' | 'empty';

export type SequenceType = { readonly item: ItemType; readonly min: 0 | 1; readonly max: 0 | 1 | 'many' };

const nodeTypes: ReadonlySet<string> = new Set<NodeType>([
  'node',
  'container',
  'element',
  'attribute',
  'text',
  'comment',
  'instruction',
  'document',
]);

export const EMPTY: SequenceType = { item: 'empty', min: 0, max: 0 };

export const one = (item: ItemType): SequenceType => ({ item, min: 1, max: 1 });
export const optional = (item: ItemType): SequenceType => ({ item, min: 0, max: 1 });
export const many = (item: ItemType): SequenceType => ({ item, min: 0, max: 'many' });

export const isNode = (item: ItemType): item is NodeType => nodeTypes.has(item);
export const isAtomic = (item: ItemType): item is AtomicType => item !== 'item' && item !== 'empty' && !isNode(item);
export const isNumeric = (item: ItemType): boolean =>
  item === 'integer' || item === 'decimal' || item === 'double' || item === 'float' || item === 'numeric';
/** Represented as a bare JavaScript string if the type is known at compile time. */
export const isStringLike = (item: ItemType): boolean => item === 'string' || item === 'untyped' || item === 'anyURI';
/** Values that carry their type at run time because it is not known at compile time. */
export const isTagged = (item: ItemType): boolean => item === 'item' || item === 'atomic' || item === 'numeric';

const durations: ReadonlySet<ItemType> = new Set<ItemType>(['duration', 'yearMonthDuration', 'dayTimeDuration']);
export const isDuration = (item: ItemType): boolean => durations.has(item);

/** The narrowest type that includes both. */
export function unionItem(a: ItemType, b: ItemType): ItemType {
  if (a === b || b === 'empty') return a;
  if (a === 'empty') return b;
  if (isNode(a) && isNode(b)) {
    const containers = ['element', 'document', 'container'];
    return containers.includes(a) && containers.includes(b) ? 'container' : 'node';
  }
  if (isNumeric(a) && isNumeric(b)) return 'numeric';
  if (isAtomic(a) && isAtomic(b)) return 'atomic';
  return 'item';
}

/** The type of a value that is one or the other (`if`). */
export function unionType(a: SequenceType, b: SequenceType): SequenceType {
  return {
    item: unionItem(a.item, b.item),
    min: a.min === 1 && b.min === 1 ? 1 : 0,
    max: a.max === 'many' || b.max === 'many' ? 'many' : a.max === 1 || b.max === 1 ? 1 : 0,
  };
}

/** The type of a concatenation (`a, b`). */
export function concatType(a: SequenceType, b: SequenceType): SequenceType {
  if (a.max === 0) return b;
  if (b.max === 0) return a;
  return { item: unionItem(a.item, b.item), min: a.min === 1 || b.min === 1 ? 1 : 0, max: 'many' };
}
