import type { HttpClient, Log } from '../../../platform/index.ts';
import { openCheckpoint } from './note/checkpoint.ts';
import { findSignature, type NoteSignature, readNote, readSignatureLines, writeNote } from './note/signed-note.ts';
import type { VerifierKey } from './note/verifier-key.ts';
import { readStoredTiles } from './stored-tiles.ts';
import { type Database, findCheckpoint, replaceNote } from './transparency-store.ts';
import { proveConsistency } from './tree/proofs.ts';

/** A party that cosigns checkpoints after verifying that the log is append-only (C2SP tlog-witness). */
export type Witness = { readonly url: string; readonly key: VerifierKey };

export type WitnessOutcome = (typeof WITNESS_OUTCOMES)[number];

export const WITNESS_OUTCOMES = [
  /** The witness has cosigned the checkpoint, now or earlier. */
  'signed',
  /**
   * The witness has a larger tree of this log: this database was restored from a backup, or the key is used by
   * another installation.
   */
  'larger',
  /** The witness has another tree of this size, or a tree that is not a prefix of this one. */
  'fork',
  'failed',
] as const;

type Parts = {
  readonly db: Database;
  readonly http: Pick<HttpClient, 'request'>;
  readonly witnesses: readonly Witness[];
  readonly key: () => Promise<VerifierKey>;
  readonly log: Log;
  readonly onOutcome: (witness: string, outcome: WitnessOutcome) => void;
};

/** How long a witness is skipped after a failure, in milliseconds. */
const REST_MS = 10_000;
const TIME_LIMIT_MS = 10_000;

/** Requests cosignatures. The tree sizes that witnesses have seen are not stored: their responses contain them. */
export function makeWitnessing({ db, http, witnesses, key, log, onOutcome }: Parts) {
  const seen = new Map<string, number>();
  const resting = new Map<string, number>();
  let asking: Promise<void> | null = null;

  /** Requests a cosignature. The second attempt uses the tree size that the witness returned with 409. */
  const ask = async (witness: Witness, note: string, size: number): Promise<NoteSignature[] | WitnessOutcome> => {
    const read = readStoredTiles(db);
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const old = Math.min(seen.get(witness.key.name) ?? 0, size);
      const path = await proveConsistency(read, old, size);
      const { status, body } = await http.request({
        url: `${witness.url.replace(/(?<!\/)\/+$/, '')}/add-checkpoint`,
        method: 'POST',
        body: `old ${old}\n${path.map((node) => `${node.toString('base64')}\n`).join('')}\n${note}`,
        timeLimit: TIME_LIMIT_MS,
        maxBytes: 64 * 1024,
      });
      const text = body.toString('utf8');
      if (status === 200) return readSignatureLines(text);
      if (status === 422) return 'fork';
      const knownSize = status === 409 && /^\d{1,15}\n?$/.test(text) ? Number(text) : null;
      if (knownSize === null) throw new Error(`The witness returned status ${status}`);
      if (knownSize > size) return 'larger';
      // The witness rejected its own size: it has another tree of that size.
      if (knownSize === old) return 'fork';
      seen.set(witness.key.name, knownSize);
    }
    throw new Error('The witness returned a different tree size on every attempt');
  };

  const askFor = async (witness: Witness): Promise<void> => {
    const newest = await findCheckpoint(db);
    if (newest === undefined || findSignature(readNote(newest.note), witness.key) !== undefined) return;
    const size = newest.tree_size;
    const reply = await ask(witness, newest.note, size);
    if (typeof reply === 'string') {
      onOutcome(witness.key.name, reply);
      resting.set(witness.key.name, performance.now() + REST_MS);
      log.error(
        { witness: witness.key.name, outcome: reply, size },
        'witness has a different tree of the transparency log',
      );
      return;
    }
    const { note } = openCheckpoint(newest.note, await key());
    const signatures = reply.filter(({ name, keyId }) => name === witness.key.name && keyId.equals(witness.key.id));
    if (findSignature({ ...note, signatures }, witness.key) === undefined)
      throw new Error('The response of the witness has no signature by its key');
    seen.set(witness.key.name, size);
    await addSignatures(size, signatures);
    onOutcome(witness.key.name, 'signed');
  };

  /** Retries on conflict, because other processes may add signatures concurrently. */
  const addSignatures = async (size: number, signatures: readonly NoteSignature[]): Promise<void> => {
    for (;;) {
      const newest = await findCheckpoint(db);
      // A newer checkpoint exists; that one will be cosigned.
      if (newest === undefined || newest.tree_size !== size) return;
      const read = readNote(newest.note);
      const note = writeNote({ ...read, signatures: [...read.signatures, ...signatures] });
      if (await replaceNote(db, size, newest.note, note)) return;
    }
  };

  const askAll = async (): Promise<void> => {
    const due = witnesses.filter(({ key: { name } }) => (resting.get(name) ?? 0) < performance.now());
    await Promise.all(
      due.map((witness) =>
        askFor(witness).catch((error: unknown) => {
          resting.set(witness.key.name, performance.now() + REST_MS);
          onOutcome(witness.key.name, 'failed');
          log.warn({ err: error, witness: witness.key.name }, 'witness did not sign the transparency log');
        }),
      ),
    );
  };

  return {
    /** Requests the missing cosignatures of the newest checkpoint in the background. One round runs at a time. */
    askLater: (): void => {
      if (witnesses.length === 0) return;
      asking ??= askAll()
        .catch((error: unknown) => log.warn({ err: error }, 'requests to witnesses failed'))
        .finally(() => {
          asking = null;
        });
    },
    /** Resolves when no request is in progress. */
    settled: async (): Promise<void> => {
      await asking;
    },
  };
}
