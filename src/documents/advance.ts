import type { Contents } from '../artifact-store/index.ts';
import type { IdPrefix } from '../lib/ids.ts';
import type { Scope } from '../lib/scope.ts';
import { refusal } from '../problems/index.ts';
import { announce, enqueue } from '../queue/index.ts';
import type { Document } from './document.ts';
import type { DocumentEvent, EventData, EventType, NewEvent } from './event.ts';
import { followUps, isDoneAlone } from './follow-ups.ts';
import { sourcesOf } from './status.ts';
import { type Advance, advanceDocument, type Database, findDocument, inWorkspace, type Trx } from './store.ts';

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

  const tell: Advancing['tell'] = (trx, scope, { id, last_sequence }, event) => {
    const at = event.at.toISOString();
    const { id: eventId, type, actor } = event;
    const data = { id: eventId, document_id: id, sequence: last_sequence, type, at, actor, data: event.data };
    return announce(trx, scope.workspaceId, { id: eventId, type, at, data: data as DocumentEvent });
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

    inScope: (scope, work) => inWorkspace(db, scope.workspaceId, work),
  };
}
