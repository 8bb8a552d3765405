import { makeGroupWriter } from '../../../lib/batch-writer.ts';
import type { HttpClient, Log, Metrics } from '../../../platform/index.ts';
import { type Activation, activationEntry, evidenceEntry, SALT_BYTES, writeBundle } from './entries.ts';
import { type Identity, type LogSeal, makeIdentity } from './identity.ts';
import { readNote } from './note/signed-note.ts';
import { writeVerifierKey } from './note/verifier-key.ts';
import { type Found, makeProver } from './prove.ts';
import {
  type Database,
  deleteSaltsAlone,
  type EvidenceRow,
  findCheckpoint,
  findStanding,
  findTile,
  insertActivations,
  insertAlone,
  insertWithChange,
  listEntries,
  listPlaces,
  type Trx,
  updateStamp,
} from './transparency-store.ts';
import { HASH_BYTES } from './tree/hashes.ts';
import { type TilePlace, widthOf } from './tree/tile-paths.ts';
import { makeWitnessing, WITNESS_OUTCOMES, type Witness, type WitnessOutcome } from './witnesses.ts';
import { startWriter } from './writer.ts';

type TransparencyParts = {
  readonly db: Database;
  /** Encrypts the key of the log; called when the key is first used. */
  readonly seal: () => LogSeal;
  /** Configured origin of the log; null: use the stored one, or `localhost/log`. */
  readonly origin: string | null;
  /** Origin of a new log if none is configured. */
  readonly suggestedOrigin?: string | null;
  readonly witnesses: readonly Witness[];
  readonly validatedBy: () => readonly Omit<Activation, 'activated_at'>[];
  readonly http: Pick<HttpClient, 'request'>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly random: (length: number) => Buffer;
  readonly log: Log;
  readonly metrics: Metrics;
};

/**
 * Number of entries in the tree, number covered by the newest checkpoint, and age of the oldest entry not covered.
 */
type BacklogState = { readonly leaves: number; readonly published: number; readonly unpublishedSeconds: number };

/** Owner of stored evidence. The salt is erased together with its owner. */
type Keeper =
  | { readonly workspaceId: string; readonly reportId: string }
  | { readonly workspaceId: string; readonly documentId: string };

export type Transparency = {
  /** Origin of the log and its verifier key in C2SP format. */
  readonly identity: () => Promise<{ readonly origin: string; readonly vkey: string }>;
  /** @throws ConfigProblems if the configured origin differs from the stored one */
  readonly checkOrigin: () => Promise<void>;
  /**
   * Adds evidence to the log in the transaction that stores it, so that both commit or neither does.
   *
   * @param digest SHA-256 of the signed report as canonical JSON
   */
  readonly append: (trx: object, digest: Buffer, keeper: Keeper) => void;
  /** Adds evidence that the service does not store. Resolves when the entry is committed. */
  readonly appendAlone: (digest: Buffer) => Promise<void>;
  /** Records the rule packs and engine of this process in the log unless they are recorded already. */
  readonly activate: () => Promise<void>;
  /** Whether this process has the secret that decrypts the key of the log. */
  readonly canSign: () => Promise<boolean>;
  /** The newest published checkpoint; null before the first. */
  readonly checkpoint: () => Promise<string | null>;
  /** Returns a tile or an entry bundle; null if the tree has no tile of this width. */
  readonly tile: (place: TilePlace) => Promise<Buffer | null>;
  readonly prove: (digest: Buffer) => Promise<Found>;
  readonly proveDocument: (workspaceId: string, documentId: string) => Promise<Found>;
  /** Returns the log indexes of stored evidence, by report or document id, as far as a checkpoint covers them. */
  readonly placesOf: (workspaceId: string, keepers: readonly string[]) => Promise<ReadonlyMap<string, number>>;
  readonly waitForProof: (digest: Buffer, milliseconds: number, signal: AbortSignal) => Promise<Found>;
  /**
   * Erases the salts of at most `limit` unstored pieces of evidence older than a time. @returns the number of erased
   * salts
   */
  readonly eraseExpired: (before: Date, limit: number) => Promise<number>;
  readonly backlog: () => Promise<BacklogState>;
  /** The newest checkpoint with the text that is signed and stamped; null before the first. */
  readonly newestCheckpoint: () => Promise<{
    readonly treeSize: number;
    readonly note: string;
    readonly text: string;
    readonly stamp: Buffer | null;
    readonly stampedAt: Date | null;
  } | null>;
  /**
   * Attaches an RFC 3161 response over its signed text to a checkpoint; returns false if the checkpoint already has
   * one.
   */
  readonly keepStamp: (treeSize: number, stamp: Buffer) => Promise<boolean>;
  /** Starts to assign indexes to entries and to publish checkpoints, after `activate`. */
  readonly startWriting: () => { readonly stop: () => Promise<void> };
};

