import { HEAD_BYTES, isIgnoredEntry, kindOfEntry } from '@e-invoice/validator/archive-entries';
import { toLine } from '../src/lib/sanitize-inline.ts';
import { nameOfBytes } from './decode-zip-filename.ts';
import type { InputFile } from './file-input.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** Maximum number of files in a batch; with more the page stops responding. */
export const MAX_FILES = 10_000;
const LIMITS = { files: MAX_FILES, bytes: 500_000_000, bytesOfOne: 50_000_000 };
/** An archive within an archive is opened, one nested deeper is not. */
const DEEPEST = 1;

/** Maximum length of the archive comment after the end record (APPNOTE 4.3.16). */
const LONGEST_NOTE = 65_535;

/** Signatures of the end record and of a central directory header (APPNOTE 4.3). */
const END = 0x06054b50;
const ENTRY = 0x02014b50;

/** Why an archive or an entry cannot be unpacked. */
type RefusalReason =
  | 'password'
  | 'size'
  | 'end-record-missing'
  | 'zip64'
  | 'directory-damaged'
  | 'entry-count'
  | 'entry-missing'
  | 'method'
  | 'content-damaged';

/** An archive or an entry cannot be unpacked. */
export class ArchiveRefused extends Error {
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason) {
    super(`The archive or one of its entries cannot be unpacked: ${reason}.`);
    this.reason = reason;
  }
}

/** An entry that was not validated: encrypted, too large, damaged, not an invoice, or an archive nested too deep. */
export type Unread = {
  readonly name: string;
  readonly why: 'password' | 'size' | 'damaged' | 'kind' | 'archive';
};

/** Callbacks for what the reader does not return. */
type Passed = {
  /** Number of entries to add to the total; -1 for an empty nested archive. */
  readonly announce?: (entries: number) => void;
  /** Number of skipped files beyond `MAX_FILES`. */
  readonly leaveOut: (files: number) => void;
  /** Called for each unreadable file; reading continues. */
  readonly cannotRead: (file: Unread) => void;
};

/** Whether a file is an archive of files. Office documents are ZIP files, too, and do not count (APPNOTE 4.3.7). */
export const isArchive = ({ bytes }: InputFile): boolean =>
  kindOfEntry('', bytes.subarray(0, HEAD_BYTES)) === 'archive';

type Entry = {
  readonly name: string;
  readonly isEncrypted: boolean;
  readonly size: number;
  readonly method: number;
  /** Offset of the local file header. */
  readonly at: number;
};

/** Remaining limits on files and bytes, shared by an archive and its nested archives. */
type Rest = { files: number; beyond: number; bytes: number; readonly bytesOfOne: number };

/**
 * Yields the invoices of a ZIP archive and of its nested archives, unpacked one by one. Each entry is yielded,
 * reported through `passed`, or ignored according to `isIgnoredEntry`.
 *
 * @param limits on all unpacked content and on one file
 * @throws ArchiveRefused if the bytes are not a readable archive
 */
export async function* readArchive(bytes: Bytes, passed: Passed, limits = LIMITS): AsyncGenerator<InputFile> {
  const rest: Rest = { ...limits, beyond: 0 };
  yield* readEntries(bytes, passed, rest, 0);
  if (rest.beyond > 0) passed.leaveOut(rest.beyond);
}

async function* readEntries(bytes: Bytes, passed: Passed, rest: Rest, depth: number): AsyncGenerator<InputFile> {
  const entries = listEntries(bytes).filter(({ name }) => !isIgnoredEntry(name));
  // A nested archive has already been announced as one entry.
  passed.announce?.(entries.length - depth);
  for (const entry of entries) {
    if (rest.files === 0) {
      rest.beyond += 1;
      continue;
    }
    const { name } = entry;
    try {
      const { kind, content } = await readEntry(bytes, entry, rest, depth);
      if (kind === 'other' || kind === 'unopened')
        passed.cannotRead({ name, why: kind === 'other' ? 'kind' : 'archive' });
      else if (kind === 'archive') {
        const inner: Passed = {
          ...passed,
          cannotRead: (file) => passed.cannotRead({ ...file, name: `${name} › ${file.name}` }),
        };
        for await (const file of readEntries(content, inner, rest, depth + 1))
          yield { ...file, name: `${name} › ${file.name}` };
      } else {
        rest.files -= 1;
        yield { name, bytes: content };
      }
    } catch (error) {
      if (!(error instanceof ArchiveRefused)) throw error;
      passed.cannotRead({
        name,
        why: error.reason === 'password' || error.reason === 'size' ? error.reason : 'damaged',
      });
    }
  }
}

