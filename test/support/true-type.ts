/**
 * Advance widths of a TrueType font (OpenType: `head`, `hhea`, `hmtx`) by glyph, in thousandths of its size.
 *
 * @throws RangeError for a file in another format
 */
export function advancesOf(file: Uint8Array): number[] {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const tables = new Map<string, number>();
  for (let entry = 0; entry < view.getUint16(4); entry++) {
    const place = 12 + entry * 16;
    tables.set(Buffer.from(file.subarray(place, place + 4)).toString('latin1'), view.getUint32(place + 8));
  }
  const tableAt = (name: string): number => {
    const found = tables.get(name);
    if (found === undefined) throw new RangeError(`the font has no table ${name}`);
    return found;
  };
  const unit = view.getUint16(tableAt('head') + 18);
  const count = view.getUint16(tableAt('hhea') + 34);
  const first = tableAt('hmtx');
  return Array.from({ length: count }, (_, glyph) => (view.getUint16(first + glyph * 4) * 1000) / unit);
}
