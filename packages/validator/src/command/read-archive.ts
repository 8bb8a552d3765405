import { crc32 } from 'node:zlib';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { HEAD_BYTES, isIgnoredEntry, kindOfEntry } from '../archive-entries.ts';
import type { Text } from '../index.ts';
import { FAULTS, NOT_AN_INVOICE } from './faults.data.ts';
import type { Input } from './input.ts';

const STORED = 0;
const DEFLATED = 8;
const MAX_ENTRIES = 10_000;

/** Limit on the compression ratio: invoices compress 10:1, at best 50:1; only crafted archives reach 100:1. */
const SUSPICIOUS = { ratio: 100, bytes: 32 * 1024 * 1024 };

/** An archive within an archive is opened, one nested deeper is not. */
const DEEPEST = 1;

/** Whether the bytes are a ZIP archive and not an office document. */
export const isArchive = (bytes: Uint8Array): boolean => kindOfEntry('', bytes.subarray(0, HEAD_BYTES)) === 'archive';

export const isPdf = (bytes: Uint8Array): boolean => Buffer.from(bytes.subarray(0, 5)).toString('latin1') === '%PDF-';

/**
 * Yields the entries of an archive in directory order, named `archive.zip/path`: each is validated, opened (nested
 * archive), or returned with the reason why not. Entries matched by `isIgnoredEntry` are omitted. An unreadable
 * archive or a decompression bomb is rejected before anything is unpacked; a damaged entry does not affect the
 * others.
 *
 * @param most maximum size of one file in bytes
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

/** Returns why the archive is rejected, or null. The declared sizes are verified during unpacking. */
function refusalOf(entries: readonly Entry[], bytes: number, most: number): Text | null {
  if (entries.length > MAX_ENTRIES) return FAULTS.many;
  const packed = entries.reduce((sum, entry) => sum + entry.compressedSize, 0);
  const unpacked = entries.reduce((sum, entry) => sum + Math.min(entry.uncompressedSize, most), 0);
  // A packed size larger than the archive means that entries overlap, a technique of decompression bombs.
  if (packed > bytes) return FAULTS.overlap;
  return unpacked > SUSPICIOUS.bytes && unpacked > SUSPICIOUS.ratio * bytes ? FAULTS.bomb : null;
}

function faultOf(entry: Entry): Text | null {
  if (((entry.externalFileAttributes >>> 16) & 0o170000) === 0o120000) return FAULTS.link;
  if (entry.isEncrypted()) return FAULTS.encrypted;
  return entry.compressionMethod === STORED || entry.compressionMethod === DEFLATED ? null : FAULTS.method;
}

/** Unpacks as much of an entry as its kind requires. */
async function readEntry(archive: ZipFile, entry: Entry, name: string, limits: Limits, depth: number): Promise<Input> {
  try {
    const chunks: Uint8Array[] = [];
    let size = 0;
    let most: number | null = null;
    // The reader stops when an entry is longer than declared.
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

/** Returns why an entry is neither validated nor opened, or null. */
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
