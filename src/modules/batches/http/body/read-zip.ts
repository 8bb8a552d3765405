import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { HEAD_BYTES, isNamedInvoice, kindOfEntry } from '@e-invoice/validator/archive-entries';
import { type Entry, fromBufferPromise, fromFdPromise, type ZipFile } from 'yauzl';
import { type BodyLimits, type IncomingBody, makeProblem, openBody, Problem } from '../../../../http/body/index.ts';
import type { NewFile } from '../../index.ts';
import { refuseFile, toShownName } from './refuse-file.ts';
import { spoolToDisk } from './spool.ts';
import { findFault, isIgnored, readName } from './zip-entry.ts';

/**
 * Reads the files of a ZIP archive in the order of its central directory, which is authoritative. The directory is at
 * the end of the archive, so the archive is spooled to an unlinked file on disk. A defective file fails only itself;
 * an archive that is unreadable or has a suspicious compression ratio is rejected.
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
 * Reads the files of a ZIP archive that is already on disk; the handle stays open. Throws the errors of
 * `readZipFiles` except those of openBody.
 *
 * @param dataDir folder to unpack nested archives to
 */
export async function* readArchive(handle: FileHandle, limits: BodyLimits, dataDir: string): AsyncGenerator<NewFile> {
  const { size } = await handle.stat();
  const reader: Reader = { limits, dataDir, bytes: size, unpacked: 0, others: 0, names: new Set() };
  yield* readEntries(reader, await openArchive(reader, fromHandle(handle), size), null);
}

/** State shared by an archive and its nested archives: one set of limits, and unique file names. */
type Reader = {
  readonly limits: BodyLimits;
  readonly dataDir: string;
  /** Size of the outer archive. */
  readonly bytes: number;
  /** Sum of the declared sizes of unpacked entries, over all archives so far. */
  unpacked: number;
  /** Number of ignored entries, over all archives so far. */
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

/** Converts errors of the ZIP library to `archive_unreadable`. */
async function readable<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (cause) {
    if (cause instanceof Problem || isSystemError(cause)) throw cause;
    throw makeProblem('archive_unreadable', {}, { cause });
  }
}

/** True for an error of the disk, which is not caused by the archive. */
const isSystemError = (error: unknown): boolean => error instanceof Error && 'syscall' in error;

const close = (handle: FileHandle): Promise<void> => handle.close();

/** Limit of folders and of entries that operating systems add. They do not count as files. */
const OTHER_ENTRIES = 10_000;

/**
 * Limit of names, comments and extra fields of all entries, which are held in memory. 10,000 ordinary entries take 3
 * MB.
 */
const DIRECTORY_BYTES = 16 * 1024 * 1024;

/**
 * Limit of extra fields: each becomes an object even if it has only four bytes. 10,000 ordinary entries have about
 * 300 KB.
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

/** Invoices compress to 1/10, at best to 1/50; a ratio of 100 occurs only in archives made for an attack. */
const SUSPICIOUS = { ratio: 100, bytes: 32 * 1024 * 1024 };

/** Checks the declared sizes before unpacking; unpacking verifies them. */
function checkSizes(entries: readonly Entry[], archiveBytes: number, reader: Reader): void {
  const { limits } = reader;
  const packed = entries.reduce((sum, entry) => sum + entry.compressedSize, 0);
  // The packed sizes exceed the archive: entries overlap, which is a form of zip bomb.
  if (packed > archiveBytes) throw makeProblem('archive_suspicious', {});
  const unpacked = entries.reduce((sum, entry) => sum + Math.min(entry.uncompressedSize, limits.fileBytes), 0);
  addUnpacked(reader, unpacked);
}

/**
 * Adds to the unpacked size.
 *
 * @throws Problem when it exceeds the limit; the sum is then unchanged
 */
function addUnpacked(reader: Reader, bytes: number): void {
  const sum = reader.unpacked + bytes;
  const { limits } = reader;
  if (sum > SUSPICIOUS.bytes && sum > SUSPICIOUS.ratio * reader.bytes) throw makeProblem('archive_suspicious', {});
  if (sum > limits.bytes) throw makeProblem('body_too_large', { limit: limits.bytes });
  reader.unpacked = sum;
}

/** @param folder name of the nested archive in the outer one; null for the outer one */
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
    // For an entry that is too large, read only the first bytes, to detect its type.
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
 * Reads the files of a nested archive, with the limits of both. An unreadable one fails only itself.
 *
 * @param bytes content; null for an archive larger than a file may be, which is unpacked to disk
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
 * Reads an entry up to its declared size; null when size or checksum do not match.
 *
 * @param onlyHead reads only the first bytes, which determine the type
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
