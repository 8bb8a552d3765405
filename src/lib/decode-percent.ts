/** Text with its percent-encoding read as UTF-8 (RFC 3986, 2.1); null when it is not well-formed. */
export function decodePercent(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
