import { existsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Claiming, type Digest, type Drop, dismiss, moveIn, type Prepared, prepare } from './drop.ts';
import type { Folders } from './folders.ts';
import { type Entry, type EntryFault, findFaults, isMissing, readListed } from './manifest.ts';
import type { DropboxParts } from './parts.ts';

/** Files of a manifest claimed as one group. */
const TOGETHER = 64;

/** Marker next to a verified manifest: its files are being claimed. */
const VERIFIED = '.verified';

/** Groups claimed for a manifest, or its differences, in which case nothing is claimed. */
type Listed =
  | { readonly faults: readonly EntryFault[] }
  | {
      readonly taken: readonly (readonly Drop[])[];
      /** Error that prevented the move of some files; may be temporary. Null when all were moved. */
      readonly error: unknown;
    };

type Parts = Pick<DropboxParts, 'newId' | 'now'> & { readonly signal: AbortSignal };

/**
 * Verifies a claimed manifest against the inbox and claims its files, all or nothing. The successful verification is
 * recorded: after a crash the remaining files are claimed, although others are in progress already.
 */
export async function takeManifest(
  folders: Folders,
  drop: Drop,
  digest: Digest | null,
  { newId, now, signal }: Parts,
): Promise<Listed> {
  const listed = await readListed(drop, digest);
  if ('faults' in listed) return listed;
  const { entries } = listed;
  const verified = join(dirname(drop.path), VERIFIED);
  const isVerified = existsSync(verified);
  const faults = isVerified ? [] : await findFaults(folders, entries, signal);
  if (faults.length > 0) return { faults };
  const groups: Prepared[] = [];
  // Errors are ignored: the next start removes the folders.
  const dismissAll = (unused: readonly Prepared[]) => Promise.allSettled(unused.map(dismiss));
  try {
    for (let start = 0; start < entries.length; start += TOGETHER) {
      const { actor, address, settings, workspaceId } = drop;
      const files = entries.slice(start, start + TOGETHER).map(toClaiming);
      const taking = { at: now(), actor, address, settings };
      groups.push(await prepare(folders, { workspaceId, id: newId('drp') }, files, taking));
    }
    // From here on everything runs in one event-loop tick, so that no client begins to write a file in between.
    const missing = isVerified ? [] : entries.filter(({ name }) => isMissing(folders, name));
    if (missing.length > 0) {
      await dismissAll(groups);
      return { faults: missing.map(({ name }) => ({ name, fault: 'missing' })) };
    }
    // Empty, and not flushed: a file system keeps the order of this creation and the renames that follow.
    if (!isVerified) writeFileSync(verified, '');
  } catch (error) {
    // For example on a full disk, where each attempt would leave folders behind.
    await dismissAll(groups);
    throw error;
  }
  const moved = groups.map((group) => ({ group, ...moveIn(folders, group) }));
  await dismissAll(moved.filter(({ drops }) => drops.length === 0).map(({ group }) => group));
  const taken = moved.map(({ drops }) => drops).filter((drops) => drops.length > 0);
  return { taken, error: moved.find(({ error }) => error !== null)?.error ?? null };
}

const toClaiming = ({ name, sha256 }: Entry): Claiming => ({ name, expected: sha256 });
