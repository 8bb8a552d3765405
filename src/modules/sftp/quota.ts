import { lstat, readdir } from 'node:fs/promises';
import { pathIn } from '../../lib/path-in.ts';

/** What inboxes hold, by workspace, so that none takes the disk from others. */
export type Quota = {
  /** True, and counted, when so many bytes more fit. */
  readonly take: (workspaceId: string, bytes: number) => boolean;
  /**
   * Counts anew what an inbox holds: files that are taken are not told one by one. `isFull`: something did not fit, so that
   * a count of lately is not new enough.
   */
  readonly count: (workspaceId: string, inbox: string, isFull?: boolean) => Promise<void>;
  /** A file was removed, or cut: the next who finds no room has it counted. */
  readonly removed: (workspaceId: string) => void;
};

/** How long a count is used, and how long by whoever finds no room, in milliseconds. */
const COUNTED_FOR = { room: 10_000, full: 1_000 };

type Held = { bytes: number; at: number; counting: Promise<void> | null };

/** A file counts as so many bytes at least, what it takes of a disk: else a quota would hold any number of empty ones. */
export const LEAST_BYTES = 4_096;

/** @param most the bytes that one inbox may hold */
export function makeQuota(most: number, now: () => number): Quota {
  const held = new Map<string, Held>();
  const of = (workspaceId: string): Held => {
    const known = held.get(workspaceId) ?? { bytes: 0, at: Number.NEGATIVE_INFINITY, counting: null };
    held.set(workspaceId, known);
    return known;
  };
  const countAnew = async (known: Held, inbox: string): Promise<void> => {
    known.at = now();
    const before = known.bytes;
    let bytes = 0;
    for (const name of await readdir(inbox)) {
      const stats = await lstat(pathIn(inbox, name)).catch(() => null);
      if (stats !== null) bytes += Math.max(LEAST_BYTES, stats.size);
    }
    // What came meanwhile is counted twice rather than not at all.
    known.bytes += bytes - before;
  };
  return {
    take: (workspaceId, bytes) => {
      const known = of(workspaceId);
      if (known.bytes + bytes > most) return false;
      known.bytes += bytes;
      return true;
    },
    count: async (workspaceId, inbox, isFull = false) => {
      const known = of(workspaceId);
      if (known.counting === null && now() - known.at < (isFull ? COUNTED_FOR.full : COUNTED_FOR.room)) return;
      known.counting ??= countAnew(known, inbox).finally(() => {
        known.counting = null;
      });
      await known.counting;
    },
    removed: (workspaceId) => {
      of(workspaceId).at = Number.NEGATIVE_INFINITY;
    },
  };
}
