import { setTimeout as pause } from 'node:timers/promises';
import { makeNotifier } from '../../../lib/notifier.ts';
import type { Log } from '../../../platform/index.ts';
import type { LogIdentity } from './identity.ts';
import { writeCheckpointText } from './note/checkpoint.ts';
import { writeNote } from './note/signed-note.ts';
import { readStoredTiles } from './stored-tiles.ts';
import {
  type Database,
  findCheckpoint,
  insertCheckpoint,
  keepLengthened,
  listWaiting,
  watchEntries,
  withLogLocked,
} from './transparency-store.ts';
import { growTree } from './tree/grow.ts';
import { hashLeaf } from './tree/hashes.ts';
import { rootOf } from './tree/proofs.ts';

/** Maximum entries that get an index in one transaction. */
const AT_ONCE = 5_000;

/** Polling interval in milliseconds, in case a notification is lost. */
const LOOK_MS = 1_000;

/**
 * How long entries are collected after a checkpoint, in milliseconds. Short enough not to delay proofs noticeably.
 */
const GATHER_MS = 200;

type WriterParts = {
  readonly db: Database;
  readonly identity: LogIdentity;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
};

/**
 * Assigns gapless indexes to waiting entries and stores the tiles of the resulting tree, in one transaction under the
 * lock of the log.
 *
 * @returns the number of indexes assigned; null if another process holds the lock
 * @throws Error if the stored tiles do not lead to the stored root
 */
export function lengthen({ db }: Pick<WriterParts, 'db'>, limit = AT_ONCE): Promise<number | null> {
  return withLogLocked(db, async (trx, log) => {
    const waiting = await listWaiting(trx, limit);
    if (waiting.length === 0) return 0;
    const read = readStoredTiles(trx);
    // Reads only the tiles of the right edge, and ensures that a tree modified outside this service is never signed.
    if (!(await rootOf(read, log.tree_size)).equals(log.root_hash))
      throw new Error(`The tiles of the transparency log do not match the root hash of its ${log.tree_size} entries`);
    const grown = await growTree(
      read,
      log.tree_size,
      waiting.map(({ entry }) => hashLeaf(entry)),
    );
    await keepLengthened(trx, {
      from: log.tree_size,
      arrivals: waiting.map(({ arrival }) => arrival),
      ...grown,
    });
    return waiting.length;
  });
}

/**
 * Signs and publishes the stored tree if it is larger than the published one.
 *
 * @returns true if a checkpoint was published
 */
export async function publish({ db, identity, now }: WriterParts): Promise<boolean> {
  const published = await withLogLocked(db, async (trx, log) => {
    const newest = await findCheckpoint(trx);
    const before = newest?.tree_size ?? 0;
    if (log.tree_size <= before) return false;
    const text = writeCheckpointText({ origin: log.origin, size: log.tree_size, root: log.root_hash });
    const { key } = await identity.get();
    const signature = await identity.sign(Buffer.from(text));
    await insertCheckpoint(
      trx,
      {
        tree_size: log.tree_size,
        root_hash: log.root_hash,
        note: writeNote({ text, signatures: [{ name: key.name, keyId: key.id, signature }] }),
        published_at: new Date(now()),
      },
      before,
    );
    return true;
  });
  return published ?? false;
}

/**
 * Starts the log writer: entries get an index and a checkpoint within a second. Every worker process may start it; a
 * database lock ensures that one writes at a time.
 *
 * @param parts.activate records the rule packs and engine of this process; called until it succeeds
 * @param parts.onPublished called after each successful cycle, whether or not it published a checkpoint
 */
export function startWriter(
  parts: WriterParts & { readonly log: Log; readonly activate: () => Promise<void>; readonly onPublished: () => void },
): {
  readonly stop: () => Promise<void>;
} {
  const { db, log, onPublished } = parts;
  const stopping = new AbortController();
  const notifier = makeNotifier();
  const subscription = notifier.subscribe('entries');
  const watching = watchEntries(db, notifier.notifyAll);
  let failing = false;
  let activated = false;

  const writeOnce = async (): Promise<void> => {
    try {
      await parts.identity.get();
      if (!activated) await parts.activate();
      activated = true;
      for (let count: number | null = AT_ONCE; count === AT_ONCE; ) count = await lengthen(parts);
      await publish(parts);
      onPublished();
      failing = false;
    } catch (error) {
      // Log the first failure only; metrics show how long the outage lasts.
      if (!failing) log.error({ err: error }, 'transparency log write failed');
      failing = true;
    }
  };

  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await writeOnce();
      await pause(GATHER_MS, null, { signal: stopping.signal }).catch(() => undefined);
      await subscription.wait(failing ? 10 * LOOK_MS : LOOK_MS, stopping.signal);
    }
  };
  const running = run();

  return {
    stop: async () => {
      stopping.abort();
      await running;
      subscription.close();
      await (await watching).stop();
    },
  };
}
