import { Decimal, type Units } from '../../decimal.ts';
import type { XmlNode } from '../../xml/index.ts';
import type { AtomicType } from '../item-types.ts';
import { Duration, Moment } from './moments.ts';
import { fail } from './xpath-error.ts';

/**
 * Atomic values that carry their type, for positions whose type is not known at compile time. Strings, booleans and
 * doubles are plain JavaScript values; types that JavaScript cannot distinguish from these are wrapped.
 */
export class Integer {
  declare readonly value: Units;
  constructor(value: Units) {
    this.value = value;
  }
}

export class Float {
  declare readonly value: number;
  constructor(value: number) {
    this.value = value;
  }
}

export class Untyped {
  declare readonly value: string;
  constructor(value: string) {
    this.value = value;
  }
}

export class AnyUri {
  declare readonly value: string;
  constructor(value: string) {
    this.value = value;
  }
}

/** xs:hexBinary and xs:base64Binary, stored in canonical lexical form. */
export class Binary {
  declare readonly type: 'hexBinary' | 'base64Binary';
  declare readonly text: string;
  constructor(type: 'hexBinary' | 'base64Binary', text: string) {
    this.type = type;
    this.text = text;
  }
}

export class QName {
  declare readonly prefix: string;
  declare readonly uri: string;
  declare readonly local: string;
  constructor(prefix: string, uri: string, local: string) {
    this.prefix = prefix;
    this.uri = uri;
    this.local = local;
  }
}

export type Atomic =
  | string
  | boolean
  | number
  | Decimal
  | Integer
  | Float
  | Untyped
  | AnyUri
  | Moment
  | Duration
  | Binary
  | QName;

export type Item = Atomic | XmlNode;

export function isNodeItem(item: Item): item is XmlNode {
  return typeof item === 'object' && 'order' in item;
}

/** The type of a tagged atomic value. */
export function typeOf(value: Atomic): AtomicType {
  switch (typeof value) {
    case 'string':
      return 'string';
    case 'boolean':
      return 'boolean';
    case 'number':
      return 'double';
    default:
  }
  if (value instanceof Untyped) return 'untyped';
  if (value instanceof Integer) return 'integer';
  if (value instanceof Decimal) return 'decimal';
  if (value instanceof Moment || value instanceof Duration || value instanceof Binary) return value.type;
  if (value instanceof AnyUri) return 'anyURI';
  if (value instanceof Float) return 'float';
  if (value instanceof QName) return 'QName';
  return fail('XPTY0004', 'not an atomic value');
}

export const tagInteger = (value: Units): Integer => new Integer(value);
export const tagFloat = (value: number): Float => new Float(value);
export const tagUntyped = (value: string): Untyped => new Untyped(value);
export const tagUri = (value: string): AnyUri => new AnyUri(value);

/** The bare value inside a tag. */
export function untag(value: Atomic): unknown {
  return value instanceof Integer || value instanceof Float || value instanceof Untyped || value instanceof AnyUri
    ? value.value
    : value;
}
