/** The text of an XML file by its byte order mark or its declaration (XML 1.0, 4.3.3); what is neither is UTF-8. */
export function decodeXml(bytes: Uint8Array): string {
  return decoderOf(bytes).decode(bytes);
}

/**
 * How a text that was changed is written back as this file: the same byte order mark, the same ends of lines. Null where
 * that would change more than a person wrote: in another encoding than UTF-8, or where ends of lines are mixed.
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
  // It could not be read so if it were true.
  return /^utf-?16/i.test(label) ? 'utf-8' : label;
}
