import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { PackRefused } from './pack-refused.ts';

export type ZipLimits = { readonly entries: number; readonly fileBytes: number; readonly bytes: number };

/** Archives contain rule sources; a published release has a few megabytes. */
const LIMITS: ZipLimits = { entries: 5_000, fileBytes: 20_000_000, bytes: 100_000_000 };

/**
 * Reads the files of an untrusted archive, by path. Rejects paths outside the archive, symbolic links, encrypted
 * files and content beyond the limits, even when the declared sizes are false.
 *
 * @throws PackRefused with the reason
 */
export async function readZip(bytes: Uint8Array, limits: ZipLimits = LIMITS): Promise<Map<string, Uint8Array>> {
  try {
    return await readFiles(await fromBufferPromise(Buffer.from(bytes)), limits);
  } catch (error) {
    if (error instanceof PackRefused || !(error instanceof Error)) throw error;
    throw new PackRefused(`The archive cannot be read: ${error.message}`, { cause: error });
  }
}

async function readFiles(archive: ZipFile, limits: ZipLimits): Promise<Map<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  let total = 0;
  for await (const entry of archive.eachEntry()) {
    if (entry.fileName.endsWith('/')) continue;
    total += entry.uncompressedSize;
    refuseBadEntry(entry, files, total, limits);
    const chunks: Uint8Array[] = [];
    // The reader fails when an entry is longer than declared.
    for await (const chunk of await archive.openReadStreamPromise(entry)) chunks.push(chunk as Uint8Array);
    files.set(entry.fileName, Buffer.concat(chunks));
  }
  return files;
}

function refuseBadEntry(entry: Entry, files: ReadonlyMap<string, Uint8Array>, total: number, limits: ZipLimits): void {
  const { fileName } = entry;
  const refuse = (why: string): never => {
    throw new PackRefused(`The archive is rejected: ${why}`);
  };
  if (isLink(entry.externalFileAttributes)) refuse(`${fileName} is a symbolic link`);
  if (entry.isEncrypted()) refuse(`${fileName} is encrypted`);
  if (files.has(fileName)) refuse(`${fileName} occurs twice`);
  if (files.size === limits.entries) refuse(`it has more than ${limits.entries} files`);
  if (entry.uncompressedSize > limits.fileBytes) refuse(`${fileName} is larger than ${limits.fileBytes} bytes`);
  if (total > limits.bytes) refuse(`it unpacks to more than ${limits.bytes} bytes`);
}

/** Archives created on Unix store the file mode in the upper 16 bits of the attributes. */
const isLink = (attributes: number): boolean => ((attributes >>> 16) & 0o170000) === 0o120000;
