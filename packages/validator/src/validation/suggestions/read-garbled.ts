/** The characters 0x80 to 0x9F of windows-1252; above them it equals ISO 8859-1. */
const WESTERN = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ';

const central = new TextDecoder('windows-1250').decode(Uint8Array.from({ length: 128 }, (_, index) => index + 128));
const western = WESTERN + String.fromCharCode(...Array.from({ length: 96 }, (_, index) => index + 160));

/** Maps non-ASCII characters to bytes. */
const tables = [central, western].map((text) => new Map([...text].map((sign, index) => [sign, index + 128])));
const utf8 = new TextDecoder('utf-8', { fatal: true });

const NAMED: ReadonlyMap<string, string> = new Map(
  Object.entries({ amp: '&', quot: '"', apos: "'", nbsp: ' ', lt: '<', gt: '>' }),
);

/** Longer texts are reported without a suggestion: every letter would be a separate value. */
const LONGEST = 10_000;

/** The character of a character reference, if XML allows it (XML 1.0, production 2) and it is not a surrogate. */
function characterOf(code: number): string | null {
  const isBlank = code === 0x09 || code === 0x0a || code === 0x0d;
  const isRetained = isBlank || (code >= 0x20 && code < 0xd800) || (code >= 0xe000 && code <= 0xfffd) || code > 0xffff;
  return isRetained ? String.fromCodePoint(code) : null;
}

/**
 * Restores a text whose UTF-8 was decoded as windows-1250 or windows-1252, or which was escaped twice; null when
 * neither is certain.
 */
export function readGarbled(text: string): string | null {
  if (text.length > LONGEST) return null;
  const plain = text.replaceAll(
    /&(?:#(\d{2,5})|(amp|quot|apos|nbsp|lt|gt));/g,
    (whole, code?: string, name?: string) =>
      (code === undefined ? NAMED.get(name ?? '') : characterOf(Number(code))) ?? whole,
  );
  if (plain !== text) return plain;
  for (const table of tables) {
    const bytes = [...text].map((sign) => (sign < '\u0080' ? sign.charCodeAt(0) : table.get(sign)));
    if (bytes.includes(undefined)) continue;
    try {
      const read = utf8.decode(Uint8Array.from(bytes as number[]));
      if (read !== text) return read;
    } catch {
      // Not UTF-8, so the text was not garbled this way.
    }
  }
  return null;
}
