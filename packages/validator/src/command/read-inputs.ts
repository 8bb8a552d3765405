import type { Dirent } from 'node:fs';
import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Text } from '../index.ts';
import { FAULTS, messageText } from './faults.data.ts';
import type { Input } from './input.ts';
import { isArchive, isPdf, readArchive } from './read-archive.ts';

/** Same limits as the service, for an XML file and for an archive. */
const MAX_BYTES = { file: 10 * 1024 * 1024, archive: 500 * 1024 * 1024 };

const STANDARD_INPUT = 'standard input';

/** Yields the files at the paths in order, one at a time. An unreadable file is returned with the reason. */
export async function* readInputs(places: readonly string[], stdin: AsyncIterable<Uint8Array>): AsyncGenerator<Input> {
  for (const place of places) {
    if (place === '-') yield* readStdin(stdin);
    else yield* readPlace(place);
  }
}

async function* readPlace(place: string): AsyncGenerator<Input> {
  try {
    if ((await stat(place)).isDirectory()) yield* readFolder(place);
    else yield* openFile(place, await readWhole(place));
  } catch (error) {
    yield { name: place, fault: reasonOf(error) };
  }
}

async function* readFolder(folder: string): AsyncGenerator<Input> {
  const entries = await readdir(folder, { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* readPlace(path);
    else if (/\.(xml|zip)$/i.test(entry.name) && (await isInput(entry, path))) yield* readPlace(path);
  }
}

/** True for a file or a link to a file. Links to folders are not followed, because they may form a cycle. */
async function isInput(entry: Dirent, path: string): Promise<boolean> {
  if (!entry.isSymbolicLink()) return entry.isFile();
  // A dangling link is reported as an unreadable file.
  return stat(path).then(
    (target) => target.isFile(),
    () => true,
  );
}

async function* readStdin(stdin: AsyncIterable<Uint8Array>): AsyncGenerator<Input> {
  try {
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of stdin) {
      size += chunk.length;
      if (size > MAX_BYTES.archive) throw new TooLarge();
      chunks.push(chunk);
    }
    yield* openFile(STANDARD_INPUT, Buffer.concat(chunks));
  } catch (error) {
    yield { name: STANDARD_INPUT, fault: reasonOf(error) };
  }
}

/** Yields a file, or the files of an archive. */
async function* openFile(name: string, bytes: Uint8Array): AsyncGenerator<Input> {
  if (isArchive(bytes)) yield* readArchive(name, bytes, MAX_BYTES.file);
  else if (bytes.length > MAX_BYTES.file) yield { name, fault: FAULTS.large };
  else if (isPdf(bytes)) yield { name, fault: FAULTS.pdf };
  else yield { name, bytes };
}

async function readWhole(path: string): Promise<Uint8Array> {
  const handle = await open(path);
  try {
    const { size } = await handle.stat();
    if (size > MAX_BYTES.archive) throw new TooLarge();
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}

class TooLarge extends Error {}

const REASONS: ReadonlyMap<string, Text> = new Map([
  ['ENOENT', FAULTS.absent],
  ['EACCES', FAULTS.closed],
  ['EPERM', FAULTS.closed],
  ['ENOSPC', FAULTS.full],
]);

/** Describes a system error. */
export function reasonOf(error: unknown): Text {
  if (error instanceof TooLarge) return FAULTS.huge;
  const { code, message } = error as NodeJS.ErrnoException;
  return REASONS.get(code ?? '') ?? messageText(message);
}
