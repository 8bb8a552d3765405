import type { Dirent } from 'node:fs';
import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Text } from '../index.ts';
import { FAULTS, said } from './faults.data.ts';
import type { Input } from './input.ts';
import { isArchive, isPdf, readArchive } from './read-archive.ts';

/** As large as the service takes: of an XML file, and of an archive. */
const MAX_BYTES = { file: 10 * 1024 * 1024, archive: 500 * 1024 * 1024 };

const STANDARD_INPUT = 'standard input';

/** The files in these places, in their order, one at a time; what cannot be read is told in its place. */
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
    else if (/\.(xml|zip)$/i.test(entry.name) && (await isWanted(entry, path))) yield* readPlace(path);
  }
}

/** A file, or a link to one. Links to folders are not followed: they may lead round in a circle. */
async function isWanted(entry: Dirent, path: string): Promise<boolean> {
  if (!entry.isSymbolicLink()) return entry.isFile();
  // One that leads nowhere is a file that cannot be read, and told as that.
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

/** A file, or the files of an archive. */
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

/** Why something of the system failed, in words. */
export function reasonOf(error: unknown): Text {
  if (error instanceof TooLarge) return FAULTS.huge;
  const { code, message } = error as NodeJS.ErrnoException;
  return REASONS.get(code ?? '') ?? said(message);
}
