import { declaredEncoding, detectFamily } from './detect-encoding.ts';
import { type FoundFault, quote, type XmlFaultReason } from './fault.ts';
import { findBadUtf8, findBadUtf16 } from './find-bad-bytes.ts';
import { latin1 } from './latin1.ts';

/** On a fault, `text` is the part decoded before it, from which its position is computed. */
type Decoded =
  | { readonly ok: true; readonly text: string; readonly encoding: Encoding }
  | { readonly ok: false; readonly text: string; readonly fault: FoundFault };

export type Encoding = 'UTF-8' | 'UTF-16LE' | 'UTF-16BE' | 'US-ASCII' | `ISO-8859-${number}` | `windows-${number}`;

/** IANA names, compared case-insensitively (XML 1.0, 4.3.3), and common aliases. */
const NAMES: ReadonlyMap<string, Encoding | 'UTF-16'> = new Map(
  Object.entries({
    'utf-8': 'UTF-8',
    utf8: 'UTF-8',
    'utf-16': 'UTF-16',
    'utf-16le': 'UTF-16LE',
    'utf-16be': 'UTF-16BE',
    'us-ascii': 'US-ASCII',
    ascii: 'US-ASCII',
    latin1: 'ISO-8859-1',
    latin2: 'ISO-8859-2',
    'latin-9': 'ISO-8859-15',
    latin9: 'ISO-8859-15',
    latin10: 'ISO-8859-16',
  }),
);

const ISO_8859 = /^iso[-_]?8859[-_](\d+)$/;
/** `cp1250` is the name that Java and Python use. */
const WINDOWS = /^(?:windows-|cp)(125[0-57])$/;

/** The parts of ISO 8859, except part 11 (Thai), which decoders treat as a Windows code page. */
const PARTS = /^(?:[1-9]|1[03-6])$/;

/** The encoding with this name; undefined if it is not supported. */
function encodingOf(name: string): Encoding | 'UTF-16' | undefined {
  const lower = name.toLowerCase();
  const part = ISO_8859.exec(lower)?.[1];
  if (part !== undefined) return PARTS.test(part) ? `ISO-8859-${Number(part)}` : undefined;
  const page = WINDOWS.exec(lower)?.[1];
  return page === undefined ? NAMES.get(lower) : `windows-${Number(page)}`;
}

const decoders = {
  'UTF-8': new TextDecoder('utf-8', { fatal: true }),
  'UTF-16LE': new TextDecoder('utf-16le', { fatal: true }),
  'UTF-16BE': new TextDecoder('utf-16be', { fatal: true }),
};

/** TextDecoder maps the bytes that a Windows code page leaves unassigned to control characters or U+FFFD. */
const UNASSIGNED = /[\u0080-\u009f\ufffd]/;
const REPLACED = /\ufffd/;
const NOT_ASCII = /[\u0080-\u00ff]/;

/**
 * Decodes bytes as specified by XML 1.0, 4.3.3 and appendix F: by byte order mark, otherwise by the pattern of the
 * first bytes, otherwise by the declaration, otherwise as UTF-8. Contradictions between these, and bytes that are
 * invalid in the encoding, are faults.
 */
export function decodeXml(bytes: Uint8Array): Decoded {
  const family = detectFamily(bytes);
  if (family.kind === 'unsupported') return stop('', 'encoding-unsupported', 0, family.name);
  if (family.kind === '16-bit') return decode16(bytes, family.encoding, family.marked);
  const declared = declaredEncoding(bytes);
  if (declared === null) return decodeAs(bytes, 'UTF-8');
  const encoding = encodingOf(declared.name);
  const before = declared.text.slice(0, declared.offset);
  if (encoding === undefined) return stop(before, 'encoding-unsupported', declared.offset, declared.name);
  if (family.marked && encoding !== 'UTF-8') {
    return stop(before, 'encoding-contradicts-mark', declared.offset, declared.name, 'UTF-8');
  }
  if (encoding === 'UTF-16' || encoding === 'UTF-16LE' || encoding === 'UTF-16BE') {
    return stop(before, 'encoding-contradicts-bytes', declared.offset, declared.name);
  }
  return decodeAs(bytes, encoding);
}

