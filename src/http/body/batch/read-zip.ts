import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { HEAD_BYTES, isNamedInvoice, kindOfEntry } from '@e-invoice/validator/archive-entries';
import { type Entry, fromBufferPromise, fromFdPromise, type ZipFile } from 'yauzl';
import type { NewFile } from '../../../modules/batches/index.ts';
import { makeProblem, Problem } from '../../problems/problems.ts';
import type { BodyLimits, IncomingBody } from '../body-kind.ts';
import { openBody } from '../read-body.ts';
import { refuseFile, toShownName } from './refuse-file.ts';
import { spoolToDisk } from './spool.ts';
import { findFault, isIgnored, readName } from './zip-entry.ts';

/**
 * The files of a ZIP archive in the order of its directory, which has the last word on what is in it. The directory
 * stands at the end, so the archive is kept on the disk, without a name, until its files are read. What is wrong with
 * one file fails that file alone; an archive that cannot be read, or that unpacks to far more than it is, is refused.
 *
 * @throws Problem `archive_unreadable`, `archive_suspicious`, `too_many_files`, `body_too_large`, and those of
 *   openBody; CallerGone
 */
export async function* readZipFiles({ request, response, limits, dataDir }: IncomingBody): AsyncGenerator<NewFile> {
  const handle = await spoolToDisk(openBody(request, response, limits.bytes), join(dataDir, 'uploads'));
  try {
    yield* readArchive(handle, limits, dataDir);
  } finally {
    await close(handle);
  }
}

/**
 * The files of a ZIP archive that is on the disk already; the handle stays open. Throws as `readZipFiles`, but for the
 * Problems of openBody.
 *
 * @param dataDir where an archive in it is unpacked
 */
export async function* readArchive(handle: FileHandle, limits: BodyLimits, dataDir: string): AsyncGenerator<NewFile> {
  const { size } = await handle.stat();
  const reader: Reader = { limits, dataDir, bytes: size, unpacked: 0, others: 0, names: new Set() };
  yield* readEntries(reader, await openArchive(reader, fromHandle(handle), size), null);
}

/** What the archive and those in it share: one set of limits, and names that come once. */
type Reader = {
  readonly limits: BodyLimits;
  readonly dataDir: string;
  /** Size of the outer archive. */
  readonly bytes: number;
  /** Stated sizes of what is unpacked, of all archives so far. */
  unpacked: number;
  /** Entries that are ignored, of all archives so far. */
  others: number;
  readonly names: Set<string>;
};

type Archive = { readonly zip: ZipFile; readonly entries: readonly Entry[] };

const fromHandle = ({ fd }: FileHandle): Promise<ZipFile> =>
  fromFdPromise(fd, { autoClose: false, decodeStrings: false });

/** @throws Problem `archive_unreadable`, `archive_suspicious`, `too_many_files`, `body_too_large` */
async function openArchive(reader: Reader, opening: Promise<ZipFile>, size: number): Promise<Archive> {
  const zip = await readable(opening);
  const entries = await readable(listEntries(zip, reader));
  checkSizes(entries, size, reader);
  return { zip, entries };
}

/** Whatever the reader says of the archive as a whole: it cannot be read. */
async function readable<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (cause) {
    if (cause instanceof Problem || isSystemError(cause)) throw cause;
    throw makeProblem('archive_unreadable', {}, { cause });
  }
}

/** The disk's own fault, not the archive's. */
const isSystemError = (error: unknown): boolean => error instanceof Error && 'syscall' in error;

const close = (handle: FileHandle): Promise<void> => handle.close();

/** Folders and what systems add by themselves are not counted, but cannot come without end. */
const OTHER_ENTRIES = 10_000;

/** Names, comments and further fields of all entries, which are held in memory; ten thousand ordinary ones have 3 MB. */
const DIRECTORY_BYTES = 16 * 1024 * 1024;

/**
 * Further fields are made into an object each, though one may have four bytes; ten thousand entries have some 300 KB of
 * them.
 */
const EXTRA_BYTES = 4 * 1024 * 1024;

async function listEntries(archive: ZipFile, reader: Reader): Promise<Entry[]> {
  const { files } = reader.limits;
  const entries: Entry[] = [];
  let bytes = 0;
  let extraBytes = 0;
  for await (const entry of archive.eachEntry()) {
    if (isIgnored(entry.fileNameRaw)) reader.others++;
    else entries.push(entry);
    bytes += entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength;
    extraBytes += entry.extraFieldLength;
    entry.extraFields = [];
    if (bytes > DIRECTORY_BYTES || extraBytes > EXTRA_BYTES) throw makeProblem('archive_suspicious', {});
    if (entries.length > files || reader.others > OTHER_ENTRIES) throw makeProblem('too_many_files', { limit: files });
  }
  return entries;
}

/** Invoices shrink to a tenth, at best to a fiftieth; only what was made to does so a hundredfold. */
const SUSPICIOUS = { ratio: 100, bytes: 32 * 1024 * 1024 };

