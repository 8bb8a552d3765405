import { type Bytes, isSame } from './bytes.ts';
import { crc32 } from './crc32.ts';
import type { Findings } from './finding.ts';
import { STAMP_FILES } from './stamp-files.ts';
import { UNPACKED } from './unpacked.ts';

/**
 * Decompresses DEFLATE data (RFC 1951). Rejects if the data is damaged, larger than `most` bytes, or followed by
 * unused bytes.
 */
export type Inflate = (packed: Bytes, most: number) => Promise<Bytes>;

/** A readable file with its compressed bytes and its archive date (APPNOTE 4.4.6). */
export type Packed = {
  readonly content: Bytes;
  readonly packed: Bytes;
  readonly time: number;
  readonly date: number;
};

/**
 * Limits of an evidence archive: a report has at most 10,000 issues, the invoice is limited by the upload limit of
 * the service.
 */
const MOST = { entries: 100, fileBytes: 300_000_000, bytes: 600_000_000, smallBytes: 1_000_000 };
/**
 * Files that are always a few kilobytes. A small limit applies, because their parsers hold several copies in memory.
 */
const SMALL = new Set([...UNPACKED, 'keys.json', 'evidence.tlog-proof', ...STAMP_FILES]);

const END = { signature: 0x06054b50, length: 22, longestNote: 65_535 };
const ENTRY = { signature: 0x02014b50, length: 46 };
const FILE = { signature: 0x04034b50, length: 30 };
const DESCRIPTOR = { signature: 0x08074b50, length: 16 };
const DEFLATED = 8;
const STORED = 0;
/** `utf8`: the name is UTF-8; `descriptor`: the sizes follow the content. */
const FLAG = { encrypted: 1, descriptor: 8, utf8: 0x800 };
/** Values that the service writes: APPNOTE 6.3 on Unix, version needed 2.0, mode 0644. */
const OURS = { madeBy: 0x033f, needs: 20, attributes: (0o100644 << 16) >>> 0 };

const decoder = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads a ZIP archive strictly: every byte must be accounted for. The files must follow each other from offset 0,
 * then the central directory, then the end record, and local headers must equal directory entries. Therefore two
 * programs cannot extract different files.
 *
 * @returns the readable files; everything else is reported
 */
export async function readContainer(
  bytes: Bytes,
  inflate: Inflate,
  report: Findings['report'],
): Promise<ReadonlyMap<string, Packed>> {
  const files = new Map<string, Packed>();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEnd(view);
  if (end === null) {
    report('zip_broken', null);
    return files;
  }
  if (end + END.length !== bytes.length) report('zip_trailing', null);
  const count = view.getUint16(end + 10, true);
  const start = view.getUint32(end + 16, true);
  const hasOneEnd =
    view.getUint32(end + 4, true) === 0 &&
    view.getUint16(end + 8, true) === count &&
    start + view.getUint32(end + 12, true) === end;
  if (!hasOneEnd) report('zip_directory', null);
  if (view.getUint16(end + 20, true) !== 0) report('zip_trailing', null);
  if (count > MOST.entries) {
    report('zip_too_large', null);
    return files;
  }
  let [at, place, left] = [start, 0, MOST.bytes];
  for (let index = 0; index < count; index++) {
    const entry = readEntry(view, at, end);
    if (entry === null) {
      report('zip_directory', null);
      return files;
    }
    at = entry.next;
    const { name } = entry;
    if (files.has(name)) report('zip_twice', name);
    if (!/^[^/\\:\p{Cc}]+$/u.test(name) || name === '..' || name === '.') report('zip_path', name);
    if (entry.place !== place) report('zip_gap', name);
    const next = checkHead(view, entry, start, report);
    if (next === null) continue;
    place = next;
    const content = await unpack(
      entry,
      view,
      Math.min(left, SMALL.has(name) ? MOST.smallBytes : MOST.fileBytes),
      inflate,
      report,
    );
    // Count failed files too: many entries may refer to the same bytes.
    left -= content?.length ?? entry.size;
    if (content === null) continue;
    files.set(name, { content, packed: packedOf(view, entry), time: entry.time, date: entry.date });
  }
  if (place !== start && files.size === count) report('zip_gap', null);
  if (at !== end) report('zip_directory', null);
  return files;
}

function findEnd(view: DataView): number | null {
  const last = view.byteLength - END.length;
  for (let at = last; at >= Math.max(0, last - END.longestNote); at--)
    if (view.getUint32(at, true) === END.signature) return at;
  return null;
}

type Entry = {
  readonly name: string;
  readonly madeBy: number;
  /** The fields from version needed to the sizes, which the local header repeats. */
  readonly shared: Uint8Array;
  readonly nameBytes: Uint8Array;
  readonly flags: number;
  readonly method: number;
  readonly time: number;
  readonly date: number;
  readonly checkSum: number;
  readonly packedSize: number;
  readonly size: number;
  /** As the service writes it: no extra fields, no comment, one disk, default attributes. */
  readonly isPlain: boolean;
  readonly place: number;
  readonly next: number;
};

