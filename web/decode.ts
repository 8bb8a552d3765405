/** Decodes an XML file according to its byte order mark or its declaration (XML 1.0, 4.3.3); the default is UTF-8. */
export function decodeXml(bytes: Uint8Array): string {
  return decoderOf(bytes).decode(bytes);
}

/**
 * Returns an encoder for edited text that preserves the byte order mark and the line endings of the file. Null if
 * encoding would change more than the edit: for encodings other than UTF-8 and for mixed line endings.
 */
export function writerOf(bytes: Uint8Array): ((text: string) => Uint8Array) | null {
  if (decoderOf(bytes).encoding !== 'utf-8') return null;
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
  const mark = text.startsWith('\ufeff') ? '\ufeff' : '';
  const isWindows = text.includes('\r\n');
  const others = isWindows ? text.replaceAll('\r\n', '') : text;
  if (others.includes('\r') || (isWindows && others.includes('\n'))) return null;
  return (changed) => {
    const lines = changed.replaceAll('\r\n', '\n');
    return new TextEncoder().encode(mark + (isWindows ? lines.replaceAll('\n', '\r\n') : lines));
  };
}

function decoderOf(bytes: Uint8Array): TextDecoder {
  const label =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? 'utf-16le'
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? 'utf-16be'
        : bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
          ? 'utf-8'
          : declaredIn(bytes);
  try {
    return new TextDecoder(label);
  } catch {
    return new TextDecoder();
  }
}

const FIRST = 200;

function declaredIn(bytes: Uint8Array): string {
  const start = String.fromCharCode(...bytes.subarray(0, FIRST));
  const label = /^[^<]*<\?xml[^>]*encoding=["']([\w.-]+)["']/.exec(start)?.[1] ?? 'utf-8';
  // A declaration that could be read byte by byte cannot be UTF-16.
  return /^utf-?16/i.test(label) ? 'utf-8' : label;
}
