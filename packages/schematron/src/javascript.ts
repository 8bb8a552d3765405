/**
 * The only writer of text into generated JavaScript. Rule sources come from outside: ids, messages, file content, and names of a
 * schema reach the generated code as string literals made here, and in no other form (no comments, identifiers or templates).
 */

/**
 * Characters that `JSON.stringify` leaves as they are and a literal does not need: line terminators of JavaScript (U+2028, U+2029)
 * and other control and format characters, which also covers text that looks different from what it is. `<` is escaped where it
 * would end a `script` element or begin an HTML comment.
 */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|<(?=[!/])/gu;

const escapeUnits = (text: string): string =>
  Array.from({ length: text.length }, (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`).join('');

/** A JavaScript literal of a JSON value without the key `__proto__`; it has no line terminators or control characters. */
export const toLiteral = (value: unknown): string => JSON.stringify(value).replace(UNSAFE, escapeUnits);

/** A JavaScript string literal. */
export const quote = (text: string): string => toLiteral(text);

/** A JavaScript literal of a text that may be absent. */
export const quoteOrNull = (text: string | null): string => (text === null ? 'null' : quote(text));

/** A JavaScript expression for a JSON value with any keys: in an object literal `__proto__` would set the prototype. */
export const quoteData = (value: unknown): string => `JSON.parse(${quote(JSON.stringify(value))})`;
