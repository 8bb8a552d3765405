import { latin1 } from './latin1.ts';

/** The encoding family detected from the first bytes (XML 1.0, appendix F). */
type EncodingFamily =
  | { readonly kind: '8-bit'; readonly marked: boolean }
  | { readonly kind: '16-bit'; readonly encoding: 'UTF-16LE' | 'UTF-16BE'; readonly marked: boolean }
  | { readonly kind: 'unsupported'; readonly name: string };

/**
 * An encoding declaration; `text` starts with the XML declaration and `offset` is the offset of the encoding name in
 * it.
 */
type DeclaredEncoding = { readonly name: string; readonly offset: number; readonly text: string };

export function detectFamily(bytes: Uint8Array): EncodingFamily {
  const first = ((bytes[0] ?? 1) << 8) | (bytes[1] ?? 1);
  const second = ((bytes[2] ?? 1) << 8) | (bytes[3] ?? 1);
  switch (first) {
    case 0xfeff:
      return { kind: '16-bit', encoding: 'UTF-16BE', marked: true };
    case 0xfffe:
      return second === 0
        ? { kind: 'unsupported', name: 'UTF-32LE' }
        : { kind: '16-bit', encoding: 'UTF-16LE', marked: true };
    case 0x0000:
      return second === 0xfeff || second === 0x003c
        ? { kind: 'unsupported', name: 'UTF-32BE' }
        : { kind: '8-bit', marked: false };
    case 0x003c:
      if (second > 0xff) return { kind: '8-bit', marked: false };
      return { kind: '16-bit', encoding: 'UTF-16BE', marked: false };
    case 0x3c00:
      if (second === 0) return { kind: 'unsupported', name: 'UTF-32LE' };
      return (second & 0xff) > 0
        ? { kind: '8-bit', marked: false }
        : { kind: '16-bit', encoding: 'UTF-16LE', marked: false };
    case 0x4c6f:
      return second === 0xa794 ? { kind: 'unsupported', name: 'EBCDIC' } : { kind: '8-bit', marked: false };
    case 0xefbb:
      return { kind: '8-bit', marked: bytes[2] === 0xbf };
    default:
      return { kind: '8-bit', marked: false };
  }
}

const DECLARED = /^<\?xml[ \t\r\n][^>]*?[ \t\r\n]encoding[ \t\r\n]*=[ \t\r\n]*(["'])([^"'<>]*)\1/;

/** The encoding named in the XML declaration; null if there is no declaration. The declaration itself is ASCII. */
export function declaredEncoding(source: Uint8Array | string): DeclaredEncoding | null {
  const text = typeof source === 'string' ? source : asciiDeclaration(source);
  const match = DECLARED.exec(text);
  if (match === null) return null;
  const name = match[2]!;
  return { name, offset: match[0].length - 1 - name.length, text };
}

function asciiDeclaration(bytes: Uint8Array): string {
  const start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  // Without `<?xm` there is no declaration, and the rest of the file is not read.
  if (bytes[start] !== 0x3c || bytes[start + 1] !== 0x3f || bytes[start + 2] !== 0x78 || bytes[start + 3] !== 0x6d)
    return '';
  const end = bytes.indexOf(0x3e, start);
  return latin1(bytes.subarray(start, end === -1 ? bytes.length : end + 1));
}
