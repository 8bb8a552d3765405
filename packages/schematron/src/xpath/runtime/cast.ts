import { Decimal, toDecimal, type Units } from '../../decimal.ts';
import { cutText } from '../../xml/index.ts';
import type { AtomicType } from '../item-types.ts';
import { castMoment } from './moment-arithmetic.ts';
import {
  Duration,
  type DurationType,
  formatDuration,
  formatMoment,
  Moment,
  type MomentType,
  parseDuration,
  parseMoment,
} from './moments.ts';
import {
  doubleToDecimal,
  doubleToInt,
  formatDouble,
  formatFloat,
  parseDecimalText,
  parseDouble,
  parseInteger,
  trimXml,
} from './numbers.ts';
import { AnyUri, type Atomic, Binary, Float, Integer, QName, typeOf, Untyped } from './values.ts';
import { fail } from './xpath-error.ts';

/** The cast targets; QName is not included because it needs the namespaces in scope. */
export type CastTarget = Exclude<AtomicType, 'atomic' | 'numeric' | 'QName'>;

function parseBoolean(text: string): boolean | null {
  const trimmed = trimXml(text);
  if (trimmed === 'true' || trimmed === '1') return true;
  return trimmed === 'false' || trimmed === '0' ? false : null;
}

function parseHex(text: string): Binary | null {
  const trimmed = trimXml(text);
  return /^(?:[0-9a-fA-F]{2})*$/.test(trimmed) ? new Binary('hexBinary', trimmed.toUpperCase()) : null;
}

function parseBase64(text: string): Binary | null {
  const compact = text.replace(/[ \t\r\n]/g, '');
  const valid = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?$/.test(compact);
  return valid ? new Binary('base64Binary', compact) : null;
}

/** Rejects only text that no escaping can turn into a URI reference (XML Schema part 2, section 3.2.17). */
function parseUri(text: string): string | null {
  const value = trimXml(text).replace(/[ \t\r\n]+/g, ' ');
  return value.startsWith(':') || /%(?![0-9a-f]{2})/i.test(value) ? null : value;
}

const moment = (type: MomentType) => (text: string) => parseMoment(type, trimXml(text));
const duration = (type: DurationType) => (text: string) => parseDuration(type, trimXml(text));

/**
 * Parse text to the bare value of a type; null if the text is not a value of it. `castable as` uses these directly.
 */
export const parsers = {
  string: (text: string): string => text,
  untyped: (text: string): string => text,
  anyURI: parseUri,
  boolean: parseBoolean,
  integer: parseInteger,
  decimal: parseDecimalText,
  double: parseDouble,
  float: (text: string): number | null => {
    const value = parseDouble(text);
    return value === null ? null : Math.fround(value);
  },
  date: moment('date'),
  dateTime: moment('dateTime'),
  time: moment('time'),
  gYear: moment('gYear'),
  gYearMonth: moment('gYearMonth'),
  gMonth: moment('gMonth'),
  gMonthDay: moment('gMonthDay'),
  gDay: moment('gDay'),
  duration: duration('duration'),
  yearMonthDuration: duration('yearMonthDuration'),
  dayTimeDuration: duration('dayTimeDuration'),
  hexBinary: parseHex,
  base64Binary: parseBase64,
} as const satisfies Record<CastTarget, (text: string) => unknown>;

/** Texts in the form of a value beyond the implementation's limits (XPath functions, section 10.1.1). */
const BEYOND = /^-?(\d{10,}(-|Z|$|[+-])|P.*\d{10,})/;

function invalid(text: string, type: string): never {
  const isDuration = /duration$/i.test(type);
  if ((isDuration || /^(date|dateTime|gYear|gYearMonth)$/.test(type)) && BEYOND.test(trimXml(text)))
    return fail(
      isDuration ? 'FODT0002' : 'FODT0001',
      `${cutText(trimXml(text), 80)} is beyond the limits of xs:${type}`,
    );
  return fail('FORG0001', `"${cutText(text, 80)}" is no xs:${type}`);
}

