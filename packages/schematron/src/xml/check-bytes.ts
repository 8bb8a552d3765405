const tagOf = (value: unknown): string => Object.prototype.toString.call(value).slice('[object '.length, -1);

/**
 * Rejects strings: untyped callers often pass `readFileSync(path, 'utf8')`, but the encoding of XML is determined
 * from its bytes. Checks the type tag instead of using `instanceof`, because a `Uint8Array` of another window has
 * another constructor.
 *
 * @throws TypeError
 */
export function checkBytes(value: unknown): void {
  const tag = tagOf(value);
  if (tag === 'Uint8Array' && ArrayBuffer.isView(value)) return;
  const advice = typeof value === 'string' ? ': new TextEncoder().encode(text)' : '';
  throw new TypeError(`XML is read from its bytes, a Uint8Array, not from ${tag}${advice}`);
}
