import type { Scope } from '../../lib/scope.ts';
import { isRefusal, refusal } from '../../platform/errors/index.ts';
import { deleteArtifacts, findUnerased } from './artifacts/artifact-store.ts';
import type { Document } from './document.ts';
import { lockDocument, type Trx } from './document-store.ts';
import type { ArtifactName } from './event.ts';
import { CONTENT_ERASED } from './send-errors.data.ts';
import { IN_WORK, STATUSES, UNDER_WAY } from './status.ts';
import { deleteMessages } from './status-message-store.ts';
import type { Advancing, LifecycleParts } from './transition.ts';

/** Actor of automatic erasure. */
const RETENTION_ACTOR = 'retention';

export type Erasure = {
  /**
   * Erases the content of a document: its artifacts, the summary and the metadata. The record and its timeline stay
   * as the audit trail; pending work is canceled first. An erased document stays unchanged. Throws
   * `document_not_found`.
   */
  readonly erase: (scope: Scope, id: string) => Promise<Document>;
  /** Erases the content of the oldest documents received before `time`, at most `limit`; returns their number. */
  readonly eraseReceivedBefore: (time: number, limit: number, signal?: AbortSignal) => Promise<number>;
};

export function makeErasure({ advance, inScope, makeEvent }: Advancing, { db }: LifecycleParts): Erasure {
  const eraseIn = async (trx: Trx, scope: Scope, id: string): Promise<Document> => {
    const document = await lockDocument(trx, scope.workspaceId, id);
    if (document === undefined) throw refusal('document_not_found', { id });
    if (document.erased_at !== null) return document;
    if (IN_WORK.includes(document.status)) {
      await advance(trx, scope, id, makeEvent(scope, 'document.canceled', {}), { to: 'canceled' });
    }
    if (UNDER_WAY.includes(document.status)) await giveUpSend(trx, scope, document);
    await deleteMessages(trx, scope.workspaceId, id);
    const artifacts = (await deleteArtifacts(trx, scope.workspaceId, id)) as ArtifactName[];
    const erased = await advance(trx, scope, id, makeEvent(scope, 'document.erased', { artifacts }), {
      from: STATUSES,
    });
    if (erased === undefined) throw new Error(`Document ${id} is locked but was not erased`);
    scope.audit?.(trx, id);
    return erased;
  };

  /** Records that the outcome of a send can no longer be determined, because its content is erased. */
  const giveUpSend = async (trx: Trx, scope: Scope, { id, send }: Document): Promise<void> => {
    const { id: sendId, partner, attempts } = send!;
    const data = { send: sendId, partner, error: CONTENT_ERASED, attempts, next_attempt_at: null };
    const endedSend = { ...send!, error: CONTENT_ERASED, next_attempt_at: null, run: null, begun: null };
    await advance(trx, scope, id, makeEvent(scope, 'send.unknown', data), { to: 'send_unknown', send: endedSend });
  };

  const erase: Erasure['erase'] = (scope, id) => inScope(scope, (trx) => eraseIn(trx, scope, id));

  return {
    erase,
    eraseReceivedBefore: async (time, limit, signal) => {
      const places = await findUnerased(db, new Date(time), limit);
      for (const { workspaceId, id } of places) {
        signal?.throwIfAborted();
        await erase({ workspaceId, actor: RETENTION_ACTOR }, id).catch((error) => {
          // The workspace may have been deleted concurrently, including its content.
          if (!isRefusal(error, 'document_not_found')) throw error;
        });
      }
      return places.length;
    },
  };
}
