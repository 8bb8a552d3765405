import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { shorten } from '../../../lib/plain-text.ts';
import { toLine } from '../../../lib/sanitize-inline.ts';
import { isRefusal } from '../../../platform/errors/index.ts';
import { decodeSums } from '../../../platform/index.ts';
import { makeJsonParser } from '../../../platform/json/index.ts';
import { type Digest, type Drop, digestFile, readCounted } from './drop.ts';
import type { Folders } from './folders.ts';
import { isFilename, isManifest, isTemporary } from './names.ts';
import { hasMark } from './upload-markers.ts';

/** Enough for one line for each of the maximum number of files in a batch. */
const MAX_BYTES = 4 * 1024 * 1024;
const MAX_ENTRIES = 10_000;

export type Entry = { readonly name: string; readonly sha256: string; readonly size: number | null };

/** An error of a manifest: of one entry, at a position of the manifest, or of the manifest itself by its name. */
export type EntryFault = {
  readonly fault:
    | 'missing'
    | 'unreadable'
    | 'size'
    | 'sha256'
    | 'name'
    | 'twice'
    | 'malformed'
    | 'empty'
    | 'too_many'
    | 'too_large';
  readonly name?: string;
  /** From 1. */
  readonly line?: number;
  /** From 1; only for invalid JSON. */
  readonly column?: number;
  /** JSON pointer (RFC 6901) of a value that is missing or invalid. */
  readonly pointer?: string;
};

/** Entries of a manifest, or why it cannot be used. */
type Listed = { readonly entries: readonly Entry[] } | { readonly faults: readonly EntryFault[] };

/** The line format of sha256sum, and the BSD format of `sha256sum --tag` and `openssl dgst`. */
const LINE = /^\\?([0-9a-fA-F]{64})[ \t]+\*?(\S.*)$/;
const TAGGED_LINE = /^\\?SHA(?:2-)?256 ?\((\S.*)\) ?= ?([0-9a-fA-F]{64})$/;
const SHA256 = /^[0-9a-fA-F]{64}$/;

/** Maximum number of malformed lines or values that are reported. */
const MAX_MALFORMED = 100;

const isEntryName = (name: string): boolean => isFilename(name) && !isTemporary(name) && !isManifest(name);

/** Parses a manifest in either format. */
export function readManifest(name: string, bytes: Buffer): Listed {
  const text = decodeSums(bytes);
  const listed = name === 'SHA256SUMS' ? readSums(text) : readJson(text);
  if ('faults' in listed) return { faults: listed.faults.slice(0, MAX_MALFORMED) };
  const { length } = listed.entries;
  if (length > 0 && length <= MAX_ENTRIES) return listed;
  return { faults: [{ name, fault: length === 0 ? 'empty' : 'too_many' }] };
}

function readSums(text: string): Listed {
  const entries: Entry[] = [];
  const faults: EntryFault[] = [];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    // sha256sum also accepts comment lines.
    if (line === '' || line.startsWith('#')) continue;
    const [, taggedName, tagged] = TAGGED_LINE.exec(line) ?? [];
    const [, sha256 = tagged, name = taggedName] = LINE.exec(line) ?? [];
    if (sha256 === undefined || name === undefined) faults.push({ line: index + 1, fault: 'malformed' });
    else entries.push({ name: name.replace(/^\.\//, ''), sha256: sha256.toLowerCase(), size: null });
  }
  return faults.length > 0 ? { faults } : { entries };
}

function readJson(text: string): Listed {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    return { faults: [{ ...findSyntaxError(text), fault: 'malformed' }] };
  }
  const { files } = (read ?? {}) as { files?: unknown };
  if (!Array.isArray(files)) return { faults: [{ pointer: '/files', fault: 'malformed' }] };
  const entries: Entry[] = [];
  const faults: EntryFault[] = [];
  for (const [index, file] of files.entries()) {
    const { name, sha256, size = null } = (file ?? {}) as Record<string, unknown>;
    const pointer = `/files/${index}`;
    if (typeof name !== 'string') faults.push({ pointer: `${pointer}/name`, fault: 'malformed' });
    else if (typeof sha256 !== 'string' || !SHA256.test(sha256)) {
      faults.push({ pointer: `${pointer}/sha256`, name, fault: 'malformed' });
    } else if (size !== null && typeof size !== 'number') {
      faults.push({ pointer: `${pointer}/size`, name, fault: 'malformed' });
    } else entries.push({ name, sha256: sha256.toLowerCase(), size });
  }
  return faults.length > 0 ? { faults } : { entries };
}

/** Line and column of the first syntax error; JSON.parse reports no position for some of them. */
function findSyntaxError(text: string): Pick<EntryFault, 'line' | 'column'> {
  const parser = makeJsonParser({ nodes: 8 * MAX_ENTRIES, depth: 8, text: MAX_BYTES });
  try {
    parser.readAll(Buffer.from(text));
    parser.end();
    return { line: 1 };
  } catch (error) {
    if (!isRefusal(error, 'malformed_json', 'json_too_deep', 'body_too_complex')) throw error;
    const { line, column } = error.values;
    return typeof line === 'number' && typeof column === 'number' ? { line, column } : { line: 1 };
  }
}

/** Reads a claimed manifest. */
export async function readListed({ name, path }: Drop, digest: Digest | null): Promise<Listed> {
  if (digest === null) return { faults: [{ name, fault: 'unreadable' }] };
  if (digest.bytes > MAX_BYTES) return { faults: [{ name, fault: 'too_large' }] };
  return readManifest(name, await readCounted(path, digest));
}

/** Position of an error in the manifest (`line:column` or a JSON pointer), otherwise the file name. */
export function placeOf({ line, column, pointer, name = '' }: EntryFault): string {
  if (pointer !== undefined) return pointer;
  if (line !== undefined) return column === undefined ? String(line) : `${line}:${column}`;
  return shorten(toLine(name), 200);
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
