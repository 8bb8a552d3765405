import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create, type Font } from 'fontkit';

export type Fonts = { readonly regular: Font; readonly bold: Font };

/**
 * Tables required to draw glyphs (OpenType, chapter 5). Kerning and ligatures are dropped: they take the largest
 * share of layout time and do not improve tables.
 */
const KEPT = new Set([
  'OS/2',
  'cmap',
  'cvt ',
  'fpgm',
  'glyf',
  'head',
  'hhea',
  'hmtx',
  'loca',
  'maxp',
  'name',
  'post',
  'prep',
]);

const ENTRY = 16;
const HEADER = 12;

/** Returns a TrueType font reduced to those tables. */
function keepTables(font: Buffer): Buffer<ArrayBuffer> {
  const tables = Array.from({ length: font.readUInt16BE(4) }, (_, index) => {
    const at = HEADER + index * ENTRY;
    const from = font.readUInt32BE(at + 8);
    const content = font.subarray(from, from + font.readUInt32BE(at + 12));
    return { tag: font.toString('latin1', at, at + 4), checksum: font.readUInt32BE(at + 4), content };
  }).filter(({ tag }) => KEPT.has(tag));
  const head = Buffer.alloc(HEADER + tables.length * ENTRY);
  font.copy(head, 0, 0, 4);
  head.writeUInt16BE(tables.length, 4);
  const parts: Buffer<ArrayBufferLike>[] = [head];
  let offset = head.length;
  for (const [index, { tag, checksum, content }] of tables.entries()) {
    const at = HEADER + index * ENTRY;
    head.write(tag, at, 'latin1');
    head.writeUInt32BE(checksum, at + 4);
    head.writeUInt32BE(offset, at + 8);
    head.writeUInt32BE(content.length, at + 12);
    const padding = Buffer.alloc((4 - (content.length % 4)) % 4);
    parts.push(content, padding);
    offset += content.length + padding.length;
  }
  return Buffer.concat(parts);
}

const load = (name: string): Font => {
  const file = createRequire(import.meta.url).resolve(`@expo-google-fonts/noto-sans/${name}.ttf`);
  return create(keepTables(readFileSync(file))) as Font;
};

let loaded: Fonts | null = null;

/** Noto Sans (SIL Open Font License 1.1): Latin, Greek and Cyrillic. Loaded with the first report. */
export const loadFonts = (): Fonts =>
  (loaded ??= { regular: load('400Regular/NotoSans_400Regular'), bold: load('700Bold/NotoSans_700Bold') });

const COMMON = /^[\x20-\x7e\xa0-\u017f]*$/;

/** Replaces characters that the font lacks with U+FFFD, because PDF/A forbids references to missing glyphs. */
export function toGlyphs(text: string, { regular }: Fonts): string {
  // The only character in the service's own texts that the font lacks.
  const whole = text.normalize('NFC').replaceAll('→', '->');
  if (COMMON.test(whole)) return whole;
  return Array.from(whole, (sign) => (regular.hasGlyphForCodePoint(sign.codePointAt(0)!) ? sign : '\uFFFD')).join('');
}
