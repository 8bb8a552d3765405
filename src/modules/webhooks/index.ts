/**
 * Webhooks: subscriptions, and signed delivery at least once. Receives events only through the fan-out job, is
 * independent of the records they come from, and sends nothing to private addresses.
 */
export { ALL_EVENTS, PING, WEBHOOK_EVENTS } from './event-types.ts';
export { makeWebhooks, type WebhookParts, type Webhooks } from './make-webhooks.ts';
export { opensWebhookSecrets } from './opens-secrets.ts';
export { OUTCOME_CODES, type OutcomeCode } from './outcome.ts';
export { MAX_WEBHOOKS } from './subscriptions.ts';
export {
  type Attempt,
  DELIVERY_STATUSES,
  type Delivery,
  type DeliveryDetail,
  DISABLED_REASONS,
  type DisabledReason,
  type Webhook,
} from './webhook.ts';