function decode16(bytes: Uint8Array, encoding: 'UTF-16LE' | 'UTF-16BE', marked: boolean): Decoded {
  const decoded = decodeAs(bytes, encoding);
  if (!decoded.ok) return decoded;
  const declared = declaredEncoding(decoded.text);
  if (declared === null) return marked ? decoded : stop('', 'encoding-undeclared', 0, encoding);
  const named = encodingOf(declared.name);
  if (named === 'UTF-16' || named === encoding) return decoded;
  const before = declared.text.slice(0, declared.offset);
  const reason = marked ? 'encoding-contradicts-mark' : 'encoding-contradicts-bytes';
  return stop(before, reason, declared.offset, declared.name, 'UTF-16');
}

function decodeAs(bytes: Uint8Array, encoding: Encoding): Decoded {
  switch (encoding) {
    case 'US-ASCII':
      return checked(latin1(bytes), NOT_ASCII, bytes, encoding);
    case 'ISO-8859-1':
      // TextDecoder treats this label as windows-1252.
      return { ok: true, text: latin1(bytes), encoding };
    case 'ISO-8859-9':
      // TextDecoder treats this label as windows-1254.
      return { ok: true, text: replaced(latin1(bytes), 'ÐÝÞðýþ', 'ĞİŞğış'), encoding };
    case 'ISO-8859-16':
      // Node.js has no TextDecoder for this encoding.
      return { ok: true, text: replaced(latin1(bytes), ...ISO_8859_16), encoding };
    case 'windows-1252':
      return checked(windows1252(latin1(bytes)), UNASSIGNED, bytes, encoding);
    case 'UTF-8':
    case 'UTF-16LE':
    case 'UTF-16BE':
      try {
        return { ok: true, text: decoders[encoding].decode(bytes), encoding };
      } catch (error) {
        if (!(error instanceof TypeError)) throw error;
        return badBytes(bytes, encoding);
      }
    default: {
      const unassigned = encoding.startsWith('windows') ? UNASSIGNED : REPLACED;
      return checked(new TextDecoder(encoding).decode(bytes), unassigned, bytes, encoding);
    }
  }
}

/** The characters in which ISO 8859-16 differs from ISO 8859-1, before and after. */
const ISO_8859_16 = ['¡¢£¤¥¦¨ª¬®¯²³´µ¸¹º¼½¾¿ÃÅÐÑÕ×ØÝÞãåðñõ÷øýþ', 'ĄąŁ€„ŠšȘŹźŻČłŽ”žčșŒœŸżĂĆĐŃŐŚŰĘȚăćđńőśűęț'] as const;

/** Replaces each character of `from` with the character of `to` at the same position. */
function replaced(text: string, from: string, to: string): string {
  return text.replace(/[\u00a0-\u00ff]/g, (character) => to[from.indexOf(character)] ?? character);
}

function checked(text: string, forbidden: RegExp, bytes: Uint8Array, encoding: Encoding): Decoded {
  const offset = text.search(forbidden);
  if (offset === -1) return { ok: true, text, encoding };
  return stop(text.slice(0, offset), 'byte-not-in-encoding', offset, hex(bytes.subarray(offset, offset + 1)), encoding);
}

function badBytes(bytes: Uint8Array, encoding: 'UTF-8' | 'UTF-16LE' | 'UTF-16BE'): Decoded {
  const bad = encoding === 'UTF-8' ? findBadUtf8(bytes) : findBadUtf16(bytes, encoding === 'UTF-16LE');
  const text = decoders[encoding].decode(bytes.subarray(0, bad.at));
  return stop(text, bad.reason, text.length, hex(bytes.subarray(bad.at, bad.at + bad.length)), encoding);
}

/** The characters of windows-1252 at bytes 80 to 9F; a space where none is assigned. */
const WINDOWS_1252 = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';

/** Implemented here because TextDecoder in some Node.js releases decodes windows-1252 as ISO-8859-1. */
function windows1252(text: string): string {
  return text.replace(/[\u0080-\u009f]/g, (control) => {
    const assigned = WINDOWS_1252[control.charCodeAt(0) - 0x80]!;
    return assigned === ' ' ? control : assigned;
  });
}

const hex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).toUpperCase().padStart(2, '0')).join(' ');

function stop(
  text: string,
  reason: XmlFaultReason,
  offset: number,
  found: string,
  expected: string | null = null,
): Decoded {
  return { ok: false, text, fault: { reason, offset, found: quote(found), expected } };
}
