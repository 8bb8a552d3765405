import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { type Entry, fromFdPromise, type ZipFile } from 'yauzl';
import type { NewFile } from '../../../batches/index.ts';
import { makeProblem, Problem } from '../../problems/problems.ts';
import type { BodyLimits, IncomingBody } from '../body-kind.ts';
import { openBody } from '../read-body.ts';
import { refuseFile, toShownName } from './refuse-file.ts';
import { spoolToDisk } from './spool.ts';
import { beginsAsInvoice, findFault, isFolder, isLitter, isNamedInvoice, readName } from './zip-entry.ts';

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
    yield* readArchive(handle, limits);
  } finally {
    await close(handle);
  }
}

/**
 * The files of a ZIP archive that is on the disk already; the handle stays open. Throws as `readZipFiles`, but for the
 * Problems of openBody.
 */
export async function* readArchive(handle: FileHandle, limits: BodyLimits): AsyncGenerator<NewFile> {
  const archive = await readable(fromFdPromise(handle.fd, { autoClose: false, decodeStrings: false }));
  const { entries, litter } = await readable(listEntries(archive, limits));
  checkSizes(entries, (await handle.stat()).size, limits);
  yield* litter.map(skip);
  yield* readEntries(archive, entries, limits);
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

async function listEntries(archive: ZipFile, { files }: BodyLimits): Promise<{ entries: Entry[]; litter: string[] }> {
  const entries: Entry[] = [];
  const litter: string[] = [];
  let others = 0;
  let bytes = 0;
  let extraBytes = 0;
  for await (const entry of archive.eachEntry()) {
    if (isFolder(entry.fileNameRaw)) others++;
    else if (isLitter(entry.fileNameRaw)) {
      others++;
      litter.push(toShownName(readName(entry.fileNameRaw) ?? String(entry.fileNameRaw)));
    } else entries.push(entry);
    bytes += entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength;
    extraBytes += entry.extraFieldLength;
    entry.extraFields = [];
    if (bytes > DIRECTORY_BYTES || extraBytes > EXTRA_BYTES) throw makeProblem('archive_suspicious', {});
    if (entries.length > files || others > OTHER_ENTRIES) throw makeProblem('too_many_files', { limit: files });
  }
  return { entries, litter };
}

/** Invoices shrink to a tenth, at best to a fiftieth; only what was made to does so a hundredfold. */
const SUSPICIOUS = { ratio: 100, bytes: 32 * 1024 * 1024 };

/** Before anything is unpacked; that the stated sizes are true is seen then. */
function checkSizes(entries: readonly Entry[], archiveBytes: number, limits: BodyLimits): void {
  const packed = entries.reduce((sum, entry) => sum + entry.compressedSize, 0);
  const unpacked = entries.reduce((sum, entry) => sum + Math.min(entry.uncompressedSize, limits.fileBytes), 0);
  // More packed bytes than there are bytes: entries share them, so that little becomes much.
  if (packed > archiveBytes) throw makeProblem('archive_suspicious', {});
  if (unpacked > SUSPICIOUS.bytes && unpacked > SUSPICIOUS.ratio * archiveBytes) {
    throw makeProblem('archive_suspicious', {});
  }
  if (unpacked > limits.bytes) throw makeProblem('body_too_large', { limit: limits.bytes });
}

async function* readEntries(
  archive: ZipFile,
  entries: readonly Entry[],
  { fileBytes }: BodyLimits,
): AsyncGenerator<NewFile> {
  const names = new Set<string>();
  for (const entry of entries) {
    const filename = readName(entry.fileNameRaw);
    const fault = findFault(entry, filename, names, fileBytes);
    if (fault === 'file_too_large' && filename !== null && !isNamedInvoice(filename)) {
      yield skip(filename);
      continue;
    }
    if (filename === null || fault !== null) {
      yield refuseFile(filename ?? String(entry.fileNameRaw), fault ?? 'name_not_utf8', fileBytes);
      continue;
    }
    names.add(filename);
    const bytes = await readEntry(archive, entry);
    if (bytes === null) yield refuseFile(filename, 'entry_damaged');
    else if (isArchive(bytes)) yield refuseFile(filename, 'archive_nested');
    else if (isNamedInvoice(filename) || beginsAsInvoice(bytes)) yield { filename, bytes };
    else yield skip(filename);
  }
}

/** A notice beside the invoices is no invoice that breaks rules. */
const skip = (filename: string): NewFile => ({ filename, skipped: true });

/** The bytes of an entry, not more than it states; null when they are not those that the archive promises. */
async function readEntry(archive: ZipFile, entry: Entry): Promise<Buffer | null> {
  try {
    const chunks: Buffer[] = [];
    for await (const chunk of await archive.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
    const bytes = Buffer.concat(chunks);
    return crc32(bytes) === entry.crc32 ? bytes : null;
  } catch (error) {
    if (isSystemError(error)) throw error;
    return null;
  }
}

/** How archives begin: ZIP, gzip, 7z, RAR, bzip2, xz. */
const MAGIC = ['504b0304', '504b0506', '1f8b', '377abcaf271c', '526172211a07', '425a68', 'fd377a585a00'];

function isArchive(bytes: Buffer): boolean {
  const start = bytes.subarray(0, 6).toString('hex');
  return MAGIC.some((magic) => start.startsWith(magic));
}