function readEntry(view: DataView, at: number, end: number): Entry | null {
  if (at + ENTRY.length > end || view.getUint32(at, true) !== ENTRY.signature) return null;
  const [nameLength, extraLength, noteLength] = [28, 30, 32].map((field) => view.getUint16(at + field, true)) as [
    number,
    number,
    number,
  ];
  const next = at + ENTRY.length + nameLength + extraLength + noteLength;
  if (next > end) return null;
  const nameBytes = bytesOf(view, at + ENTRY.length, nameLength);
  let name: string;
  try {
    name = decoder.decode(nameBytes);
  } catch {
    return null;
  }
  const madeBy = view.getUint16(at + 4, true);
  const rest = view.getUint32(at + 34, true);
  return {
    name,
    madeBy,
    shared: bytesOf(view, at + 6, 22),
    nameBytes,
    flags: view.getUint16(at + 8, true),
    method: view.getUint16(at + 10, true),
    time: view.getUint16(at + 12, true),
    date: view.getUint16(at + 14, true),
    checkSum: view.getUint32(at + 16, true),
    packedSize: view.getUint32(at + 20, true),
    size: view.getUint32(at + 24, true),
    isPlain:
      madeBy === OURS.madeBy &&
      extraLength + noteLength + rest === 0 &&
      view.getUint32(at + 38, true) === OURS.attributes,
    place: view.getUint32(at + 42, true),
    next,
  };
}

const bytesOf = (view: DataView, at: number, length: number): Bytes =>
  new Uint8Array(view.buffer as ArrayBuffer, view.byteOffset + at, length);

/** Compares the local header with the directory entry. @returns the end offset of the file; null: not found */
function checkHead(view: DataView, entry: Entry, directory: number, report: Findings['report']): number | null {
  const { name, place, flags, packedSize } = entry;
  if (place + FILE.length > directory || view.getUint32(place, true) !== FILE.signature) {
    report('zip_no_file', name);
    return null;
  }
  const nameLength = view.getUint16(place + 26, true);
  const extraLength = view.getUint16(place + 28, true);
  const end = contentAt(view, entry) + packedSize;
  if (end > directory) {
    report('zip_no_file', name);
    return null;
  }
  const hasDescriptor = (flags & FLAG.descriptor) !== 0;
  const head = bytesOf(view, place + 4, 22);
  const compared = hasDescriptor ? 10 : 22;
  const isEqual = isSame(head.subarray(0, compared), entry.shared.subarray(0, compared));
  if (!isEqual || !isSame(bytesOf(view, place + FILE.length, nameLength), entry.nameBytes))
    report('zip_head_differs', name);
  const isOurs =
    entry.isPlain &&
    extraLength === 0 &&
    flags === FLAG.utf8 &&
    (entry.method === DEFLATED || (entry.method === STORED && UNPACKED.has(name))) &&
    view.getUint16(place + 4, true) === OURS.needs;
  if (!isOurs) report('zip_foreign', name);
  if (!hasDescriptor) return end;
  const isMarked = end + 4 <= directory && view.getUint32(end, true) === DESCRIPTOR.signature;
  return end + DESCRIPTOR.length - (isMarked ? 0 : 4);
}

const contentAt = (view: DataView, { place }: Entry): number =>
  place + FILE.length + view.getUint16(place + 26, true) + view.getUint16(place + 28, true);

const packedOf = (view: DataView, entry: Entry): Bytes => bytesOf(view, contentAt(view, entry), entry.packedSize);

async function unpack(
  entry: Entry,
  view: DataView,
  most: number,
  inflate: Inflate,
  report: Findings['report'],
): Promise<Bytes | null> {
  const { name, method, size, checkSum } = entry;
  if ((entry.flags & FLAG.encrypted) !== 0 || (method !== STORED && method !== DEFLATED)) {
    report('zip_method', name);
    return null;
  }
  if (size > Math.max(0, most)) {
    report('zip_too_large', name);
    return null;
  }
  const packed = packedOf(view, entry);
  const content = method === STORED ? packed : await inflate(packed, size).catch(() => null);
  if (content === null || content.length !== size || crc32(content) !== checkSum) {
    report('zip_content', name);
    return content;
  }
  if (method === DEFLATED && (await hasUnreadBits(packed, content, inflate))) report('zip_foreign', name);
  return content;
}

/**
 * Whether bits follow the end of the DEFLATE data in its last byte. Clearing the highest set bit then leaves the
 * content unchanged.
 */
async function hasUnreadBits(packed: Bytes, content: Bytes, inflate: Inflate): Promise<boolean> {
  const last = packed.at(-1) ?? 0;
  if (last === 0) return false;
  const changed = packed.slice();
  changed[changed.length - 1] = last & ~(1 << (31 - Math.clz32(last)));
  const other = await inflate(changed, content.length).catch(() => null);
  return other !== null && isSame(other, content);
}
