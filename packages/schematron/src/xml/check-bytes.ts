const tagOf = (value: unknown): string => Object.prototype.toString.call(value).slice('[object '.length, -1);

/**
 * Programs without types hand in texts, as `readFileSync(path, 'utf8')` gives them: XML says in its bytes how it is
 * encoded. Bytes are known by their tag, since those of another window have a constructor of their own.
 *
 * @throws TypeError
 */
export function checkBytes(value: unknown): void {
  const tag = tagOf(value);
  if (tag === 'Uint8Array' && ArrayBuffer.isView(value)) return;
  const advice = typeof value === 'string' ? ': new TextEncoder().encode(text)' : '';
  throw new TypeError(`XML is read from its bytes, a Uint8Array, not from ${tag}${advice}`);
}
