import { type Bytes, isSame } from './bytes.ts';
import { crc32 } from './crc32.ts';
import type { Findings } from './finding.ts';
import { STAMP_FILES } from './stamp-files.ts';
import { UNPACKED } from './unpacked.ts';

/**
 * What was deflated (RFC 1951). Rejects when it is damaged, larger than `most` bytes, or ends before the last byte.
 */
export type Inflate = (packed: Bytes, most: number) => Promise<Bytes>;

/** A file that can be read, as it lies in the archive too, and the date that the archive gives it (APPNOTE 4.4.6). */
export type Packed = {
  readonly content: Bytes;
  readonly packed: Bytes;
  readonly time: number;
  readonly date: number;
};

/** What an archive of evidence may hold: a report has at most ten thousand issues, the invoice is what the service took. */
const MOST = { entries: 100, fileBytes: 300_000_000, bytes: 600_000_000, smallBytes: 1_000_000 };
/** What is a few kilobytes in any archive: its readers hold it in several forms at once. */
const SMALL = new Set([...UNPACKED, 'keys.json', 'evidence.tlog-proof', ...STAMP_FILES]);

const END = { signature: 0x06054b50, length: 22, longestNote: 65_535 };
const ENTRY = { signature: 0x02014b50, length: 46 };
const FILE = { signature: 0x04034b50, length: 30 };
const DESCRIPTOR = { signature: 0x08074b50, length: 16 };
const DEFLATED = 8;
const STORED = 0;
/** The name is UTF-8; sizes follow the content. */
const FLAG = { encrypted: 1, descriptor: 8, utf8: 0x800 };
/** As the service writes it: APPNOTE 6.3 on Unix, needs 2.0, a regular file that everybody may read. */
const OURS = { madeBy: 0x033f, needs: 20, attributes: (0o100644 << 16) >>> 0 };

const decoder = new TextDecoder('utf-8', { fatal: true });

/**
 * The files of a ZIP archive in which every byte has its place: the files stand one behind the other from its beginning,
 * then the directory, then the end; what stands twice (in the head of a file and in the directory) is the same. Two
 * programs can so not unpack different files from it.
 *
 * @returns what can be read; everything else is reported
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
    // What could not be unpacked has cost as much: many entries may name the same bytes.
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
  /** From the version that is needed to the sizes: what stands in the head of the file, too. */
  readonly shared: Uint8Array;
  readonly nameBytes: Uint8Array;
  readonly flags: number;
  readonly method: number;
  readonly time: number;
  readonly date: number;
  readonly checkSum: number;
  readonly packedSize: number;
  readonly size: number;
  /** As the service writes it: no further fields, no note, one disk, plain attributes. */
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

/** Whether the head of the file says what the directory says. @returns where the file ends; null: it is not there */
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
 * Whether bits stand behind the last code of the content. They would be the highest of the last byte: without the
 * highest that is set, the content is then the same.
 */
async function hasUnreadBits(packed: Bytes, content: Bytes, inflate: Inflate): Promise<boolean> {
  const last = packed.at(-1) ?? 0;
  if (last === 0) return false;
  const changed = packed.slice();
  changed[changed.length - 1] = last & ~(1 << (31 - Math.clz32(last)));
  const other = await inflate(changed, content.length).catch(() => null);
  return other !== null && isSame(other, content);
}
