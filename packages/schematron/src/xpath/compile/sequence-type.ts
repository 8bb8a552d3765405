import type { AtomicType, ItemType, SequenceType } from '../item-types.ts';
import { INTEGER_BOUNDS, STRING_FORMS } from '../runtime/derived.ts';
import type { NodeTest } from './constructs/node-test.ts';
import { testOf } from './constructs/node-test.ts';
import type { Site } from './expr.ts';
import { uriOf, XS } from './names.ts';
import { findChild, type Syntax } from './parse.ts';
import { Refusal } from './refusal.ts';

/**
 * An atomic type as written: the primitive type that represents its values, and the name of the derived type, if any.
 */
export type NamedType = { readonly item: AtomicType; readonly derived: string | null };

const PRIMITIVES: ReadonlySet<string> = new Set<AtomicType>([
  'string',
  'anyURI',
  'boolean',
  'integer',
  'decimal',
  'float',
  'double',
  'date',
  'dateTime',
  'time',
  'gYear',
  'gYearMonth',
  'gMonth',
  'gMonthDay',
  'gDay',
  'duration',
  'yearMonthDuration',
  'dayTimeDuration',
  'QName',
  'hexBinary',
  'base64Binary',
]);

/** The type with that name in the namespace of XML Schema, or null. */
export function findAtomicType(local: string): NamedType | null {
  if (PRIMITIVES.has(local)) return { item: local as AtomicType, derived: null };
  if (local === 'untypedAtomic') return { item: 'untyped', derived: null };
  if (local === 'anyAtomicType') return { item: 'atomic', derived: null };
  if (local === 'numeric') return { item: 'numeric', derived: null };
  if (INTEGER_BOUNDS.has(local)) return { item: 'integer', derived: local };
  return STRING_FORMS.has(local) ? { item: 'string', derived: local } : null;
}

/**
 * The atomic type that a syntax node names.
 *
 * @throws Refusal (XPST0051) for an unknown type
 */
export function readAtomicType(node: Syntax, site: Site): NamedType {
  const uri = uriOf(node, '', site.scope, site.source);
  const type = uri === XS ? findAtomicType(node.text) : null;
  if (type === null) throw new Refusal(site.source, `XPST0051: the type ${node.prefix}:${node.text} is not known`);
  return type;
}

/** A sequence type with details that `SequenceType` lacks: the name of a node, a derived atomic type. */
export type WrittenType = {
  readonly type: SequenceType;
  readonly test: NodeTest | null;
  readonly derived: string | null;
};

/** Reads `sequenceType` (XPath 2.0 section 2.5.3). */
export function readSequenceType(node: Syntax, site: Site): WrittenType {
  const [first] = node.children;
  if (first === undefined || first.name === 'voidSequenceType') {
    return { type: { item: 'empty', min: 0, max: 0 }, test: null, derived: null };
  }
  const occurrence = findChild(node, 'occurrenceIndicator')?.text ?? '';
  const type = (item: ItemType): SequenceType => ({
    item,
    min: occurrence === '?' || occurrence === '*' ? 0 : 1,
    max: occurrence === '*' || occurrence === '+' ? 'many' : 1,
  });
  if (first.name === 'anyItemType') return { type: type('item'), test: null, derived: null };
  if (first.name === 'atomicType') {
    const named = readAtomicType(first, site);
    return { type: type(named.item), test: null, derived: named.derived };
  }
  const test = testOf(first, first.name === 'attributeTest' ? 'attribute' : 'element', site);
  if (test === null) throw new Refusal(site.source, `the type ${first.name}`);
  return { type: type(test.item), test, derived: null };
}
