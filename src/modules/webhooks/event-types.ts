/**
 * What webhooks can be told of: the one list. A record that announces a new type adds it here; receivers are told in
 * the contract to pass over types that they do not know.
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
/** Stands for all of them, later ones too. */
export const ALL_EVENTS = '*';

/** Sent to one webhook when somebody asks for it, whatever it subscribed to. */
export const PING = 'webhook.ping';
