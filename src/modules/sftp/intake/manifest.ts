import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isRefusal } from '../../../platform/errors/index.ts';
import { decodeSums } from '../../../platform/index.ts';
import { type Digest, type Drop, digestFile, readCounted } from './drop.ts';
import type { Folders } from './folders.ts';
import { isFilename, isManifest, isTemporary } from './names.ts';
import { hasMark } from './upload-markers.ts';

/** Enough for one line for each of the maximum number of files in a batch. */
const MAX_BYTES = 4 * 1024 * 1024;
const MAX_ENTRIES = 10_000;

export type Entry = { readonly name: string; readonly sha256: string; readonly size: number | null };

export type EntryFault = {
  readonly name: string;
  readonly fault: 'missing' | 'unreadable' | 'size' | 'sha256' | 'name' | 'twice';
};

/** The line format of sha256sum, and the BSD format of `sha256sum --tag` and `openssl dgst`. */
const LINE = /^\\?([0-9a-fA-F]{64})[ \t]+\*?(\S.*)$/;
const TAGGED_LINE = /^\\?SHA(?:2-)?256 ?\((\S.*)\) ?= ?([0-9a-fA-F]{64})$/;

const isEntryName = (name: string): boolean => isFilename(name) && !isTemporary(name) && !isManifest(name);

/** Parses a manifest in either format; null when it is invalid. */
export function readManifest(name: string, bytes: Buffer): Entry[] | null {
  const text = decodeSums(bytes);
  const entries = name === 'SHA256SUMS' ? readSums(text) : readJson(text);
  return entries === null || entries.length === 0 || entries.length > MAX_ENTRIES ? null : entries;
}

function readSums(text: string): Entry[] | null {
  const entries: Entry[] = [];
  for (const line of text.split(/\r?\n/)) {
    // sha256sum also accepts comment lines.
    if (line === '' || line.startsWith('#')) continue;
    const [, taggedName, tagged] = TAGGED_LINE.exec(line) ?? [];
    const [, sha256 = tagged, name = taggedName] = LINE.exec(line) ?? [];
    if (sha256 === undefined || name === undefined) return null;
    entries.push({ name: name.replace(/^\.\//, ''), sha256: sha256.toLowerCase(), size: null });
  }
  return entries;
}

function readJson(text: string): Entry[] | null {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    return null;
  }
  const { files } = (read ?? {}) as { files?: unknown };
  if (!Array.isArray(files)) return null;
  const entries = files.map((file: unknown): Entry | null => {
    const { name, sha256, size = null } = (file ?? {}) as Record<string, unknown>;
    if (typeof name !== 'string' || typeof sha256 !== 'string' || !/^[0-9a-fA-F]{64}$/.test(sha256)) return null;
    return size === null || typeof size === 'number' ? { name, sha256: sha256.toLowerCase(), size } : null;
  });
  return entries.every((entry) => entry !== null) ? entries : null;
}

/** Returns the entries of a claimed manifest; null when it cannot be read. */
export async function readListed(drop: Drop, digest: Digest | null): Promise<Entry[] | null> {
  if (digest === null || digest.bytes > MAX_BYTES) return null;
  return readManifest(drop.name, await readCounted(drop.path, digest));
}

export async function findFaults(
  folders: Folders,
  entries: readonly Entry[],
  signal: AbortSignal,
): Promise<EntryFault[]> {
  const faults: EntryFault[] = [];
  const names = new Set<string>();
  for (const entry of entries) {
    const { name } = entry;
    signal.throwIfAborted();
    await nextTurn();
    const fault = names.has(name) ? 'twice' : isEntryName(name) ? await findFault(folders, entry) : 'name';
    names.add(name);
    if (fault !== null) faults.push({ name, fault });
  }
  return faults;
}

async function findFault(folders: Folders, { name, sha256, size }: Entry): Promise<EntryFault['fault'] | null> {
  if (isMissing(folders, name)) return 'missing';
  const found = await digestFile(join(folders.inbox, name)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    if (isRefusal(error, 'drop_unreadable')) return 'unreadable' as const;
    throw error;
  });
  if (found === null) return 'missing';
  if (found === 'unreadable') return found;
  if (size !== null && found.bytes !== size) return 'size';
  return found.sha256 === sha256 ? null : 'sha256';
}

/** Whether the inbox has no complete file of the name; a file that a client is still writing counts as missing. */
export const isMissing = (folders: Folders, name: string): boolean =>
  hasMark(folders, name) || lstatSync(join(folders.inbox, name), { throwIfNoEntry: false }) === undefined;
