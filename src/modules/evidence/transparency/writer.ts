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

/** Entries that get their places in one transaction. */
const AT_ONCE = 5_000;

/** How often the writer looks for itself, in milliseconds. */
const LOOK_MS = 1_000;

/** So long entries gather after a checkpoint, in milliseconds: a proof takes no longer for it than its reader notices. */
const GATHER_MS = 200;

type WriterParts = {
  readonly db: Database;
  readonly identity: LogIdentity;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
};

/**
 * Gives entries that wait their places, without a gap, and keeps the tiles of the tree that they lead to: all of it in
 * one transaction, under the lock of the log.
 *
 * @returns how many got one; null when another process is at it
 * @throws Error when the tree that is kept has not the root that is kept with it
 */
export function lengthen({ db }: Pick<WriterParts, 'db'>, limit = AT_ONCE): Promise<number | null> {
  return withLogLocked(db, async (trx, log) => {
    const waiting = await listWaiting(trx, limit);
    if (waiting.length === 0) return 0;
    const read = readStoredTiles(trx);
    // It costs the tiles of one edge, and a tree that was changed behind the log's back is never signed again.
    if (!(await rootOf(read, log.tree_size)).equals(log.root_hash))
      throw new Error(`The tiles of the transparency log do not lead to the root of its ${log.tree_size} entries`);
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
 * Signs and publishes the tree as it is kept, where that is longer than what is published.
 *
 * @returns true when there is a new checkpoint
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
 * Starts to write the log: entries get their places and a checkpoint within a second. Every worker process may start it;
 * the database lets one of them write at a time.
 *
 * @param parts.activate tells what this process judges by; called until it was told
 * @param parts.onPublished called with each checkpoint of this process, and when it looks for itself
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
      // Told once, not every second: the figures tell how long it lasts.
      if (!failing) log.error({ err: error }, 'the transparency log cannot be written');
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
