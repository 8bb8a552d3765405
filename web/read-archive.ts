import { toLine } from '../src/lib/to-line.ts';
import type { GivenFile } from './given-files.ts';
import { nameOfBytes } from './name-of-bytes.ts';

/** More than these no month has; beyond them the page would stop to answer. */
export const MOST_FILES = 10_000;
const MOST_BYTES = 500_000_000;
const MOST_OF_ONE = 50_000_000;

/** What may stand behind the end (APPNOTE 4.3.16). */
const LONGEST_NOTE = 65_535;

/** Signatures of the end, of an entry of the directory, and of a file (APPNOTE 4.3). */
const END = 0x06054b50;
const ENTRY = 0x02014b50;

/** An archive, or a file in it, that cannot be unpacked. */
export class ArchiveRefused extends Error {}

/** A file of an archive that was not unpacked, and why. */
export type Unread = { readonly name: string; readonly why: 'password' | 'size' | 'damaged' };

/** What is not judged of an archive. */
type Passed = {
  /** How many files there are beyond `MOST_FILES`, which are left alone. */
  readonly leaveOut: (files: number) => void;
  /** One damaged file keeps nobody from the others. */
  readonly cannotRead: (file: Unread) => void;
};

const PK = [0x50, 0x4b];
const NAME = 30;

/** Whether a file is an archive of files, and no document of an office program, which looks like one (APPNOTE 4.3.7). */
export function isArchive({ bytes }: GivenFile): boolean {
  if (!PK.every((byte, index) => bytes[index] === byte)) return false;
  const first = String.fromCharCode(...bytes.subarray(NAME, NAME + 64));
  return !/^(?:\[Content_Types\]|_rels\/|docProps\/|mimetypeapplication\/vnd\.oasis)/.test(first);
}

/**
 * The XML and PDF files of a ZIP archive, unpacked one after the other.
 *
 * @throws ArchiveRefused when it is none
 */
export async function* readArchive(
  bytes: Uint8Array<ArrayBuffer>,
  { leaveOut, cannotRead }: Passed,
): AsyncGenerator<GivenFile> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = bytes.length - 22;
  const first = Math.max(0, end - LONGEST_NOTE);
  while (end >= first && view.getUint32(end, true) !== END) end -= 1;
  if (end < first) throw new ArchiveRefused('end');
  const count = view.getUint16(end + 10, true);
  // Whoever has so many says so elsewhere (APPNOTE 4.4.1.4, ZIP64).
  if (count === 0xffff) throw new ArchiveRefused('zip64');
  let [files, beyond] = [0, 0];
  let at = view.getUint32(end + 16, true);
  let left = MOST_BYTES;
  for (let i = 0; i < count; i++) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== ENTRY) throw new ArchiveRefused('entry');
    const [nameLength, extraLength, noteLength] = [28, 30, 32].map((field) => view.getUint16(at + field, true));
    const name = toLine(nameOfBytes(bytes.subarray(at + 46, at + 46 + nameLength!)));
    const isEncrypted = (view.getUint16(at + 8, true) & 1) === 1;
    const packed = { size: view.getUint32(at + 20, true), method: view.getUint16(at + 10, true) };
    const head = view.getUint32(at + 42, true);
    at += 46 + nameLength! + extraLength! + noteLength!;
    if (!/\.(xml|pdf)$/i.test(name) || /(^|\/)(\.|__MACOSX\/|META-INF\/)/.test(name)) continue;
    files += 1;
    if (files > MOST_FILES) {
      beyond += 1;
      continue;
    }
    if (isEncrypted) {
      cannotRead({ name, why: 'password' });
      continue;
    }
    const most = Math.min(left, MOST_OF_ONE);
    try {
      if (head + 30 > bytes.length) throw new ArchiveRefused('file');
      const start = head + 30 + view.getUint16(head + 26, true) + view.getUint16(head + 28, true);
      const content = await unpack(bytes.subarray(start, start + packed.size), packed.method, most);
      left -= content.length;
      yield { name, bytes: content };
    } catch (error) {
      if (!(error instanceof ArchiveRefused)) throw error;
      const isLarge = error.message === 'size';
      // So much of it was unpacked before it was known to be too large.
      if (isLarge) left -= most;
      cannotRead({ name, why: isLarge ? 'size' : 'damaged' });
    }
  }
  if (beyond > 0) leaveOut(beyond);
}

/** What was deflated (RFC 1951), or stands as it is. @throws ArchiveRefused where it is larger than `most`, or damaged */
export async function unpack(packed: Uint8Array<ArrayBuffer>, method: number, most: number): Promise<Uint8Array> {
  if (method === 0 && packed.length <= most) return packed;
  if (method !== 8) throw new ArchiveRefused(method === 0 ? 'size' : 'method');
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  try {
    for (const reader = stream.getReader(); ; ) {
      const { done, value } = await reader.read();
      if (done) break;
      size += value.length;
      if (size > most) throw new ArchiveRefused('size');
      parts.push(value);
    }
  } catch (error) {
    throw error instanceof ArchiveRefused ? error : new ArchiveRefused('content');
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
