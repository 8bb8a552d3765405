/**
 * The only module that writes text into generated JavaScript. Rule sources are untrusted: ids, messages, file content
 * and names of a schema reach the generated code only as string literals produced here, never as comments,
 * identifiers or templates.
 */

/**
 * Characters that `JSON.stringify` leaves unescaped and that are escaped here: the JavaScript line terminators U+2028
 * and U+2029 and all other control and format characters (which also stops text that displays differently from its
 * code). `<` is escaped where it would end a `script` element or start an HTML comment.
 */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|<(?=[!/])/gu;

const escapeUnits = (text: string): string =>
  Array.from({ length: text.length }, (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`).join('');

/**
 * A JavaScript literal of a JSON value that has no key `__proto__`, without line terminators or control characters.
 */
export const toLiteral = (value: unknown): string => JSON.stringify(value).replace(UNSAFE, escapeUnits);

/** A JavaScript string literal. */
export const quote = (text: string): string => toLiteral(text);

/** A JavaScript literal of a string or null. */
export const quoteOrNull = (text: string | null): string => (text === null ? 'null' : quote(text));

/**
 * A JavaScript expression for a JSON value with any keys: in an object literal, `__proto__` would set the prototype.
 */
export const quoteData = (value: unknown): string => `JSON.parse(${quote(JSON.stringify(value))})`;
