/**
 * The record of who outside wants to be told of what happens: subscriptions, deliveries, and sending them, signed, at
 * least once. It learns of events by the fan-out job alone, knows nothing of the records they come from, and sends
 * nothing to private addresses.
 */
export type { AnnouncedEvent, Deliveries, DeliveryQuery } from './deliveries/make-deliveries.ts';
export { ALL_EVENTS, PING, WEBHOOK_EVENTS, type WebhookEvent } from './event-types.ts';
export { makeWebhooks, type WebhookParts, type Webhooks } from './make-webhooks.ts';
export { OUTCOME_CODES, type OutcomeCode } from './outcome.ts';
export type { Runs } from './runs/make-runs.ts';
export {
  MOST_WEBHOOKS,
  type NewWebhook,
  type Subscriptions,
  type WebhookChanges,
  type WithSecret,
} from './subscriptions.ts';
export {
  type Attempt,
  DELIVERY_STATUSES,
  type Delivery,
  type DeliveryDetail,
  type DeliveryStatus,
  DISABLED_REASONS,
  type DisabledReason,
  type Webhook,
} from './webhook.ts';
