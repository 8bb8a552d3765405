import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Digest, type Drop, digestFile, readCounted } from './drop.ts';
import type { Folders } from './folders.ts';
import { isFilename, isManifest, isTemporary } from './names.ts';

/** As many files as a batch has, each in a line. */
const MOST_BYTES = 4 * 1024 * 1024;
const MOST_ENTRIES = 10_000;

/** A file as a list tells it. */
type Entry = { readonly name: string; readonly sha256: string; readonly size: number | null };

/** What is wrong with an entry of a list. */
type EntryFault = { readonly name: string; readonly fault: 'missing' | 'size' | 'sha256' | 'name' | 'twice' };

const LINE = /^\\?([0-9a-fA-F]{64})[ \t]+\*?(\S.*)$/;

const isEntryName = (name: string): boolean => isFilename(name) && !isTemporary(name) && !isManifest(name);

/** The entries of a list in either form; null when it is none. */
export function readManifest(name: string, text: string): Entry[] | null {
  const entries = name === 'SHA256SUMS' ? readSums(text) : readJson(text);
  return entries === null || entries.length === 0 || entries.length > MOST_ENTRIES ? null : entries;
}

function readSums(text: string): Entry[] | null {
  const entries: Entry[] = [];
  for (const line of text.split(/\r?\n/)) {
    if (line === '') continue;
    const [, sha256, name] = LINE.exec(line) ?? [];
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

const VERIFIED = '.verified';

/**
 * Holds a list that is taken against the inbox. Once all of it was found right that is remembered: after a crash its
 * files are taken that are still there, though others are in work already.
 *
 * @returns the entries, or what is wrong with them; with `entries` null the list cannot be read
 */
export async function verifyManifest(
  folders: Folders,
  drop: Drop,
  digest: Digest | null,
  signal: AbortSignal,
): Promise<{ readonly entries: readonly Entry[] | null; readonly faults: readonly EntryFault[] }> {
  const bytes = digest === null || digest.bytes > MOST_BYTES ? null : await readCounted(drop.path, digest);
  const text = bytes === null ? null : bytes.toString('utf8');
  const entries = text === null ? null : readManifest(drop.name, text);
  if (entries === null) return { entries: null, faults: [] };
  const verified = join(dirname(drop.path), VERIFIED);
  const isVerified = await readFile(verified).then(
    () => true,
    () => false,
  );
  if (isVerified) return { entries, faults: [] };
  const faults: EntryFault[] = [];
  const names = new Set<string>();
  for (const { name, sha256, size } of entries) {
    signal.throwIfAborted();
    await nextTurn();
    const fault = names.has(name)
      ? 'twice'
      : isEntryName(name)
        ? await findFault(join(folders.inbox, name), sha256, size)
        : 'name';
    names.add(name);
    if (fault !== null) faults.push({ name, fault });
  }
  if (faults.length === 0) await writeFile(verified, '', { flush: true });
  return { entries, faults };
}

async function findFault(path: string, sha256: string, size: number | null): Promise<EntryFault['fault'] | null> {
  const found = await digestFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (found === null) return 'missing';
  if (size !== null && found.bytes !== size) return 'size';
  return found.sha256 === sha256 ? null : 'sha256';
}