const GROUP = 500;

/** Creates the transparency log. It owns no resources that need closing. */
export function makeTransparency(parts: TransparencyParts): Transparency {
  const { db, now, random, log, metrics, http, witnesses } = parts;
  const identity = makeIdentity(parts);
  const prover = makeProver({ db });
  const group = makeGroupWriter<EvidenceRow>((rows) => insertAlone(db, rows), GROUP);

  const toRow = (digest: Buffer, keeper: Keeper | null): EvidenceRow => {
    const salt = random(SALT_BYTES);
    return {
      entry: evidenceEntry(digest, salt),
      digest,
      salt,
      workspaceId: keeper?.workspaceId ?? null,
      reportId: keeper !== null && 'reportId' in keeper ? keeper.reportId : null,
      documentId: keeper !== null && 'documentId' in keeper ? keeper.documentId : null,
      at: new Date(now()),
    };
  };

  const witnessRequests = metrics.counter({
    name: 'log_witness_answers_total',
    help: 'Requests to witnesses to cosign the transparency log, by outcome.',
    labels: ['witness', 'outcome'],
  });
  // Initialize the counters with 0: Prometheus does not count the first sample of a series as an increase, so no
  // alert would fire.
  for (const { key } of witnesses)
    for (const outcome of WITNESS_OUTCOMES) witnessRequests.inc({ witness: key.name, outcome }, 0);
  const activate = async (): Promise<void> => {
    const at = new Date(now());
    const rows = parts.validatedBy().map((activation) => ({
      ...activation,
      activated_at: at,
      entry: activationEntry({ ...activation, activated_at: at.toISOString() }),
    }));
    await insertActivations(db, rows);
  };
  const key = async (): Promise<Identity['key']> => (await identity.get()).key;
  const onOutcome = (witness: string, outcome: WitnessOutcome): void => witnessRequests.inc({ witness, outcome });

  return {
    identity: async () => {
      const { origin, key } = await identity.get();
      return { origin, vkey: writeVerifierKey(key) };
    },
    checkOrigin: identity.check,
    canSign: identity.canSign,
    activate,
    append: (trx, digest, keeper) => insertWithChange(trx as Trx, toRow(digest, keeper)),
    appendAlone: (digest) => group.write(toRow(digest, null)),
    checkpoint: async () => (await findCheckpoint(db))?.note ?? null,
    tile: async ({ level, tile, width }) => {
      if (level !== 'entries') {
        const hashes = await findTile(db, level, tile);
        return hashes !== undefined && hashes.length >= width * HASH_BYTES
          ? hashes.subarray(0, width * HASH_BYTES)
          : null;
      }
      const { treeSize } = await findStanding(db);
      if (widthOf(level, tile, treeSize) < width) return null;
      return writeBundle(await listEntries(db, tile * 256, width));
    },
    prove: prover.prove,
    proveDocument: prover.proveDocument,
    placesOf: (workspaceId, keepers) => listPlaces(db, workspaceId, keepers),
    waitForProof: prover.wait,
    eraseExpired: (before, limit) => deleteSaltsAlone(db, before, limit),
    backlog: () => backlogOf(db, now()),
    newestCheckpoint: async () => {
      const found = await findCheckpoint(db);
      if (found === undefined) return null;
      const { tree_size: treeSize, note, stamp, stamped_at: stampedAt } = found;
      return { treeSize, note, text: readNote(note).text, stamp, stampedAt };
    },
    keepStamp: (treeSize, stamp) => updateStamp(db, treeSize, stamp, new Date(now())),
    startWriting: () => {
      const witnessing = makeWitnessing({ db, http, witnesses, key, log, onOutcome });
      const writer = startWriter({ db, identity, now, log, activate, onPublished: witnessing.askLater });
      return {
        stop: async () => {
          await writer.stop();
          await witnessing.settled();
        },
      };
    },
  };
}

/** @param now milliseconds since the epoch */
export async function backlogOf(db: Database, now: number): Promise<BacklogState> {
  const { treeSize, published, waitingSince } = await findStanding(db);
  const age = waitingSince === null ? 0 : Math.max(0, now - waitingSince.getTime());
  return { leaves: treeSize, published, unpublishedSeconds: age / 1_000 };
}
