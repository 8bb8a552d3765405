import type { IdPrefix } from '../../lib/ids.ts';
import type { Scope } from '../../lib/scope.ts';
import { withinTrace } from '../../lib/tracing.ts';
import { refusal } from '../../platform/errors/index.ts';
import { announce, announceAll, enqueue } from '../../platform/queue/index.ts';
import type { Contents } from './artifact-store/index.ts';
import type { Document } from './document.ts';
import { type Advance, advanceDocument, type Database, findDocument, inWorkspace, type Trx } from './document-store.ts';
import type { DocumentEvent, EventData, EventType, NewEvent } from './event.ts';
import { followUps, isDoneAlone } from './follow-ups.ts';
import { sourcesOf } from './status.ts';

export type LifecycleParts = {
  readonly db: Database;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly newId: (prefix: IdPrefix) => string;
  /** Storage of large artifacts outside the database; null or unset disables it. */
  readonly contents?: Contents | null;
};

/** Changes of an event; `from` defaults to the transition table unless the event changes no status. */
export type Move = Omit<Advance, 'workspaceId' | 'id' | 'event' | 'from'> & Partial<Pick<Advance, 'from'>>;

/** An event of a document; `awaited`: a webhook is subscribed. `trace`: its own `traceparent`, when present. */
export type EmittedEvent = {
  readonly document: Document;
  readonly event: NewEvent;
  readonly awaited: boolean;
  readonly trace?: string | null;
};

/** Events of documents advanced in one statement, in event order. */
export const eventsOf = (
  advanced: ReadonlyMap<string, { readonly document: Document; readonly awaited: boolean }>,
  events: ReadonlyMap<string, NewEvent>,
): EmittedEvent[] =>
  [...events].flatMap(([id, event]) => {
    const found = advanced.get(id);
    return found === undefined ? [] : [{ ...found, event }];
  });

/** Shared functions behind all transitions. */
export type Advancing = {
  readonly makeEvent: <T extends EventType>(scope: Scope, type: T, data: EventData<T>) => NewEvent;
  /**
   * Writes an event with its changes and enqueues the follow-up jobs; undefined when the transition is not allowed
   * now.
   */
  readonly advance: (trx: Trx, scope: Scope, id: string, event: NewEvent, move: Move) => Promise<Document | undefined>;
  readonly enqueueFollowUps: (
    trx: Trx,
    scope: Scope,
    document: Pick<Document, 'id' | 'steps' | 'size_bytes'>,
    event: NewEvent,
  ) => Promise<void>;
  /** Enqueues webhook deliveries for an event with subscribers. */
  readonly notify: (trx: Trx, scope: Scope, document: Document, event: NewEvent) => Promise<void>;
  /** Same as `notify`, in one statement for the subscribed events of several documents. */
  readonly notifyAll: (trx: Trx, scope: Scope, emittedEvents: readonly EmittedEvent[]) => Promise<void>;
  /** One transaction in the workspace of the scope. */
  readonly inScope: <T>(scope: Scope, work: (trx: Trx) => Promise<T>) => Promise<T>;
};

/** Throws the error that explains why a transition is not possible, for the API caller. */
export async function refuse(trx: Trx, scope: Scope, id: string): Promise<never> {
  const document = await findDocument(trx, scope.workspaceId, id);
  if (document === undefined) throw refusal('document_not_found', { id });
  throw document.erased_at === null
    ? refusal('transition_not_allowed', { status: document.status })
    : refusal('document_erased', { id });
}

export function makeAdvancing({ db, now, newId }: LifecycleParts): Advancing {
  const enqueueFollowUps: Advancing['enqueueFollowUps'] = async (trx, scope, document, event) => {
    for (const job of followUps(event, document.steps)) {
      const payload = { workspace_id: scope.workspaceId, document_id: document.id };
      const alone = isDoneAlone(job, event, document) && { alone: true as const };
      await enqueue(trx, job, { ...payload, ...alone });
    }
  };

  const toAnnounced = ({ id, last_sequence }: Document, event: NewEvent) => {
    const at = event.at.toISOString();
    const { id: eventId, type, actor } = event;
    const data = { id: eventId, document_id: id, sequence: last_sequence, type, at, actor, data: event.data };
    return { id: eventId, type, at, data: data as DocumentEvent };
  };

  const notify: Advancing['notify'] = (trx, scope, document, event) =>
    announce(trx, scope.workspaceId, toAnnounced(document, event));

  const notifyAll: Advancing['notifyAll'] = async (trx, scope, emittedEvents) => {
    const awaited = emittedEvents.filter((one) => one.awaited);
    const [first = null, ...traces] = new Set(awaited.flatMap(({ trace = null }) => trace ?? []));
    const announced = awaited.map(({ document, event }) => toAnnounced(document, event));
    const announceThem = () => announceAll(trx, scope.workspaceId, announced, traces);
    await (first === null ? announceThem() : withinTrace(first, announceThem));
  };

  return {
    makeEvent: (scope, type, data) =>
      // The parameters guarantee that `type` and `data` match; TypeScript cannot derive that for the union.
      ({ id: newId('evt'), type, at: new Date(now()), actor: scope.actor, data }) as NewEvent,

    advance: async (trx, scope, id, event, move) => {
      const from = move.from ?? (move.to === undefined ? [] : sourcesOf(event.type, move.to));
      const advanced = await advanceDocument(trx, { ...move, workspaceId: scope.workspaceId, id, from, event });
      if (advanced === undefined) return undefined;
      const { document, awaited } = advanced;
      await enqueueFollowUps(trx, scope, document, event);
      if (awaited) await notify(trx, scope, document, event);
      return document;
    },

    enqueueFollowUps,
    notify,
    notifyAll,

    inScope: (scope, work) => inWorkspace(db, scope.workspaceId, work),
  };
}
