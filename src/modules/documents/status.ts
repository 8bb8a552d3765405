import type { EventType } from './event.ts';

export const STATUSES = [
  'received',
  'validating',
  'validated',
  'invalid',
  'preparing_send',
  'send_prepared',
  'send_failed',
  'sending',
  'sent',
  'send_refused',
  'send_unknown',
  'delivered',
  'delivery_failed',
  'canceled',
  'failed',
] as const;

/** Document status (contract, section 6). */
export type Status = (typeof STATUSES)[number];

type Transition = { readonly event: EventType; readonly from: readonly Status[]; readonly to: readonly Status[] };

/** All status transitions. The database checks them when it writes an event. */
export const TRANSITIONS: readonly Transition[] = [
  { event: 'validation.started', from: ['received'], to: ['validating'] },
  { event: 'validation.completed', from: ['validating'], to: ['validated', 'invalid'] },
  {
    event: 'send_preparation.started',
    // Includes `send_prepared`: until a partner has the document, it may be prepared for another partner or envelope.
    from: ['validated', 'send_failed', 'send_prepared', 'send_refused'],
    to: ['preparing_send'],
  },
  { event: 'send.prepared', from: ['preparing_send'], to: ['send_prepared'] },
  { event: 'send.failed', from: ['preparing_send'], to: ['send_failed'] },
  { event: 'send.started', from: ['send_prepared'], to: ['sending'] },
  {
    event: 'send.accepted',
    // A later proof may show that the partner has the document despite the recorded outcome.
    from: ['sending', 'send_unknown', 'send_prepared', 'send_refused'],
    to: ['sent'],
  },
  // Only from `sending`: after an attempt with unknown outcome, a rejection does not prove that nothing arrived.
  { event: 'send.refused', from: ['sending'], to: ['send_refused'] },
  { event: 'send.unknown', from: ['sending', 'send_unknown'], to: ['send_unknown'] },
  // Resolved by an operator.
  { event: 'send.settled', from: ['send_unknown'], to: ['sent', 'send_prepared'] },
  // The partner neither has nor rejected the document; the cause can be fixed.
  { event: 'send.held', from: ['sending'], to: ['send_prepared'] },
  { event: 'delivery.completed', from: ['sent'], to: ['delivered'] },
  { event: 'delivery.failed', from: ['sent'], to: ['delivery_failed'] },
  { event: 'document.failed', from: ['received', 'validating'], to: ['failed'] },
  { event: 'step.retried', from: ['failed'], to: ['received'] },
  {
    event: 'document.canceled',
    // A document that the partner has, or may have, cannot be canceled: from `sending` only before the first attempt.
    from: [
      'received',
      'validating',
      'validated',
      'preparing_send',
      'send_failed',
      'send_prepared',
      'send_refused',
      'sending',
      'failed',
    ],
    to: ['canceled'],
  },
];

/** Validation is complete, so optional steps may run. */
export const VALIDATED_STATUSES: readonly Status[] = [
  'validated',
  'invalid',
  'preparing_send',
  'send_prepared',
  'send_failed',
  'sending',
  'sent',
  'send_refused',
  'send_unknown',
  'delivered',
  'delivery_failed',
];

/** The document is being sent, or its outcome is unknown. */
export const UNDER_WAY: readonly Status[] = ['sending', 'send_unknown'];

/** Prepared bytes may be sent, for the first time or again. */
export const SENDABLE: readonly Status[] = ['send_prepared', ...UNDER_WAY];

/** The document was sent, or may have been: a status message may answer it. */
export const ANSWERABLE: readonly Status[] = ['sending', 'send_unknown', 'sent', 'delivered', 'delivery_failed'];

/** Not recorded as sent, but a message about its envelope can prove that it was. */
export const PROVABLE: readonly Status[] = ['sending', 'send_unknown', 'send_prepared', 'send_refused'];

/** A job is pending that changes the status. */
export const IN_WORK: readonly Status[] = ['received', 'validating', 'preparing_send'];

/**
 * Waits for a job, a retry or an operator. Excludes `validated`, although such a document may be sent: most documents
 * stay there.
 */
export const OPEN = [
  'received',
  'validating',
  'preparing_send',
  'send_failed',
  'sending',
  'send_refused',
  'send_unknown',
  'failed',
] as const;

export type OpenStatus = (typeof OPEN)[number];

/** Source statuses of an event that leads to a status; empty without such a transition. */
export function sourcesOf(event: EventType, to: Status): readonly Status[] {
  return TRANSITIONS.find((transition) => transition.event === event && transition.to.includes(to))?.from ?? [];
}

/** A status is final when no transition starts from it. */
export function isFinal(status: Status): boolean {
  return !TRANSITIONS.some(({ from }) => from.includes(status));
}
