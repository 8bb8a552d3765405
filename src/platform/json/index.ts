/**
 * Reads JSON (RFC 8259) as its bytes come. What a text costs is bounded before it is built: so many values and names
 * of fields, so deep, so long a text. Nothing is ever parsed in one stretch that its sender could make long.
 */

export { MalformedJson } from './malformed-json.ts';
export { nameSyntaxError } from './name-syntax-error.ts';
export { type JsonLimits, type JsonParser, makeJsonParser } from './parser.ts';
export { makePositionCounter } from './position.ts';
export { readJson, readLongJson } from './read-json.ts';
export { MARK, skipSpace } from './signs.ts';
