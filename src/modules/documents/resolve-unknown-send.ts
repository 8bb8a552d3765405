import type { Scope } from '../../lib/scope.ts';
import { refusal } from '../../platform/errors/index.ts';
import type { Document, Send } from './document.ts';
import { lockDocument } from './document-store.ts';
import { askForFollow } from './sends.ts';
import { type Advancing, type LifecycleParts, refuse } from './transition.ts';

/** What a person found out at the partner. */
type Finding = {
  /** The send's id: what was found out is of no other. */
  readonly send: string;
  readonly arrived: boolean;
  /** What the partner calls it; null: not known. */
  readonly reference: string | null;
};

export type SendSettlement = {
  /**
   * Ends what nobody knows the end of, from `send_unknown` alone: it arrived and is sent, or it did not and is prepared
   * as before. Throws `document_not_found`, `transition_not_allowed`, `document_erased`, `send_not_current`;
   * `send_attempt_under_way` when it shall not have arrived while it is being handed over.
   */
  readonly settleSend: (scope: Scope, id: string, finding: Finding) => Promise<Document>;
};

/** Makes the verb. */
export function makeSendSettlement(
  { advance, inScope, makeEvent }: Advancing,
  { newId, now }: LifecycleParts,
): SendSettlement {
  return {
    settleSend: (scope, id, { send: asked, arrived, reference }) =>
      inScope(scope, async (trx) => {
        const document = await lockDocument(trx, scope.workspaceId, id);
        const send = document?.send ?? null;
        if (document?.status !== 'send_unknown' || send === null || document.erased_at !== null) {
          return refuse(trx, scope, id);
        }
        if (send.id !== asked) throw refusal('send_not_current', { id, send: send.id });
        // What goes out now may arrive while it is said that it has not.
        if (!arrived && send.begun !== null) throw refusal('send_attempt_under_way', { id });
        const told = { partner: send.partner, send: send.id, arrived, reference };
        const settled: Send = { ...send, error: null, next_attempt_at: null, run: null, begun: null };
        const event = makeEvent(scope, 'send.settled', told);
        const move = arrived
          ? ({ to: 'sent', send: { ...settled, ...accepted(send, reference) } } as const)
          : ({ to: 'send_prepared', send: settled } as const);
        const written = await advance(trx, scope, id, event, move);
        if (written === undefined) return refuse(trx, scope, id);
        if (arrived) await askForFollow(trx, scope, id, written.send!.run!, now());
        scope.audit?.(trx, id);
        return written;
      }),
  };

  function accepted(send: Send, reference: string | null): Pick<Send, 'reference' | 'accepted_at' | 'run'> {
    const accepted_at = new Date(now()).toISOString();
    return { reference: reference ?? send.reference, accepted_at, run: newId('run') };
  }
}
