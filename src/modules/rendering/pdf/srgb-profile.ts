/**
 * Creates an sRGB color profile (IEC 61966-2-1) in the format ICC.1:2001-04, which defines the colors of a PDF/A. The
 * primaries are those of the standard adapted to D50; the curve has 1,000 points of the formula in the standard.
 */
export function makeSrgbProfile(): Uint8Array {
  const curve = makeCurve();
  const parts: readonly (readonly [names: readonly string[], content: Buffer])[] = [
    [['desc'], description('sRGB IEC61966-2.1')],
    [['cprt'], text('No copyright')],
    [['wtpt'], xyz(0.9505, 1, 1.0891)],
    [['rXYZ'], xyz(0.43607, 0.22249, 0.01392)],
    [['gXYZ'], xyz(0.38515, 0.71687, 0.09708)],
    [['bXYZ'], xyz(0.14307, 0.06061, 0.7141)],
    [['rTRC', 'gTRC', 'bTRC'], curve],
  ];
  const count = parts.reduce((sum, [names]) => sum + names.length, 0);
  const table = Buffer.alloc(4 + count * 12);
  table.writeUInt32BE(count, 0);
  let entry = 4;
  let at = HEADER + table.length;
  for (const [names, content] of parts) {
    for (const name of names) {
      table.write(name, entry, 'latin1');
      table.writeUInt32BE(at, entry + 4);
      table.writeUInt32BE(content.length, entry + 8);
      entry += 12;
    }
    at += content.length;
  }
  return Buffer.concat([header(at), table, ...parts.map(([, content]) => content)]);
}

const HEADER = 128;

function header(size: number): Buffer {
  const bytes = Buffer.alloc(HEADER);
  bytes.writeUInt32BE(size, 0);
  bytes.writeUInt32BE(0x02100000, 8);
  bytes.write('mntrRGB XYZ ', 12, 'latin1');
  // Creation date of the profile: 2026-01-01.
  for (const [index, number] of [2026, 1, 1].entries()) bytes.writeUInt16BE(number, 24 + index * 2);
  bytes.write('acsp', 36, 'latin1');
  // White point of the profile connection space, D50.
  for (const [index, number] of [0.9642, 1, 0.8249].entries()) bytes.writeInt32BE(fixed(number), 68 + index * 4);
  return bytes;
}

/** s15Fixed16Number */
const fixed = (number: number): number => Math.round(number * 65_536);

function xyz(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(20);
  bytes.write('XYZ ', 'latin1');
  for (const [index, value] of values.entries()) bytes.writeInt32BE(fixed(value), 8 + index * 4);
  return bytes;
}

const padded = (bytes: Buffer): Buffer => Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);

const text = (content: string): Buffer => padded(Buffer.from(`text\0\0\0\0${content}\0`, 'latin1'));

/** textDescriptionType: the name in ASCII only. */
function description(content: string): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length + 1);
  return padded(Buffer.concat([Buffer.from('desc\0\0\0\0'), length, Buffer.from(`${content}\0`), Buffer.alloc(78)]));
}

const POINTS = 1024;

function makeCurve(): Buffer {
  const bytes = Buffer.alloc(12 + POINTS * 2);
  bytes.write('curv', 'latin1');
  bytes.writeUInt32BE(POINTS, 8);
  for (let point = 0; point < POINTS; point++) {
    const value = point / (POINTS - 1);
    const linear = value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    bytes.writeUInt16BE(Math.round(linear * 65_535), 12 + point * 2);
  }
  return bytes;
}
