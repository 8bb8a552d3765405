import { existsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Claiming, type Digest, type Drop, dismiss, moveIn, type Prepared, prepare } from './drop.ts';
import type { Folders } from './folders.ts';
import { type Entry, type EntryFault, findFaults, isMissing, readListed } from './manifest.ts';
import type { DropboxParts } from './parts.ts';

/** So many files of a list are taken together. */
const TOGETHER = 64;

/** Beside a list of which all was found right: its files are taken. */
const VERIFIED = '.verified';

/** What a list names, taken; or what is wrong with it, where nothing of it is taken. */
type Listed =
  | { readonly faults: readonly EntryFault[] }
  | {
      readonly taken: readonly (readonly Drop[])[];
      /** What kept any of the files from being taken; it may pass. */
      readonly error: unknown;
    };

type Parts = Pick<DropboxParts, 'newId' | 'now'> & { readonly signal: AbortSignal };

/**
 * Holds a list that is taken against the inbox, and takes what it names: all or nothing. That all was found right is
 * remembered: after a crash its files are taken that are still there, though others are in work already.
 */
export async function takeManifest(
  folders: Folders,
  drop: Drop,
  digest: Digest | null,
  { newId, now, signal }: Parts,
): Promise<Listed> {
  const entries = await readListed(drop, digest);
  if (entries === null) return { faults: [] };
  const verified = join(dirname(drop.path), VERIFIED);
  const isVerified = existsSync(verified);
  const faults = isVerified ? [] : await findFaults(folders, entries, signal);
  if (faults.length > 0) return { faults };
  const groups: Prepared[] = [];
  // What cannot be removed keeps nothing waiting: the next start removes it.
  const dismissAll = (unused: readonly Prepared[]) => Promise.allSettled(unused.map(dismiss));
  try {
    for (let start = 0; start < entries.length; start += TOGETHER) {
      const { actor, address, settings, workspaceId } = drop;
      const files = entries.slice(start, start + TOGETHER).map(toClaiming);
      const taking = { at: now(), actor, address, settings };
      groups.push(await prepare(folders, { workspaceId, id: newId('drp') }, files, taking));
    }
    // From here on all in one turn of the event loop: no client begins to write a file in between.
    const missing = isVerified ? [] : entries.filter(({ name }) => isMissing(folders, name));
    if (missing.length > 0) {
      await dismissAll(groups);
      return { faults: missing.map(({ name }) => ({ name, fault: 'missing' })) };
    }
    // Empty, and never flushed while others wait: a file system keeps its names in order with the renames that follow.
    if (!isVerified) writeFileSync(verified, '');
  } catch (error) {
    // As on a full disk: each attempt would leave folders.
    await dismissAll(groups);
    throw error;
  }
  const moved = groups.map((group) => ({ group, ...moveIn(folders, group) }));
  await dismissAll(moved.filter(({ drops }) => drops.length === 0).map(({ group }) => group));
  const taken = moved.map(({ drops }) => drops).filter((drops) => drops.length > 0);
  return { taken, error: moved.find(({ error }) => error !== null)?.error ?? null };
}

const toClaiming = ({ name, sha256 }: Entry): Claiming => ({ name, expected: sha256 });
