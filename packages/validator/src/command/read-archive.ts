import { crc32 } from 'node:zlib';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import type { Text } from '../index.ts';
import { FAULTS } from './faults.data.ts';
import type { Input } from './input.ts';

const STORED = 0;
const DEFLATED = 8;
const MOST_ENTRIES = 10_000;

/** Invoices shrink to a tenth, at best to a fiftieth; only what was made to does so a hundredfold. */
const SUSPICIOUS = { ratio: 100, bytes: 32 * 1024 * 1024 };

/** Whether these are the bytes of a ZIP archive. */
export const isArchive = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 3 || bytes[2] === 5);

/**
 * The XML files of an archive, in the order of its directory, named `archive.zip/path`. An archive that cannot be read,
 * or that unpacks to far more than it is, is refused before anything is unpacked; a damaged file fails alone.
 *
 * @param most bytes of one file
 */
export async function* readArchive(name: string, bytes: Uint8Array, most: number): AsyncGenerator<Input> {
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
  const names = new Set<string>();
  for (const entry of entries) {
    if (!/\.xml$/i.test(entry.fileName) || entry.fileName.startsWith('__MACOSX/')) continue;
    const shown = `${name}/${entry.fileName}`;
    const fault = names.has(entry.fileName) ? FAULTS.twice : faultOf(entry, most);
    names.add(entry.fileName);
    yield fault === null ? await readEntry(archive, entry, shown) : { name: shown, fault };
  }
}

async function listEntries(archive: ZipFile): Promise<Entry[]> {
  const entries: Entry[] = [];
  for await (const entry of archive.eachEntry()) {
    entries.push(entry);
    if (entries.length > MOST_ENTRIES) break;
  }
  return entries;
}

/** Why nothing of it is unpacked. That the stated sizes are true is seen when it is. */
function refusalOf(entries: readonly Entry[], bytes: number, most: number): Text | null {
  if (entries.length > MOST_ENTRIES) return FAULTS.many;
  const packed = entries.reduce((sum, entry) => sum + entry.compressedSize, 0);
  const unpacked = entries.reduce((sum, entry) => sum + Math.min(entry.uncompressedSize, most), 0);
  // More packed bytes than there are bytes: entries share them, so that little becomes much.
  if (packed > bytes) return FAULTS.overlap;
  return unpacked > SUSPICIOUS.bytes && unpacked > SUSPICIOUS.ratio * bytes ? FAULTS.bomb : null;
}

function faultOf(entry: Entry, most: number): Text | null {
  if (((entry.externalFileAttributes >>> 16) & 0o170000) === 0o120000) return FAULTS.link;
  if (entry.isEncrypted()) return FAULTS.encrypted;
  if (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED) return FAULTS.method;
  return entry.uncompressedSize > most ? FAULTS.large : null;
}

async function readEntry(archive: ZipFile, entry: Entry, name: string): Promise<Input> {
  try {
    const chunks: Uint8Array[] = [];
    // The reader stops when an entry turns out longer than it says.
    for await (const chunk of await archive.openReadStreamPromise(entry)) chunks.push(chunk as Uint8Array);
    const bytes = Buffer.concat(chunks);
    return crc32(bytes) === entry.crc32 ? { name, bytes } : { name, fault: FAULTS.damaged };
  } catch {
    return { name, fault: FAULTS.damaged };
  }
}