/** Before anything is unpacked; that the stated sizes are true is seen then. */
function checkSizes(entries: readonly Entry[], archiveBytes: number, reader: Reader): void {
  const { limits } = reader;
  const packed = entries.reduce((sum, entry) => sum + entry.compressedSize, 0);
  // More packed bytes than there are bytes: entries share them, so that little becomes much.
  if (packed > archiveBytes) throw makeProblem('archive_suspicious', {});
  const unpacked = entries.reduce((sum, entry) => sum + Math.min(entry.uncompressedSize, limits.fileBytes), 0);
  addUnpacked(reader, unpacked);
}

/** Counts what is going to be unpacked. @throws Problem, with the count unchanged, where that is too much */
function addUnpacked(reader: Reader, bytes: number): void {
  const sum = reader.unpacked + bytes;
  const { limits } = reader;
  if (sum > SUSPICIOUS.bytes && sum > SUSPICIOUS.ratio * reader.bytes) throw makeProblem('archive_suspicious', {});
  if (sum > limits.bytes) throw makeProblem('body_too_large', { limit: limits.bytes });
  reader.unpacked = sum;
}

/** @param folder the name of the archive in the outer one; null for the outer one */
async function* readEntries(reader: Reader, { zip, entries }: Archive, folder: string | null): AsyncGenerator<NewFile> {
  const { fileBytes } = reader.limits;
  for (const entry of entries) {
    const own = readName(entry.fileNameRaw);
    const filename = own === null || folder === null ? own : toShownName(`${folder}/${own}`);
    const fault = findFault(entry, own, filename !== null && reader.names.has(filename), fileBytes);
    const isLarge = fault === 'file_too_large';
    if (filename === null || (fault !== null && !isLarge)) {
      yield refuseFile(filename ?? String(entry.fileNameRaw), fault ?? 'name_not_utf8', fileBytes);
      continue;
    }
    // What is too large is read as far as its kind shows.
    const bytes = await readEntry(zip, entry, isLarge);
    const kind = bytes === null ? null : kindOfEntry(filename, bytes);
    if (isLarge && isNamedInvoice(filename) && kind !== 'archive') {
      yield refuseFile(filename, 'file_too_large', fileBytes);
      continue;
    }
    reader.names.add(filename);
    if (kind === 'archive' && folder === null) yield* readInner(reader, zip, entry, filename, isLarge ? null : bytes);
    else if (kind === 'archive' || kind === 'unopened') yield refuseFile(filename, 'archive_nested');
    else if (kind === 'other' || (isLarge && kind === null)) yield { filename, skipped: true };
    else if (bytes === null) yield refuseFile(filename, 'entry_damaged');
    else if (isLarge) yield refuseFile(filename, 'file_too_large', fileBytes);
    else yield { filename, bytes };
  }
}

/**
 * The files of a ZIP archive in the archive, with the limits of both. One that cannot be read fails alone.
 *
 * @param bytes its content; null for one that is larger than a file may be, and is unpacked to the disk
 */
async function* readInner(
  reader: Reader,
  outer: ZipFile,
  entry: Entry,
  filename: string,
  bytes: Buffer | null,
): AsyncGenerator<NewFile> {
  let handle: FileHandle | null = null;
  try {
    let inner: Archive;
    try {
      if (bytes === null) {
        addUnpacked(reader, entry.uncompressedSize - reader.limits.fileBytes);
        const content = (await outer.openReadStreamPromise(entry)) as AsyncIterable<Buffer>;
        handle = await spoolToDisk(content, join(reader.dataDir, 'uploads'));
      }
      const opening = handle === null ? fromBufferPromise(bytes!, { decodeStrings: false }) : fromHandle(handle);
      inner = await openArchive(reader, opening, entry.uncompressedSize);
    } catch (error) {
      if (isSystemError(error) || (error instanceof Problem && error.code === 'unavailable')) throw error;
      const isUnreadable = !(error instanceof Problem) || error.code === 'archive_unreadable';
      yield refuseFile(filename, isUnreadable ? 'archive_nested_unreadable' : 'archive_nested_too_large');
      return;
    }
    yield* readEntries(reader, inner, filename);
  } finally {
    await handle?.close();
  }
}

/**
 * The bytes of an entry, not more than it states; null when they are not those that the archive promises.
 *
 * @param onlyHead reads the first bytes alone, by which its kind is decided
 */
async function readEntry(archive: ZipFile, entry: Entry, onlyHead: boolean): Promise<Buffer | null> {
  try {
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of await archive.openReadStreamPromise(entry)) {
      chunks.push(chunk as Buffer);
      size += (chunk as Buffer).length;
      if (onlyHead && size >= HEAD_BYTES) return Buffer.concat(chunks);
    }
    const bytes = Buffer.concat(chunks);
    return onlyHead || crc32(bytes) === entry.crc32 ? bytes : null;
  } catch (error) {
    if (isSystemError(error)) throw error;
    return null;
  }
}
