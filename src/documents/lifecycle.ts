import { createHash } from 'node:crypto';
import type { Summary } from '../issues/index.ts';
import type { IdPrefix } from '../lib/ids.ts';
import type { Scope } from '../lib/scope.ts';
import { enqueue } from '../queue/index.ts';
import type { Document, NewDocument } from './document.ts';
import { ArtifactNotFound, DocumentNotFound, TransitionRefused } from './errors.ts';
import type { ArtifactName, Counts, EventData, EventType, Failure, NewEvent, Step } from './event.ts';
import { FOLLOW_UPS } from './follow-ups.ts';
import { digestRequest, replayFirst } from './idempotency.ts';
import { type Status, sourcesOf } from './status.ts';
import {
  type Advance,
  advanceDocument,
  type Database,
  findArtifactRow,
  findDocument,
  insertDocument,
  inWorkspace,
  type StoredArtifact,
  type Trx,
  WHOLE,
} from './store.ts';

export type LifecycleParts = {
  readonly db: Database;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly newId: (prefix: IdPrefix) => string;
};

export type NewArtifact = { readonly name: ArtifactName; readonly mediaType: string; readonly content: Uint8Array };

/** What validation found, and what is stored about it. */
export type Verdict = {
  readonly valid: boolean;
  readonly summary: Summary;
  readonly counts: Counts;
  readonly ruleset: { readonly id: string; readonly version: string };
  readonly artifacts: readonly NewArtifact[];
};

/** A document that is being validated, and the submitted bytes. */
export type Begun = { readonly document: Document; readonly invoice: Uint8Array };

/** The verbs of a document's life. Each is one transaction: status, event, artifacts and following work, or nothing. */
export type Lifecycle = {
  /**
   * Takes a document in and asks for its validation. The same idempotency key with the same content gives the first
   * answer again; of concurrent duplicates one makes the document and the others are told of it.
   *
   * @throws IdempotencyKeyReused when the key belongs to a request with other content
   */
  readonly receive: (
    scope: Scope,
    input: NewDocument,
  ) => Promise<{ readonly document: Document; readonly replayed: boolean }>;
  /**
   * Validation starts, and gets what it shall judge. A job that comes again continues without a second event. Null
   * when there is nothing to do: the document is judged, canceled or gone.
   */
  readonly begin: (scope: Scope, id: string) => Promise<Begun | null>;
  /** Validation has judged. Null, with nothing written, when the document no longer waits for it. */
  readonly complete: (scope: Scope, id: string, verdict: Verdict) => Promise<Document | null>;
  /** A step has failed for good. Null, with nothing written, when the document no longer waits for it. */
  readonly fail: (
    scope: Scope,
    id: string,
    failure: { readonly step: Step; readonly error: Failure },
  ) => Promise<Document | null>;
  /** Tries a failed document again. Throws DocumentNotFound, TransitionRefused. */
  readonly retry: (scope: Scope, id: string) => Promise<Document>;
  /** Stops the work on a document that is not final. Throws DocumentNotFound, TransitionRefused. */
  readonly cancel: (scope: Scope, id: string) => Promise<Document>;
};

const sha256 = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex');

const toStored = (artifact: NewArtifact): StoredArtifact => ({ ...artifact, sha256: sha256(artifact.content) });

