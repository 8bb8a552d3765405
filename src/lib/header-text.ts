const UTF_8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The text of bytes in a header field: UTF-8, or ISO-8859-1 where they are not well-formed UTF-8 (RFC 9110, section 5.5). */
export function decodeHeaderBytes(bytes: Uint8Array): string {
  try {
    return UTF_8.decode(bytes);
  } catch {
    // Not TextDecoder, whose ISO-8859-1 is windows-1252.
    return Buffer.from(bytes).toString('latin1');
  }
}

const EXTENDED = /^([\w!#$%&+^`{}~-]{1,40})'[A-Za-z\d-]{0,40}'(.*)$/s;

/**
 * The text of an extended value (RFC 8187): `UTF-8''fakt%C3%BAra.xml`.
 *
 * @returns null when the text has another form, another character set than UTF-8 and ISO-8859-1, or bytes that are not of it
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
