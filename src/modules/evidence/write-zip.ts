import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { crc32, deflateRaw, deflateRawSync } from 'node:zlib';

const deflate = promisify(deflateRaw);

/**
 * Files up to this size in bytes are compressed synchronously; larger ones in the thread pool, so that they do not
 * block other requests.
 */
const AT_ONCE = 64 * 1024;

/**
 * Values that `src/modules/evidence/verifier/container.ts` expects: APPNOTE 6.3 on Unix, version needed 2.0, UTF-8
 * names, mode 0644.
 */
const MADE_BY = 0x033f;
const NEEDS = 20;
const UTF8 = 0x800;
const ATTRIBUTES = (0o100644 << 16) >>> 0;
const DEFLATED = 8;
const STORED = 0;

export type PackedFile = {
  readonly name: string;
  readonly method: typeof DEFLATED | typeof STORED;
  readonly size: number;
  readonly checkSum: number;
  readonly bytes: Uint8Array;
};

const packed = new WeakMap<Uint8Array, Omit<PackedFile, 'name'>>();

/**
 * Compresses a file before the archive is written, because the manifest lists digests of the compressed bytes. yazl,
 * which writes the exports, compresses while writing. Results are cached per buffer (such as the verifier in every
 * archive), so `content` must not change later.
 */
export async function packFile(name: string, content: Uint8Array): Promise<PackedFile> {
  const known = packed.get(content);
  if (known !== undefined) return { name, ...known };
  const bytes = content.length <= AT_ONCE ? deflateRawSync(content) : await deflate(content);
  const made = { method: DEFLATED, size: content.length, checkSum: crc32(content), bytes } as const;
  packed.set(content, made);
  return { name, ...made };
}

/** Wraps a file that is stored without compression. */
export const storeFile = (name: string, content: Uint8Array): PackedFile => ({
  name,
  method: STORED,
  size: content.length,
  checkSum: crc32(content),
  bytes: content,
});

/** SHA-256 of the compressed bytes, lowercase hex. */
export const digestOfPacked = ({ bytes }: PackedFile): string => hash('sha256', bytes);

/**
 * Writes a ZIP archive (APPNOTE 6.3): files, central directory and end record, without gaps. Deterministic.
 *
 * @param at modification time of every file, in UTC, with a resolution of two seconds
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

/** MS-DOS time and date (APPNOTE 4.4.6). */
const toDos = (at: Date): [time: number, date: number] => [
  (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
  ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
];