/** Parses text to the bare value of the type; throws FORG0001. */
export function castText(text: string, type: CastTarget): unknown {
  return parsers[type](text) ?? invalid(text, type);
}

export function textToDouble(text: string): number {
  return parseDouble(text) ?? invalid(text, 'double');
}

export function textToDecimal(text: string): Decimal {
  return parseDecimalText(text) ?? invalid(text, 'decimal');
}

export function textToInteger(text: string): Units {
  return parseInteger(text) ?? invalid(text, 'integer');
}

export function textToBoolean(text: string): boolean {
  return parseBoolean(text) ?? invalid(text, 'boolean');
}

export const isDecimalText = (text: string): boolean => parseDecimalText(text) !== null;
export const isDoubleText = (text: string): boolean => parseDouble(text) !== null;
export const isIntegerText = (text: string): boolean => parseInteger(text) !== null;
export const isCastableText = (text: string, type: CastTarget): boolean => parsers[type](text) !== null;

export const booleanText = (value: boolean): string => (value ? 'true' : 'false');

/** A tagged atomic value as xs:string. */
export function atomText(value: Atomic): string {
  switch (typeof value) {
    case 'string':
      return value;
    case 'boolean':
      return booleanText(value);
    case 'number':
      return formatDouble(value);
    default:
  }
  if (value instanceof Untyped || value instanceof AnyUri) return value.value;
  if (value instanceof Integer) return value.value.toString();
  if (value instanceof Decimal) return value.toString();
  if (value instanceof Float) return formatFloat(value.value);
  if (value instanceof Moment) return formatMoment(value);
  if (value instanceof Duration) return formatDuration(value);
  if (value instanceof Binary) return value.text;
  if (value instanceof QName) return value.prefix === '' ? value.local : `${value.prefix}:${value.local}`;
  return fail('XPTY0004', 'not an atomic value');
}

function toNumberFrom(value: Atomic): number | null {
  if (typeof value === 'number') return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (value instanceof Integer) return Number(value.value);
  if (value instanceof Decimal) return value.toNumber();
  return value instanceof Float ? value.value : null;
}

function integerFrom(value: Atomic): Units | null {
  if (typeof value === 'number') return doubleToInt(value);
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (value instanceof Integer) return value.value;
  if (value instanceof Decimal) return value.truncate();
  return value instanceof Float ? doubleToInt(value.value) : null;
}

function decimalFrom(value: Atomic): Decimal | null {
  if (typeof value === 'number') return doubleToDecimal(value);
  if (typeof value === 'boolean') return toDecimal(value ? 1 : 0);
  if (value instanceof Integer) return toDecimal(value.value);
  if (value instanceof Decimal) return value;
  return value instanceof Float ? doubleToDecimal(value.value) : null;
}

function booleanFrom(value: Atomic): boolean | null {
  if (typeof value === 'boolean') return value;
  const number = toNumberFrom(value);
  return number === null ? null : number !== 0 && !Number.isNaN(number);
}

function durationFrom(value: Atomic, type: DurationType): Duration | null {
  if (!(value instanceof Duration)) return null;
  const zero = toDecimal(0);
  return new Duration(
    type,
    type === 'dayTimeDuration' ? 0 : value.months,
    type === 'yearMonthDuration' ? zero : value.seconds,
  );
}

function convertBinary(value: Atomic, type: 'hexBinary' | 'base64Binary'): Binary | null {
  if (!(value instanceof Binary)) return null;
  if (value.type === type) return value;
  if (type === 'hexBinary') {
    const bytes = Uint8Array.from(atob(value.text), (c) => c.charCodeAt(0));
    return new Binary(type, [...bytes].map((b) => b.toString(16).padStart(2, '0').toUpperCase()).join(''));
  }
  const bytes = (value.text.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16));
  return new Binary(type, btoa(String.fromCharCode(...bytes)));
}

