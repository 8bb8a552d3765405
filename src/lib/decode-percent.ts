/** Decodes percent-encoded UTF-8 (RFC 3986, 2.1); null when the text is not well-formed. */
export function decodePercent(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
