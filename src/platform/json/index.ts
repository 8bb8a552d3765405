/**
 * Streaming JSON parser (RFC 8259). Number of values and field names, depth and text length are limited before a
 * value is built, and no input is parsed in one step whose duration the sender controls. `@streamparser/json` has no
 * such limits and does not report the position of the last byte of a value.
 */

export { MalformedJson } from './malformed-json.ts';
export { nameSyntaxError } from './name-syntax-error.ts';
export { type JsonLimits, type JsonParser, makeJsonParser } from './parser.ts';
export { makePositionCounter } from './position.ts';
export { readJson, readLongJson } from './read-json.ts';
export { MARK, skipSpace } from './signs.ts';
