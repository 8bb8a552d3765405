import type { Scope } from '../../lib/scope.ts';
import { refusal } from '../../platform/errors/index.ts';
import type { Document, Send } from './document.ts';
import { lockDocument } from './document-store.ts';
import { enqueueFollow } from './sends.ts';
import { type Advancing, type LifecycleParts, refuse } from './transition.ts';

/** Outcome that an operator found out at the partner. */
type Finding = {
  /** Id of the send that the finding is about. */
  readonly send: string;
  readonly arrived: boolean;
  /** The partner's reference; null when unknown. */
  readonly reference: string | null;
};

export type SendSettlement = {
  /**
   * Resolves a send with unknown outcome, only in the status `send_unknown`: to `sent` when it arrived, otherwise to
   * `send_prepared`. Throws `document_not_found`, `transition_not_allowed`, `document_erased`, `send_not_current`;
   * `send_attempt_under_way` when `arrived` is false while an attempt is in progress.
   */
  readonly settleSend: (scope: Scope, id: string, finding: Finding) => Promise<Document>;
};

export function makeSendSettlement(
  { advance, inScope, makeEvent }: Advancing,
  { newId, now }: LifecycleParts,
): SendSettlement {
  return {
    settleSend: (scope, id, { send: sendId, arrived, reference }) =>
      inScope(scope, async (trx) => {
        const document = await lockDocument(trx, scope.workspaceId, id);
        const send = document?.send ?? null;
        if (document?.status !== 'send_unknown' || send === null || document.erased_at !== null) {
          return refuse(trx, scope, id);
        }
        if (send.id !== sendId) throw refusal('send_not_current', { id, send: send.id });
        // The attempt in progress may still arrive.
        if (!arrived && send.begun !== null) throw refusal('send_attempt_under_way', { id });
        const data = { partner: send.partner, send: send.id, arrived, reference };
        const settled: Send = { ...send, error: null, next_attempt_at: null, run: null, begun: null };
        const event = makeEvent(scope, 'send.settled', data);
        const move = arrived
          ? ({ to: 'sent', send: { ...settled, ...accepted(send, reference) } } as const)
          : ({ to: 'send_prepared', send: settled } as const);
        const written = await advance(trx, scope, id, event, move);
        if (written === undefined) return refuse(trx, scope, id);
        if (arrived) await enqueueFollow(trx, scope, id, written.send!.run!, now());
        scope.audit?.(trx, id);
        return written;
      }),
  };

  function accepted(send: Send, reference: string | null): Pick<Send, 'reference' | 'accepted_at' | 'run'> {
    const accepted_at = new Date(now()).toISOString();
    return { reference: reference ?? send.reference, accepted_at, run: newId('run') };
  }
}