/**
 * `cast as`: the bare value of the target type. Throws FORG0001 for invalid text, XPTY0004 for types that do not
 * convert, FOCA0002 for NaN and infinities as integer or decimal.
 */
export function castAtom(value: Atomic, type: CastTarget): unknown {
  if (type === 'string' || type === 'untyped') return atomText(value);
  if (typeof value === 'string' || value instanceof Untyped) {
    return castText(typeof value === 'string' ? value : value.value, type);
  }
  return fromTyped(value, type) ?? fail('XPTY0004', `xs:${typeOf(value)} can't be cast to xs:${type}`);
}

function fromTyped(value: Atomic, type: CastTarget): unknown {
  switch (type) {
    case 'boolean':
      return booleanFrom(value);
    case 'integer':
      return integerFrom(value);
    case 'decimal':
      return decimalFrom(value);
    case 'double':
      return toNumberFrom(value);
    case 'float': {
      const number = toNumberFrom(value);
      return number === null ? null : Math.fround(number);
    }
    case 'duration':
    case 'yearMonthDuration':
    case 'dayTimeDuration':
      return durationFrom(value, type);
    case 'hexBinary':
    case 'base64Binary':
      return convertBinary(value, type);
    case 'anyURI':
      return value instanceof AnyUri ? value.value : null;
    case 'string':
    case 'untyped':
      return atomText(value);
    default:
      return value instanceof Moment ? castMoment(value, type) : null;
  }
}

/** `castable as` for a tagged value. */
export function isCastable(value: Atomic, type: CastTarget): boolean {
  if (type === 'string' || type === 'untyped') return true;
  if (typeof value === 'string') return parsers[type](value) !== null;
  if (value instanceof Untyped) return parsers[type](value.value) !== null;
  const number = type === 'integer' || type === 'decimal' ? toNumberFrom(value) : 0;
  if (number !== null && !Number.isFinite(number)) return false;
  return fromTyped(value, type) !== null;
}

/**
 * Function conversion of one tagged atomic value (XPath 2.0 section 3.1.5): untyped is cast, numbers and URIs are
 * promoted, anything else must have the type. Returns the bare value.
 */
export function convertAtom(value: Atomic, type: CastTarget): unknown {
  if (value instanceof Untyped) return castText(value.value, type);
  const own = typeOf(value);
  if (own === type) return castAtom(value, type);
  if (type === 'string' && own === 'anyURI') return atomText(value);
  const promoted =
    (type === 'decimal' && own === 'integer') ||
    (type === 'double' && (own === 'integer' || own === 'decimal' || own === 'float')) ||
    (type === 'float' && (own === 'integer' || own === 'decimal')) ||
    (type === 'duration' && (own === 'dayTimeDuration' || own === 'yearMonthDuration'));
  return promoted ? castAtom(value, type) : fail('XPTY0004', `expected xs:${type}, found xs:${own}`);
}

/** As `convertAtom` for a numeric parameter: the tagged number, untyped as double. */
export function convertNumeric(value: Atomic): number | Decimal | Integer | Float {
  if (value instanceof Untyped) return textToDouble(value.value);
  if (typeof value === 'number' || value instanceof Decimal || value instanceof Integer || value instanceof Float) {
    return value;
  }
  return fail('XPTY0004', `expected a number, found xs:${typeOf(value)}`);
}

/** fn:number of a tagged atomic value; NaN if it is not a number. */
export function numberOf(value: Atomic): number {
  if (typeof value === 'string') return parseDouble(value) ?? Number.NaN;
  if (value instanceof Untyped) return parseDouble(value.value) ?? Number.NaN;
  return toNumberFrom(value) ?? Number.NaN;
}

export function numberOfText(text: string): number {
  return parseDouble(text) ?? Number.NaN;
}
