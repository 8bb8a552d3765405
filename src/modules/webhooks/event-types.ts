/**
 * All event types of webhooks. A module that announces a new type adds it here; the contract requires receivers to
 * ignore unknown types.
 */
export const WEBHOOK_EVENTS = [
  'document.received',
  'validation.started',
  'validation.completed',
  'evidence.created',
  'evidence.logged',
  'render.completed',
  'send_preparation.started',
  'send_preparation.postponed',
  'send.prepared',
  'send.failed',
  'send.started',
  'send.accepted',
  'send.refused',
  'send.unknown',
  'send.held',
  'send.postponed',
  'send.repeated',
  'send.settled',
  'delivery.completed',
  'delivery.failed',
  'delivery.unconfirmed',
  'status_message.received',
  'invoice_response.received',
  'document.canceled',
  'document.failed',
  'document.erased',
  'step.retried',
  'batch.completed',
  'vat_batch.completed',
  'radar.completed',
  'radar.changed',
  'webhook.disabled',
] as const;
/** Subscribes to all types, including future ones. */
export const ALL_EVENTS = '*';

/** Sent to one webhook on request, independent of its subscriptions. */
export const PING = 'webhook.ping';
