import { crc32 } from 'node:zlib';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { HEAD_BYTES, isIgnoredEntry, kindOfEntry } from '../archive-entries.ts';
import type { Text } from '../index.ts';
import { FAULTS, NOT_AN_INVOICE } from './faults.data.ts';
import type { Input } from './input.ts';

const STORED = 0;
const DEFLATED = 8;
const MAX_ENTRIES = 10_000;

/** Invoices shrink to a tenth, at best to a fiftieth; only what was made to does so a hundredfold. */
const SUSPICIOUS = { ratio: 100, bytes: 32 * 1024 * 1024 };

/** An archive in an archive is opened; one in that is not. */
const DEEPEST = 1;

/** Whether these are the bytes of a ZIP archive, and no document of an office program. */
export const isArchive = (bytes: Uint8Array): boolean => kindOfEntry('', bytes.subarray(0, HEAD_BYTES)) === 'archive';

export const isPdf = (bytes: Uint8Array): boolean => Buffer.from(bytes.subarray(0, 5)).toString('latin1') === '%PDF-';

/**
 * The entries of an archive, in the order of its directory, named `archive.zip/path`: each is validated, opened (an archive in
 * it), or returned with the reason why not. Only what `isIgnoredEntry` names is left out. An archive that cannot be read, or
 * that unpacks to far more than it is, is refused before anything is unpacked; a damaged file fails alone.
 *
 * @param most bytes of one file
 */
export async function* readArchive(name: string, bytes: Uint8Array, most: number, depth = 0): AsyncGenerator<Input> {
  let archive: ZipFile;
  let entries: readonly Entry[];
  try {
    archive = await fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
    entries = await listEntries(archive);
  } catch {
    yield { name, fault: FAULTS.archive };
    return;
  }
  const refusal = refusalOf(entries, bytes.length, most);
  if (refusal !== null) {
    yield { name, fault: refusal };
    return;
  }
  const limits: Limits = { file: most, archive: Math.max(SUSPICIOUS.bytes, SUSPICIOUS.ratio * bytes.length) };
  const names = new Set<string>();
  for (const entry of entries) {
    if (isIgnoredEntry(entry.fileName)) continue;
    const shown = `${name}/${entry.fileName}`;
    const fault = names.has(entry.fileName) ? FAULTS.twice : faultOf(entry);
    names.add(entry.fileName);
    if (fault !== null) yield { name: shown, fault };
    else {
      const input = await readEntry(archive, entry, shown, limits, depth);
      if ('bytes' in input && isArchive(input.bytes)) yield* readArchive(shown, input.bytes, most, depth + 1);
      else yield input;
    }
  }
}

type Limits = { readonly file: number; readonly archive: number };

async function listEntries(archive: ZipFile): Promise<Entry[]> {
  const entries: Entry[] = [];
  for await (const entry of archive.eachEntry()) {
    entries.push(entry);
    if (entries.length > MAX_ENTRIES) break;
  }
  return entries;
}

/** Why nothing of it is unpacked. That the stated sizes are true is seen when it is. */
function refusalOf(entries: readonly Entry[], bytes: number, most: number): Text | null {
  if (entries.length > MAX_ENTRIES) return FAULTS.many;
  const packed = entries.reduce((sum, entry) => sum + entry.compressedSize, 0);
  const unpacked = entries.reduce((sum, entry) => sum + Math.min(entry.uncompressedSize, most), 0);
  // More packed bytes than there are bytes: entries share them, so that little becomes much.
  if (packed > bytes) return FAULTS.overlap;
  return unpacked > SUSPICIOUS.bytes && unpacked > SUSPICIOUS.ratio * bytes ? FAULTS.bomb : null;
}

function faultOf(entry: Entry): Text | null {
  if (((entry.externalFileAttributes >>> 16) & 0o170000) === 0o120000) return FAULTS.link;
  if (entry.isEncrypted()) return FAULTS.encrypted;
  return entry.compressionMethod === STORED || entry.compressionMethod === DEFLATED ? null : FAULTS.method;
}

/** Unpacks an entry as far as its kind needs it. */
async function readEntry(archive: ZipFile, entry: Entry, name: string, limits: Limits, depth: number): Promise<Input> {
  try {
    const chunks: Uint8Array[] = [];
    let size = 0;
    let most: number | null = null;
    // The reader stops when an entry turns out longer than it says.
    for await (const chunk of await archive.openReadStreamPromise(entry)) {
      chunks.push(chunk as Uint8Array);
      size += (chunk as Uint8Array).length;
      if (most === null && size < HEAD_BYTES && size < entry.uncompressedSize) continue;
      if (most === null) {
        const head = Buffer.concat(chunks);
        const reason = reasonOf(entry.fileName, head, depth);
        if (reason !== null) return { name, ...reason };
        most = isArchive(head) ? limits.archive : limits.file;
      }
      if (Math.max(size, entry.uncompressedSize) > most) return { name, fault: FAULTS.large };
    }
    const bytes = Buffer.concat(chunks);
    if (crc32(bytes) !== entry.crc32) return { name, fault: FAULTS.damaged };
    // An empty entry has no chunk.
    const reason = size === 0 ? reasonOf(entry.fileName, bytes, depth) : null;
    return { name, ...(reason ?? { bytes }) };
  } catch {
    return { name, fault: FAULTS.damaged };
  }
}

/** Why an entry is neither validated nor opened; null when it is. */
function reasonOf(
  name: string,
  head: Uint8Array,
  depth: number,
): { readonly fault: Text } | { readonly skipped: Text } | null {
  const kind = kindOfEntry(name, head);
  if (kind === 'other') return { skipped: NOT_AN_INVOICE };
  if (kind === 'unopened' || (kind === 'archive' && depth >= DEEPEST)) return { fault: FAULTS.nested };
  return isPdf(head) ? { fault: FAULTS.pdf } : null;
}
