import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { crc32, deflateRaw, deflateRawSync } from 'node:zlib';

const deflate = promisify(deflateRaw);

/** Smaller files are packed at once; larger ones elsewhere, so that other requests get their turn. In bytes. */
const AT_ONCE = 64 * 1024;

/** As `src/modules/evidence/verifier/container.ts` expects it: APPNOTE 6.3 on Unix, needs 2.0, names in UTF-8, a file that everybody may read. */
const MADE_BY = 0x033f;
const NEEDS = 20;
const UTF8 = 0x800;
const ATTRIBUTES = (0o100644 << 16) >>> 0;
const DEFLATED = 8;
const STORED = 0;

/** A file as it lies in an archive. */
export type PackedFile = {
  readonly name: string;
  readonly method: typeof DEFLATED | typeof STORED;
  readonly size: number;
  readonly checkSum: number;
  readonly bytes: Uint8Array;
};

const packed = new WeakMap<Uint8Array, Omit<PackedFile, 'name'>>();

/**
 * Packs a file before the archive is written, for its manifest lists digests of packed bytes: yazl, which the exports
 * are written with, packs while it writes. Of the same bytes, such as the verifier that goes with every archive, it is
 * done once; they must not change later.
 */
export async function packFile(name: string, content: Uint8Array): Promise<PackedFile> {
  const known = packed.get(content);
  if (known !== undefined) return { name, ...known };
  const bytes = content.length <= AT_ONCE ? deflateRawSync(content) : await deflate(content);
  const made = { method: DEFLATED, size: content.length, checkSum: crc32(content), bytes } as const;
  packed.set(content, made);
  return { name, ...made };
}

/** A file that lies in the archive as it is. */
export const storeFile = (name: string, content: Uint8Array): PackedFile => ({
  name,
  method: STORED,
  size: content.length,
  checkSum: crc32(content),
  bytes: content,
});

/** SHA-256 of a file as it lies in the archive, lowercase hex. */
export const digestOfPacked = ({ bytes }: PackedFile): string => hash('sha256', bytes);

/**
 * Writes a ZIP archive (APPNOTE 6.3): the files one behind the other, then the directory, then the end, and nothing else.
 * The same files give the same bytes.
 *
 * @param at the time that each file has in it, in UTC, to two seconds
 */
export function writeZip(files: readonly PackedFile[], at: Date): Buffer {
  const [time, date] = toDos(at);
  const parts: Uint8Array[] = [];
  const directory: Buffer[] = [];
  let place = 0;
  for (const { name, method, size, checkSum, bytes } of files) {
    const nameBytes = Buffer.from(name);
    const shared = Buffer.alloc(26);
    [NEEDS, UTF8, method, time, date].forEach((field, index) => void shared.writeUInt16LE(field, 2 * index));
    [checkSum, bytes.length, size].forEach((field, index) => void shared.writeUInt32LE(field, 10 + 4 * index));
    shared.writeUInt16LE(nameBytes.length, 22);
    const entry = Buffer.alloc(14);
    entry.writeUInt32LE(ATTRIBUTES, 6);
    entry.writeUInt32LE(place, 10);
    directory.push(signed(0x02014b50), Buffer.of(MADE_BY & 0xff, MADE_BY >> 8), shared, entry, nameBytes);
    parts.push(signed(0x04034b50), shared, nameBytes, bytes);
    place += 4 + shared.length + nameBytes.length + bytes.length;
  }
  const entries = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(entries.length, 12);
  end.writeUInt32LE(place, 16);
  return Buffer.concat([...parts, entries, end]);
}

function signed(signature: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(signature, 0);
  return bytes;
}

/** Time and date as archives have them (APPNOTE 4.4.6). */
const toDos = (at: Date): [time: number, date: number] => [
  (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
  ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
];
