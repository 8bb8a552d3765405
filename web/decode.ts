/** The text of an XML file by its byte order mark or its declaration (XML 1.0, 4.3.3); what is neither is UTF-8. */
export function decodeXml(bytes: Uint8Array): string {
  const label =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? 'utf-16le'
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? 'utf-16be'
        : bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
          ? 'utf-8'
          : declaredIn(bytes);
  try {
    return new TextDecoder(label).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

const FIRST = 200;

function declaredIn(bytes: Uint8Array): string {
  const start = String.fromCharCode(...bytes.subarray(0, FIRST));
  const label = /^[^<]*<\?xml[^>]*encoding=["']([\w.-]+)["']/.exec(start)?.[1] ?? 'utf-8';
  // It could not be read so if it were true.
  return /^utf-?16/i.test(label) ? 'utf-8' : label;
}
