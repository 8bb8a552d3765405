import { closeSync, openSync, readSync } from 'node:fs';

/** Marks the code points covered by a font file. @throws Error unless it is a TrueType or OpenType font */
export function readCoverage(file: string, covered: Uint8Array): void {
  const handle = openSync(file, 'r');
  try {
    const read = (at: number, length: number): Buffer => {
      const bytes = Buffer.alloc(Math.min(length, LARGEST));
      return bytes.subarray(0, readSync(handle, bytes, 0, bytes.length, at));
    };
    const head = read(0, 12);
    const isCollection = head.toString('latin1', 0, 4) === 'ttcf';
    const starts = isCollection ? read(12, 4 * head.readUInt32BE(8)) : Buffer.alloc(4);
    for (let at = 0; at + 4 <= starts.length; at += 4) {
      const start = starts.readUInt32BE(at);
      const tables = read(start + 12, 16 * read(start, 12).readUInt16BE(4));
      for (let entry = 0; entry + 16 <= tables.length; entry += 16) {
        if (tables.toString('latin1', entry, entry + 4) !== 'cmap') continue;
        addMap(read(tables.readUInt32BE(entry + 8), tables.readUInt32BE(entry + 12)), covered);
      }
    }
  } finally {
    closeSync(handle);
  }
}

/** Maximum table size in bytes; real tables are smaller. */
const LARGEST = 4 * 1024 * 1024;

/** Reads the Unicode subtables of `cmap`, in the two formats that fonts use (OpenType, "cmap"). */
function addMap(map: Buffer, covered: Uint8Array): void {
  for (let record = 0; record < map.readUInt16BE(2); record++) {
    const [platform, encoding] = [map.readUInt16BE(4 + 8 * record), map.readUInt16BE(6 + 8 * record)];
    if (platform !== 0 && !(platform === 3 && (encoding === 1 || encoding === 10))) continue;
    const table = map.subarray(map.readUInt32BE(8 + 8 * record));
    const format = table.readUInt16BE(0);
    if (format === 4) addSegments(table, covered);
    if (format === 12) addGroups(table, covered);
  }
}

function addSegments(table: Buffer, covered: Uint8Array): void {
  const bytes = table.readUInt16BE(6);
  for (let at = 14; at < 14 + bytes; at += 2) {
    const [end, start] = [table.readUInt16BE(at), table.readUInt16BE(at + 2 + bytes)];
    const delta = table.readUInt16BE(at + 2 + 2 * bytes);
    const place = at + 2 + 3 * bytes;
    const offset = table.readUInt16BE(place);
    for (let point = start; point <= end && point < 0xffff; point++) {
      const glyph = offset === 0 ? (point + delta) & 0xffff : table.readUInt16BE(place + offset + 2 * (point - start));
      if (glyph !== 0) covered[point] = 1;
    }
  }
}

function addGroups(table: Buffer, covered: Uint8Array): void {
  const groups = table.readUInt32BE(12);
  for (let group = 0; group < groups; group++) {
    const at = 16 + 12 * group;
    covered.fill(1, table.readUInt32BE(at), table.readUInt32BE(at + 4) + 1);
  }
}
