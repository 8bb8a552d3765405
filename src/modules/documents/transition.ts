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
  /** Where large artifacts are kept outside the database; null or unset: none are. */
  readonly contents?: Contents | null;
};

/** What an event changes; `from` is asked of the transition table unless the event changes no status. */
export type Move = Omit<Advance, 'workspaceId' | 'id' | 'event' | 'from'> & Partial<Pick<Advance, 'from'>>;

/** An event of a document; `awaited`: a webhook wants to know. In a trace of its own (`traceparent`), where there is one. */
export type EmittedEvent = {
  readonly document: Document;
  readonly event: NewEvent;
  readonly awaited: boolean;
  readonly trace?: string | null;
};

/** What befell those of several documents that went on together, in the order of the events. */
export const eventsOf = (
  advanced: ReadonlyMap<string, { readonly document: Document; readonly awaited: boolean }>,
  events: ReadonlyMap<string, NewEvent>,
): EmittedEvent[] =>
  [...events].flatMap(([id, event]) => {
    const found = advanced.get(id);
    return found === undefined ? [] : [{ ...found, event }];
  });

/** What every verb of a document's life is made of. */
export type Advancing = {
  readonly makeEvent: <T extends EventType>(scope: Scope, type: T, data: EventData<T>) => NewEvent;
  /** Writes an event with what it changes and asks for the work that follows; undefined when it may not happen now. */
  readonly advance: (trx: Trx, scope: Scope, id: string, event: NewEvent, move: Move) => Promise<Document | undefined>;
  readonly askForWork: (
    trx: Trx,
    scope: Scope,
    document: Pick<Document, 'id' | 'steps' | 'size_bytes'>,
    event: NewEvent,
  ) => Promise<void>;
  /** Tells the webhooks of an event that one of them awaits. */
  readonly tell: (trx: Trx, scope: Scope, document: Document, event: NewEvent) => Promise<void>;
  /** As `tell`, of those that are awaited, in one statement: what befell several documents of the workspace at once. */
  readonly notifyAll: (trx: Trx, scope: Scope, emittedEvents: readonly EmittedEvent[]) => Promise<void>;
  /** One transaction in the scope's workspace. */
  readonly inScope: <T>(scope: Scope, work: (trx: Trx) => Promise<T>) => Promise<T>;
};

/** Why nothing could be done: thrown to a person, who must be told. */
export async function refuse(trx: Trx, scope: Scope, id: string): Promise<never> {
  const document = await findDocument(trx, scope.workspaceId, id);
  if (document === undefined) throw refusal('document_not_found', { id });
  throw document.erased_at === null
    ? refusal('transition_not_allowed', { status: document.status })
    : refusal('document_erased', { id });
}

/** Makes the means. */
export function makeAdvancing({ db, now, newId }: LifecycleParts): Advancing {
  const askForWork: Advancing['askForWork'] = async (trx, scope, document, event) => {
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

  const tell: Advancing['tell'] = (trx, scope, document, event) =>
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
      // The parameters tie type and data together; the union cannot see that.
      ({ id: newId('evt'), type, at: new Date(now()), actor: scope.actor, data }) as NewEvent,

    advance: async (trx, scope, id, event, move) => {
      const from = move.from ?? (move.to === undefined ? [] : sourcesOf(event.type, move.to));
      const advanced = await advanceDocument(trx, { ...move, workspaceId: scope.workspaceId, id, from, event });
      if (advanced === undefined) return undefined;
      const { document, awaited } = advanced;
      await askForWork(trx, scope, document, event);
      if (awaited) await tell(trx, scope, document, event);
      return document;
    },

    askForWork,
    tell,
    notifyAll,

    inScope: (scope, work) => inWorkspace(db, scope.workspaceId, work),
  };
}
