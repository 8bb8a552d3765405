const UTF_8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Decodes the bytes of a header field as UTF-8, or as ISO-8859-1 when they are not well-formed UTF-8 (RFC 9110,
 * section 5.5).
 */
export function decodeHeaderBytes(bytes: Uint8Array): string {
  try {
    return UTF_8.decode(bytes);
  } catch {
    // TextDecoder would decode ISO-8859-1 as windows-1252.
    return Buffer.from(bytes).toString('latin1');
  }
}

const EXTENDED = /^([\w!#$%&+^`{}~-]{1,40})'[A-Za-z\d-]{0,40}'(.*)$/s;

/**
 * Decodes an extended value (RFC 8187), for example `UTF-8''fakt%C3%BAra.xml`.
 *
 * @returns null when the syntax is invalid, the character set is neither UTF-8 nor ISO-8859-1, or the bytes are
 *   invalid in it
 */
export function decodeExtendedValue(text: string): string | null {
  const [, charset = '', value = ''] = EXTENDED.exec(text) ?? [];
  if (value === '' || /%(?![\da-f]{2})/i.test(value)) return null;
  try {
    if (/^utf-?8$/i.test(charset)) return decodeURIComponent(value);
    if (!/^iso-?8859-1$/i.test(charset)) return null;
    return value.replaceAll(/%[\da-f]{2}/gi, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16)));
  } catch {
    return null;
  }
}
