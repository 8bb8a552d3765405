import type { HttpClient, Log } from '../../../platform/index.ts';
import { openCheckpoint } from './note/checkpoint.ts';
import { findSignature, type NoteSignature, readNote, readSignatureLines, writeNote } from './note/signed-note.ts';
import type { VerifierKey } from './note/verifier-key.ts';
import { readStoredTiles } from './stored-tiles.ts';
import { type Database, findCheckpoint, replaceNote } from './transparency-store.ts';
import { proveConsistency } from './tree/proofs.ts';

/** Somebody who signs that the log has only grown since he last saw it (C2SP tlog-witness). */
export type Witness = { readonly url: string; readonly key: VerifierKey };

/** What came of asking one. */
export type WitnessOutcome = (typeof WITNESS_OUTCOMES)[number];

export const WITNESS_OUTCOMES = [
  /** It has signed, or had. */
  'signed',
  /** It knows a larger tree of this log than there is here: this database was set back, or the key is used elsewhere. */
  'larger',
  /** It knows another tree of this size, or one that this is not the continuation of. */
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

/** So long after a failure a witness is left alone, in milliseconds. */
const REST_MS = 10_000;
const TIME_LIMIT_MS = 10_000;

/** Makes what asks the witnesses; what they have last seen is found out by asking. */
export function makeWitnessing({ db, http, witnesses, key, log, onOutcome }: Parts) {
  const seen = new Map<string, number>();
  const resting = new Map<string, number>();
  let asking: Promise<void> | null = null;

  /** Asks one; the second try is for one that has seen another size than was thought. */
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
      const told = status === 409 && /^\d{1,15}\n?$/.test(text) ? Number(text) : null;
      if (told === null) throw new Error(`The witness answered ${status}`);
      if (told > size) return 'larger';
      // The same size, and still refused: it has another tree of it.
      if (told === old) return 'fork';
      seen.set(witness.key.name, told);
    }
    throw new Error('The witness names another size with every answer');
  };

  const askFor = async (witness: Witness): Promise<void> => {
    const newest = await findCheckpoint(db);
    if (newest === undefined || findSignature(readNote(newest.note), witness.key) !== undefined) return;
    const size = newest.tree_size;
    const told = await ask(witness, newest.note, size);
    if (typeof told === 'string') {
      onOutcome(witness.key.name, told);
      resting.set(witness.key.name, performance.now() + REST_MS);
      log.error(
        { witness: witness.key.name, outcome: told, size },
        'a witness knows another tree of the transparency log',
      );
      return;
    }
    const { note } = openCheckpoint(newest.note, await key());
    const signatures = told.filter(({ name, keyId }) => name === witness.key.name && keyId.equals(witness.key.id));
    if (findSignature({ ...note, signatures }, witness.key) === undefined)
      throw new Error('The answer of the witness has no signature of its key');
    seen.set(witness.key.name, size);
    await addSignatures(size, signatures);
    onOutcome(witness.key.name, 'signed');
  };

  /** Others may add theirs at the same time. */
  const addSignatures = async (size: number, signatures: readonly NoteSignature[]): Promise<void> => {
    for (;;) {
      const newest = await findCheckpoint(db);
      // It was overtaken: the next one will be signed.
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
          log.warn({ err: error, witness: witness.key.name }, 'a witness has not signed the transparency log');
        }),
      ),
    );
  };

  return {
    /** Has the newest checkpoint signed by all who have not yet; returns at once, and asks each one once at a time. */
    askLater: (): void => {
      if (witnesses.length === 0) return;
      asking ??= askAll()
        .catch((error: unknown) => log.warn({ err: error }, 'the witnesses could not be asked'))
        .finally(() => {
          asking = null;
        });
    },
    /** Resolves when nobody is asked any more. */
    settled: async (): Promise<void> => {
      await asking;
    },
  };
}
