import { makeNotifier } from '../../../lib/notifier.ts';
import { writeProofFile } from './note/proof-file.ts';
import { readStoredTiles } from './stored-tiles.ts';
import {
  type CheckpointRow,
  type Database,
  findCheckpointOver,
  findSalt,
  findSaltOfDocument,
  type SaltRow,
  watchCheckpoints,
} from './transparency-store.ts';
import { proveInclusion } from './tree/proofs.ts';

/** Proof that evidence is in the log; it can be verified without the service. */
type LogProof = {
  /** SHA-256 of the evidence, as recorded in the log. */
  readonly digest: Buffer;
  readonly index: number;
  readonly treeSize: number;
  readonly origin: string;
  readonly file: string;
  /** RFC 3161 response over the checkpoint; null: not stamped yet. */
  readonly stamp: Buffer | null;
};

/** `unknown`: the log has no such evidence, or its salt was erased; `waiting`: no checkpoint covers it yet. */
export type Found = LogProof | 'unknown' | 'waiting';

/** Creates inclusion proofs. Listens for checkpoints from the first `wait` on. */
export function makeProver({ db }: { readonly db: Database }) {
  const notifier = makeNotifier();
  let watching: Promise<unknown> | null = null;

  const prove = async (found: SaltRow | undefined): Promise<Found> => {
    if (found === undefined) return 'unknown';
    const { digest, salt, leaf_index: index } = found;
    const checkpoint = index === null ? undefined : await findCheckpointOver(db, index);
    if (index === null || checkpoint === undefined) return 'waiting';
    return { digest, index, ...(await toProof(db, salt, index, checkpoint)) };
  };

  return {
    prove: async (digest: Buffer): Promise<Found> => prove(await findSalt(db, digest)),
    proveDocument: async (workspaceId: string, documentId: string): Promise<Found> =>
      prove(await findSaltOfDocument(db, workspaceId, documentId)),
    /** Like `prove`, but waits for the checkpoint. Returns `waiting` on timeout or abort. */
    wait: async (digest: Buffer, milliseconds: number, signal: AbortSignal): Promise<Found> => {
      const end = performance.now() + milliseconds;
      const subscription = notifier.subscribe('checkpoints');
      try {
        watching ??= watchCheckpoints(db, notifier.notifyAll);
        await watching;
        for (;;) {
          const found = await prove(await findSalt(db, digest));
          const left = end - performance.now();
          if (found !== 'waiting' || left <= 0 || signal.aborted) return found;
          await subscription.wait(left, signal);
        }
      } finally {
        subscription.close();
      }
    },
  };
}

async function toProof(db: Database, salt: Buffer, index: number, { note, tree_size, stamp }: CheckpointRow) {
  const path = await proveInclusion(readStoredTiles(db), index, tree_size);
  const origin = note.slice(0, note.indexOf('\n'));
  return { treeSize: tree_size, origin, stamp, file: writeProofFile({ extra: salt, index, path, checkpoint: note }) };
}
