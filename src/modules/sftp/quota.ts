import { lstat, readdir } from 'node:fs/promises';
import { pathIn } from '../../lib/path-in.ts';

/** Bytes used per inbox, limited so that one workspace cannot fill the disk. */
export type Quota = {
  /** Reserves bytes; returns false when they exceed the quota. */
  readonly take: (workspaceId: string, bytes: number) => boolean;
  /**
   * Recounts the inbox unless the last count is recent, because claimed files are not reported. `isFull`: a
   * reservation failed, so only a very recent count is accepted.
   */
  readonly count: (workspaceId: string, inbox: string, isFull?: boolean) => Promise<void>;
  /** Reports a removed or truncated file: the next failed reservation forces a recount. */
  readonly removed: (workspaceId: string) => void;
};

/** How long a count is valid, in milliseconds: normally, and after a failed reservation. */
const COUNTED_FOR = { room: 10_000, full: 1_000 };

type Held = { bytes: number; at: number; counting: Promise<void> | null };

/**
 * Minimum size charged per file, equal to its disk block; otherwise a quota would allow any number of empty files.
 */
export const LEAST_BYTES = 4_096;

/** @param most maximum bytes of one inbox */
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
    // Bytes reserved during the count are counted twice rather than missed.
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
