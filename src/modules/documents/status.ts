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

/** Where a document stands (contract, section 6). */
export type Status = (typeof STATUSES)[number];

type Transition = { readonly event: EventType; readonly from: readonly Status[]; readonly to: readonly Status[] };

/** Every way from one status to another; there is no other. The database guards it in the write of the event. */
export const TRANSITIONS: readonly Transition[] = [
  { event: 'validation.started', from: ['received'], to: ['validating'] },
  { event: 'validation.completed', from: ['validating'], to: ['validated', 'invalid'] },
  {
    event: 'send_preparation.started',
    // A prepared one too: as long as no partner has it, it may go to another, or in another envelope.
    from: ['validated', 'send_failed', 'send_prepared', 'send_refused'],
    to: ['preparing_send'],
  },
  { event: 'send.prepared', from: ['preparing_send'], to: ['send_prepared'] },
  { event: 'send.failed', from: ['preparing_send'], to: ['send_failed'] },
  { event: 'send.started', from: ['send_prepared'], to: ['sending'] },
  {
    event: 'send.accepted',
    // It may turn out later that a partner has what nobody believed it had.
    from: ['sending', 'send_unknown', 'send_prepared', 'send_refused'],
    to: ['sent'],
  },
  // What is refused after an attempt without an end may have arrived with that: it stays unknown.
  { event: 'send.refused', from: ['sending'], to: ['send_refused'] },
  { event: 'send.unknown', from: ['sending', 'send_unknown'], to: ['send_unknown'] },
  // A person found out.
  { event: 'send.settled', from: ['send_unknown'], to: ['sent', 'send_prepared'] },
  // Nobody has it, and nobody has judged it: what kept it from going can be put right.
  { event: 'send.held', from: ['sending'], to: ['send_prepared'] },
  { event: 'delivery.completed', from: ['sent'], to: ['delivered'] },
  { event: 'delivery.failed', from: ['sent'], to: ['delivery_failed'] },
  { event: 'document.failed', from: ['received', 'validating'], to: ['failed'] },
  { event: 'step.retried', from: ['failed'], to: ['received'] },
  {
    event: 'document.canceled',
    // What a partner has, or may have, cannot be stopped any more: from `sending` only before anything has left.
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

/** The verdict is there and stands: steps beside validation may work. */
export const JUDGED: readonly Status[] = [
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

/** The bytes go to the partner, or may be there: nobody knows yet. */
export const UNDER_WAY: readonly Status[] = ['sending', 'send_unknown'];

/** Prepared bytes may go to the partner, for the first time or again. */
export const SENDABLE: readonly Status[] = ['send_prepared', ...UNDER_WAY];

/** Handed over, or perhaps: a status message may answer it. */
export const ANSWERABLE: readonly Status[] = ['sending', 'send_unknown', 'sent', 'delivered', 'delivery_failed'];

/** Not known as handed over, while a message about its envelope can prove it. */
export const PROVABLE: readonly Status[] = ['sending', 'send_unknown', 'send_prepared', 'send_refused'];

/** A job is on its way that moves the document on. */
export const IN_WORK: readonly Status[] = ['received', 'validating', 'preparing_send'];

/**
 * Something or somebody is waited for. `validated` is not among them although a document may still be sent from it:
 * most documents rest there for ever.
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

/** The statuses from which this event leads to this status; empty when it never does. */
export function sourcesOf(event: EventType, to: Status): readonly Status[] {
  return TRANSITIONS.find((transition) => transition.event === event && transition.to.includes(to))?.from ?? [];
}

/** A status is final when no event leads out of it. */
export function isFinal(status: Status): boolean {
  return !TRANSITIONS.some(({ from }) => from.includes(status));
}
