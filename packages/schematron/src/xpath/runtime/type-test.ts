import { NodeKind, type XmlNode } from '../../xml/index.ts';
import type { ItemType } from '../item-types.ts';
import { type Atomic, type Item, isNodeItem, QName, typeOf } from './values.ts';
import { fail } from './xpath-error.ts';

const KINDS: Readonly<Partial<Record<ItemType, number>>> = {
  element: NodeKind.ELEMENT,
  attribute: NodeKind.ATTRIBUTE,
  text: NodeKind.TEXT,
  comment: NodeKind.COMMENT,
  instruction: NodeKind.INSTRUCTION,
  document: NodeKind.DOCUMENT,
};

function isKind(node: XmlNode, type: ItemType): boolean {
  if (type === 'node' || type === 'item') return true;
  if (type === 'container') return node.kind === NodeKind.ELEMENT || node.kind === NodeKind.DOCUMENT;
  return KINDS[type] === node.kind;
}

/** Whether a tagged item has the type, including derived types. */
export function isOfType(item: Item, type: ItemType): boolean {
  if (type === 'item') return true;
  if (isNodeItem(item)) return isKind(item, type);
  const own = typeOf(item as Atomic);
  if (own === type || type === 'atomic') return true;
  if (type === 'numeric') return own === 'integer' || own === 'decimal' || own === 'double' || own === 'float';
  if (type === 'decimal') return own === 'integer';
  return type === 'duration' && (own === 'yearMonthDuration' || own === 'dayTimeDuration');
}

/** Returns the item if it has the type; throws `code` otherwise (`treat as`, function arguments). */
export function requireType(item: Item, type: ItemType, code: string): Item {
  return isOfType(item, type) ? item : fail(code, `an item of another type than ${type}`);
}

/** Whether a sequence is one QName (or empty, if `optional`). */
export const areQNames = (items: readonly Item[], optional: boolean): boolean =>
  items.length === 0 ? optional : items.length === 1 && items[0] instanceof QName;
