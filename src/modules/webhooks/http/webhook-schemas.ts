import { z } from 'zod';
import { type DeepReadonly, NO_CONTROLS, Text, WEB_ADDRESS } from '../../../http/index.ts';
import {
  ALL_EVENTS,
  type Attempt as AttemptRecord,
  DELIVERY_STATUSES,
  type Delivery as DeliveryRecord,
  type DeliveryDetail as DetailRecord,
  DISABLED_REASONS,
  OUTCOME_CODES,
  WEBHOOK_EVENTS,
  type Webhook as WebhookRecord,
} from '../index.ts';
import { DISABLED_TEXTS, OUTCOME_TEXTS } from './webhook-texts.data.ts';

const WEBHOOK_EXAMPLE = 'whk_01931b3e-7c4d-7e2a-9f00-0c9f4b1d2e3a';

export const WebhookId = z.object({ id: z.string().meta({ example: WEBHOOK_EXAMPLE }) });

export const DeliveryId = WebhookId.extend({
  delivery: z.string().meta({ example: 'dlv_01931b3e-7c4d-7e2a-9f00-0c9f4b1d2e3a' }),
});

const Url = z.string().min(1).max(2_000).regex(WEB_ADDRESS).meta({
  description: 'The URL that receives the events. Private addresses are rejected; in production HTTPS is required.',
  example: 'https://hooks.example/e-invoice',
});

const Events = z
  .array(z.enum([...WEBHOOK_EVENTS, ALL_EVENTS]))
  .min(1)
  .max(100)
  .meta({
    description: 'Event types; `*` means all, including types of later releases.',
    example: ['validation.completed'],
  });

const Description = z.string().min(1).max(255).regex(NO_CONTROLS).nullable();

export const NewWebhook = z
  .strictObject({ url: Url, events: Events.default([ALL_EVENTS]), description: Description.default(null) })
  .meta({ id: 'NewWebhook' });

export const WebhookChanges = z
  .strictObject({
    url: Url.optional(),
    events: Events.optional(),
    description: Description.optional(),
    status: z.enum(['enabled', 'disabled']).optional(),
  })
  .meta({ id: 'WebhookChanges' });

export const Webhook = z
  .object({
    id: z.string(),
    url: z.string(),
    description: z.string().nullable(),
    events: z.array(z.string()),
    status: z.enum(['enabled', 'disabled']),
    disabled: z
      .object({ reason: z.enum(DISABLED_REASONS), at: z.iso.datetime(), detail: Text })
      .nullable()
      .meta({ description: 'When and why the webhook was disabled; null while it is enabled.' }),
    previous_secret_until: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'Until when deliveries are also signed with the previous secret.' }),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: 'Webhook' });

export const WebhookWithSecret = Webhook.extend({
  secret: z.string().meta({
    description: 'Signs the deliveries (Standard Webhooks, `v1`). It is returned only once.',
    example: `whsec_${'A'.repeat(43)}=`,
  }),
}).meta({ id: 'WebhookWithSecret' });

const Attempt = z
  .object({
    number: z.int().min(1),
    at: z.iso.datetime(),
    latency_ms: z.int().meta({ description: 'Time until the response was complete or the attempt was canceled.' }),
    response_status: z.int().nullable().meta({ description: 'Null when there was no response.' }),
    response_body: z.string().nullable().meta({ description: 'The first 1,024 bytes of the response, as text.' }),
    error: z
      .object({ code: z.enum(OUTCOME_CODES), detail: Text })
      .nullable()
      .meta({ description: 'Why the attempt failed; null when it succeeded.' }),
  })
  .meta({ id: 'WebhookAttempt' });

export const Delivery = z
  .object({
    id: z.string(),
    webhook_id: z.string(),
    sequence: z
      .int()
      .min(1)
      .meta({ description: 'The number of the delivery within the webhook, from 1, without gaps.' }),
    event_id: z.string().meta({ description: 'The `webhook-id` of every attempt.' }),
    type: z.string(),
    status: z
      .enum(DELIVERY_STATUSES)
      .meta({ description: '`failed`: automatic retries have ended; it can be sent again.' }),
    attempts: z.int(),
    next_attempt_at: z.iso.datetime().nullable(),
    created_at: z.iso.datetime(),
    ended_at: z.iso.datetime().nullable(),
    last_attempt: Attempt.nullable(),
  })
  .meta({ id: 'WebhookDelivery' });

export const DeliveryDetail = Delivery.extend({
  body: z.string().meta({ description: 'The exact body of the request.' }),
  history: z.array(Attempt),
}).meta({ id: 'WebhookDeliveryDetail' });

/** Public form of a webhook. */
export const toWebhook = (webhook: WebhookRecord): DeepReadonly<z.input<typeof Webhook>> => ({
  ...webhook,
  disabled: webhook.disabled && { ...webhook.disabled, detail: DISABLED_TEXTS[webhook.disabled.reason] },
});

const toAttempt = (attempt: AttemptRecord): DeepReadonly<z.input<typeof Attempt>> => ({
  ...attempt,
  error: attempt.error && { code: attempt.error, detail: OUTCOME_TEXTS[attempt.error] },
});

/** Public form of a delivery. */
export const toDelivery = (delivery: DeliveryRecord): DeepReadonly<z.input<typeof Delivery>> => ({
  ...delivery,
  last_attempt: delivery.last_attempt && toAttempt(delivery.last_attempt),
});

/** Public form of a delivery with its body and history. */
export const toDetail = (delivery: DetailRecord): DeepReadonly<z.input<typeof DeliveryDetail>> => ({
  ...delivery,
  ...toDelivery(delivery),
  history: delivery.history.map(toAttempt),
});

/** Link to a delivery. */
export const deliveryLink = ({ webhook_id, id }: { webhook_id: string; id: string }): string =>
  `/api/webhooks/${webhook_id}/deliveries/${id}`;