/** Lists the entries of the central directory. @throws ArchiveRefused if it is incomplete */
function listEntries(bytes: Bytes): readonly Entry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = bytes.length - 22;
  const first = Math.max(0, end - LONGEST_NOTE);
  while (end >= first && view.getUint32(end, true) !== END) end -= 1;
  if (end < first) throw new ArchiveRefused('end-record-missing');
  const count = view.getUint16(end + 10, true);
  // In ZIP64 archives the count is stored in another record (APPNOTE 4.4.1.4).
  if (count === 0xffff) throw new ArchiveRefused('zip64');
  const entries: Entry[] = [];
  let at = view.getUint32(end + 16, true);
  for (let i = 0; i < count; i++) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== ENTRY) throw new ArchiveRefused('directory-damaged');
    const [nameLength, extraLength, noteLength] = [28, 30, 32].map((field) => view.getUint16(at + field, true));
    entries.push({
      name: toLine(nameOfBytes(bytes.subarray(at + 46, at + 46 + nameLength!))),
      isEncrypted: (view.getUint16(at + 8, true) & 1) === 1,
      size: view.getUint32(at + 20, true),
      method: view.getUint16(at + 10, true),
      at: view.getUint32(at + 42, true),
    });
    at += 46 + nameLength! + extraLength! + noteLength!;
  }
  // An entry count that is too small would hide the remaining entries.
  if (at + 4 <= end && view.getUint32(at, true) === ENTRY) throw new ArchiveRefused('entry-count');
  return entries;
}

type Opened = { readonly kind: ReturnType<typeof kindOfEntry>; readonly content: Bytes };

/** Unpacks as much of an entry as its kind requires. @throws ArchiveRefused */
async function readEntry(
  bytes: Bytes,
  { name, isEncrypted, size, method, at }: Entry,
  rest: Rest,
  depth: number,
): Promise<Opened> {
  if (isEncrypted) throw new ArchiveRefused('password');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (at + 30 > bytes.length) throw new ArchiveRefused('entry-missing');
  const start = at + 30 + view.getUint16(at + 26, true) + view.getUint16(at + 28, true);
  let kind: Opened['kind'] = 'other';
  let limit: number | null = null;
  try {
    const content = await unpackAs(bytes.subarray(start, start + size), method, (head) => {
      kind = kindOfEntry(name, head);
      if (kind === 'archive' && depth >= DEEPEST) kind = 'unopened';
      if (kind === 'archive') limit = rest.bytes;
      if (kind === 'invoice') limit = Math.min(rest.bytes, rest.bytesOfOne);
      return limit;
    });
    rest.bytes -= content?.length ?? 0;
    return { kind, content: content ?? new Uint8Array() };
  } catch (error) {
    // The limit counts bytes that were unpacked before the entry turned out to be too large.
    if (error instanceof ArchiveRefused && error.reason === 'size') rest.bytes -= limit ?? 0;
    throw error;
  }
}

/** Inflates (RFC 1951) or copies. @throws ArchiveRefused if the content exceeds `most` bytes or is damaged */
export async function unpack(packed: Bytes, method: number, most: number): Promise<Bytes> {
  return (await unpackAs(packed, method, () => most))!;
}

/**
 * Like `unpack`, with a limit that depends on the beginning of the content.
 *
 * @param limitFor receives the first `HEAD_BYTES`, or fewer if the content is shorter; null stops unpacking
 * @returns null if the limit is null
 */
async function unpackAs(
  packed: Bytes,
  method: number,
  limitFor: (head: Uint8Array) => number | null,
): Promise<Bytes | null> {
  if (method !== 0 && method !== 8) throw new ArchiveRefused('method');
  const source = new Blob([packed]).stream();
  const reader = (method === 0 ? source : source.pipeThrough(new DecompressionStream('deflate-raw'))).getReader();
  const parts: Bytes[] = [];
  let size = 0;
  let most: number | null | undefined;
  const decide = async (): Promise<void> => {
    most = limitFor(new Uint8Array(await new Blob(parts).arrayBuffer()));
  };
  try {
    while (most !== null) {
      const { done, value } = await reader.read();
      if (!done) {
        parts.push(value);
        size += value.length;
      }
      if (most === undefined && (done || size >= HEAD_BYTES)) await decide();
      if (typeof most === 'number' && size > most) throw new ArchiveRefused('size');
      if (done) break;
    }
  } catch (error) {
    throw error instanceof ArchiveRefused ? error : new ArchiveRefused('content-damaged');
  } finally {
    void reader.cancel().catch(() => undefined);
  }
  return most === null ? null : new Uint8Array(await new Blob(parts).arrayBuffer());
}
