import type { Units } from '../../decimal.ts';
import { cutText } from '../../xml/index.ts';
import { trimXml } from './numbers.ts';
import { NAME_CHARS, NAME_START_CHARS } from './regex/name-chars.ts';
import { fail } from './xpath-error.ts';

/** Bounds of the integer types of XML Schema; null: unbounded. */
export const INTEGER_BOUNDS: ReadonlyMap<string, readonly [bigint | null, bigint | null]> = new Map(
  Object.entries({
    nonPositiveInteger: [null, 0n],
    negativeInteger: [null, -1n],
    nonNegativeInteger: [0n, null],
    positiveInteger: [1n, null],
    long: [-(2n ** 63n), 2n ** 63n - 1n],
    int: [-(2n ** 31n), 2n ** 31n - 1n],
    short: [-32_768n, 32_767n],
    byte: [-128n, 127n],
    unsignedLong: [0n, 2n ** 64n - 1n],
    unsignedInt: [0n, 2n ** 32n - 1n],
    unsignedShort: [0n, 65_535n],
    unsignedByte: [0n, 255n],
  }),
);

/** The base type of each derived type; types that are missing here restrict a primitive type. */
const BASES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    negativeInteger: 'nonPositiveInteger',
    positiveInteger: 'nonNegativeInteger',
    unsignedLong: 'nonNegativeInteger',
    unsignedInt: 'unsignedLong',
    unsignedShort: 'unsignedInt',
    unsignedByte: 'unsignedShort',
    int: 'long',
    short: 'int',
    byte: 'short',
    token: 'normalizedString',
    language: 'token',
    NMTOKEN: 'token',
    Name: 'token',
    NCName: 'Name',
    ID: 'NCName',
    IDREF: 'NCName',
    ENTITY: 'NCName',
  }),
);

/** Whether a derived type is the other one or a restriction of it (XML Schema part 2, section 3). */
export function isDerivedFrom(type: string, base: string): boolean {
  for (let at: string | undefined = type; at !== undefined; at = BASES.get(at)) if (at === base) return true;
  return false;
}

const COLON_FREE = (chars: string): string => chars.replace(':', '');

/** Lexical forms of the string types of XML Schema, after white space is collapsed. */
export const STRING_FORMS: ReadonlyMap<string, RegExp> = new Map(
  Object.entries({
    normalizedString: /^/,
    token: /^/,
    language: /^[A-Za-z]{1,8}(-[A-Za-z0-9]{1,8})*$/,
    NMTOKEN: new RegExp(`^[${NAME_CHARS}]+$`, 'u'),
    Name: new RegExp(`^[${NAME_START_CHARS}][${NAME_CHARS}]*$`, 'u'),
    NCName: new RegExp(`^[${COLON_FREE(NAME_START_CHARS)}][${COLON_FREE(NAME_CHARS)}]*$`, 'u'),
    ID: new RegExp(`^[${COLON_FREE(NAME_START_CHARS)}][${COLON_FREE(NAME_CHARS)}]*$`, 'u'),
    IDREF: new RegExp(`^[${COLON_FREE(NAME_START_CHARS)}][${COLON_FREE(NAME_CHARS)}]*$`, 'u'),
    ENTITY: new RegExp(`^[${COLON_FREE(NAME_START_CHARS)}][${COLON_FREE(NAME_CHARS)}]*$`, 'u'),
  }),
);

/** Whether an integer is in the range of the derived type. */
export function isInRange(value: Units, type: string): boolean {
  const [low, high] = INTEGER_BOUNDS.get(type)!;
  return (low === null || value >= low) && (high === null || value <= high);
}

export function requireRange(value: Units, type: string): Units {
  return isInRange(value, type) ? value : fail('FORG0001', `${value} is no xs:${type}`);
}

/** The string normalised for the derived type, or null if it is invalid. */
export function derivedString(text: string, type: string): string | null {
  const spaced = text.replace(/[\t\n\r]/g, ' ');
  const value = type === 'normalizedString' ? spaced : trimXml(spaced).replace(/ +/g, ' ');
  return STRING_FORMS.get(type)!.test(value) ? value : null;
}

export function requireString(text: string, type: string): string {
  return derivedString(text, type) ?? fail('FORG0001', `"${cutText(text, 80)}" is no xs:${type}`);
}