/** Makes the verbs. */
export function makeLifecycle({ db, now, newId }: LifecycleParts): Lifecycle {
  const makeEvent = <T extends EventType>(scope: Scope, type: T, data: EventData<T>): NewEvent =>
    // The parameters tie type and data together; the union cannot see that.
    ({ id: newId('evt'), type, at: new Date(now()), actor: scope.actor, data }) as NewEvent;

  const askForWork = async (trx: Trx, scope: Scope, id: string, event: EventType): Promise<void> => {
    for (const job of FOLLOW_UPS[event] ?? []) {
      await enqueue(trx, job, { workspace_id: scope.workspaceId, document_id: id });
    }
  };

  type Move = Omit<Advance, 'workspaceId' | 'id' | 'from' | 'event'>;

  const advance = async (trx: Trx, scope: Scope, id: string, event: NewEvent, move: Move) => {
    const from = sourcesOf(event.type, move.to);
    const document = await advanceDocument(trx, { workspaceId: scope.workspaceId, id, from, event, ...move });
    if (document !== undefined) await askForWork(trx, scope, id, event.type);
    return document;
  };

  const advanceOrRefuse = (scope: Scope, id: string, event: NewEvent, to: Status): Promise<Document> =>
    inWorkspace(db, scope.workspaceId, async (trx) => {
      const advanced = await advance(trx, scope, id, event, { to });
      if (advanced !== undefined) return advanced;
      const document = await findDocument(trx, scope.workspaceId, id);
      throw document === undefined ? new DocumentNotFound(id) : new TransitionRefused(id, document.status);
    });

  return {
    receive: (scope, input) => {
      const at = new Date(now());
      const document: Document = {
        id: newId('doc'),
        status: 'received',
        filename: input.filename,
        sha256: sha256(input.content),
        size_bytes: input.content.length,
        external_id: input.externalId ?? null,
        metadata: input.metadata ?? {},
        steps: [...new Set<Step>(['validate', ...(input.steps ?? [])])],
        summary: null,
        counts: null,
        error: null,
        last_sequence: 1,
        created_at: at.toISOString(),
        updated_at: at.toISOString(),
      };
      const { filename, sha256: digest, size_bytes, steps } = document;
      const row = {
        workspaceId: scope.workspaceId,
        document,
        idempotencyKey: input.idempotencyKey,
        requestDigest: digestRequest(document),
        event: {
          ...makeEvent(scope, 'document.received', { filename, sha256: digest, size_bytes, steps: [...steps] }),
          at,
        },
        invoice: { name: 'invoice.xml', mediaType: 'application/xml', sha256: digest, content: input.content },
      };
      return inWorkspace(db, scope.workspaceId, async (trx) => {
        if (await insertDocument(trx, row)) {
          await askForWork(trx, scope, document.id, 'document.received');
          return { document, replayed: false };
        }
        const first = await replayFirst(trx, scope.workspaceId, row.idempotencyKey, row.requestDigest);
        return { document: first, replayed: true };
      });
    },

    begin: (scope, id) =>
      inWorkspace(db, scope.workspaceId, async (trx) => {
        const begun = await advance(trx, scope, id, makeEvent(scope, 'validation.started', {}), { to: 'validating' });
        const document = begun ?? (await findDocument(trx, scope.workspaceId, id));
        // Status and event are written together, so the event of the first delivery is there.
        if (document?.status !== 'validating') return null;
        const invoice = await findArtifactRow(trx, scope.workspaceId, id, 'invoice.xml', WHOLE);
        if (invoice === undefined) throw new ArtifactNotFound(id, 'invoice.xml');
        return { document, invoice: invoice.content };
      }),

    complete: (scope, id, { valid, summary, counts, ruleset, artifacts }) => {
      const names = artifacts.map(({ name }) => name);
      const event = makeEvent(scope, 'validation.completed', { valid, counts, ruleset, artifacts: names });
      const move: Move = {
        to: valid ? 'validated' : 'invalid',
        judged: { summary, counts },
        artifacts: artifacts.map(toStored),
      };
      return inWorkspace(db, scope.workspaceId, async (trx) => (await advance(trx, scope, id, event, move)) ?? null);
    },

    fail: (scope, id, failure) =>
      inWorkspace(db, scope.workspaceId, async (trx) => {
        const event = makeEvent(scope, 'document.failed', failure);
        return (await advance(trx, scope, id, event, { to: 'failed', error: failure.error })) ?? null;
      }),

    retry: (scope, id) =>
      advanceOrRefuse(scope, id, makeEvent(scope, 'step.retried', { step: 'validate' }), 'received'),

    cancel: (scope, id) => advanceOrRefuse(scope, id, makeEvent(scope, 'document.canceled', {}), 'canceled'),
  };
}
