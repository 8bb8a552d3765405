/** The characters of windows-1252 from 0x80 to 0x9F; above them it is ISO 8859-1. */
const WESTERN = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ';

const central = new TextDecoder('windows-1250').decode(Uint8Array.from({ length: 128 }, (_, index) => index + 128));
const western = WESTERN + String.fromCharCode(...Array.from({ length: 96 }, (_, index) => index + 160));

/** Character to byte, for what is not ASCII. */
const tables = [central, western].map((text) => new Map([...text].map((sign, index) => [sign, index + 128])));
const utf8 = new TextDecoder('utf-8', { fatal: true });

const NAMED: ReadonlyMap<string, string> = new Map(
  Object.entries({ amp: '&', quot: '"', apos: "'", nbsp: ' ', lt: '<', gt: '>' }),
);

/** What a text says whose UTF-8 was read as windows-1250 or windows-1252, or which was escaped twice; null where that is not plain. */
export function readGarbled(text: string): string | null {
  const plain = text.replaceAll(
    /&(?:#(\d{2,5})|(amp|quot|apos|nbsp|lt|gt));/g,
    (whole, code?: string, name?: string) =>
      code === undefined ? (NAMED.get(name ?? '') ?? whole) : String.fromCharCode(Number(code)),
  );
  if (plain !== text) return plain;
  for (const table of tables) {
    const bytes = [...text].map((sign) => (sign < '\u0080' ? sign.charCodeAt(0) : table.get(sign)));
    if (bytes.includes(undefined)) continue;
    try {
      const read = utf8.decode(Uint8Array.from(bytes as number[]));
      if (read !== text) return read;
    } catch {
      // These bytes are no UTF-8: the text is something else.
    }
  }
  return null;
}
