import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** What inboxes hold, by workspace, so that none takes the disk from others. */
export type Quota = {
  /** True, and counted, when so many bytes more fit. */
  readonly take: (workspaceId: string, bytes: number) => boolean;
  /** Counts anew what an inbox holds: files that were taken or removed are not told one by one. */
  readonly count: (workspaceId: string, inbox: string) => Promise<void>;
};

/** How long a count is used, in milliseconds. */
const COUNTED_FOR = 10_000;

/** A file counts as so many bytes at least, what it takes of a disk: else a quota would hold any number of empty ones. */
export const LEAST_BYTES = 4_096;

/** @param most the bytes that one inbox may hold */
export function makeQuota(most: number, now: () => number): Quota {
  const held = new Map<string, { bytes: number; at: number }>();
  return {
    take: (workspaceId, bytes) => {
      const inbox = held.get(workspaceId) ?? { bytes: 0, at: Number.NEGATIVE_INFINITY };
      if (inbox.bytes + bytes > most) return false;
      inbox.bytes += bytes;
      held.set(workspaceId, inbox);
      return true;
    },
    count: async (workspaceId, inbox) => {
      const known = held.get(workspaceId);
      if (known !== undefined && now() - known.at < COUNTED_FOR) return;
      held.set(workspaceId, { bytes: known?.bytes ?? 0, at: now() });
      let bytes = 0;
      for (const name of await readdir(inbox)) {
        const stats = await lstat(join(inbox, name)).catch(() => null);
        if (stats !== null) bytes += Math.max(LEAST_BYTES, stats.size);
      }
      held.set(workspaceId, { bytes, at: now() });
    },
  };
}
