import { z } from 'zod';
import { answer, jsonAnswer, NextCursor, Paging, type Route, route } from '../../../http/index.ts';
import { DELIVERY_STATUSES } from '../index.ts';
import {
  Delivery,
  DeliveryDetail,
  DeliveryId,
  deliveryLink,
  toDelivery,
  toDetail,
  WebhookId,
} from './webhook-schemas.ts';

const COMMON = { tag: 'webhooks', who: 'admin', limit: 'per-key' } as const;

const NO_STORE = { 'Cache-Control': 'no-store' };

const listDeliveries = route({
  ...COMMON,
  method: 'get',
  path: '/api/webhooks/{id}/deliveries',
  id: 'listWebhookDeliveries',
  summary: 'List the deliveries of a webhook',
  description:
    'Newest first, each with the outcome of its last attempt. `status=failed` lists deliveries without further ' +
    'automatic retries.',
  params: WebhookId,
  query: Paging.extend({ status: z.enum(DELIVERY_STATUSES).optional() }),
  answers: { 200: jsonAnswer('One page.', z.object({ deliveries: z.array(Delivery), next_cursor: NextCursor })) },
  problems: ['webhook_not_found', 'cursor_malformed'],
  handle: async ({ params, query }, { app, caller }) => {
    const { items, next } = await app.webhooks.listDeliveries(caller, params.id, query);
    return answer(200, { deliveries: items.map(toDelivery), next_cursor: next }, NO_STORE);
  },
});

const getDelivery = route({
  ...COMMON,
  method: 'get',
  path: '/api/webhooks/{id}/deliveries/{delivery}',
  id: 'getWebhookDelivery',
  summary: 'Read a delivery',
  description: 'Includes the sent body, and every attempt with its response.',
  params: DeliveryId,
  answers: { 200: jsonAnswer('The delivery.', DeliveryDetail) },
  problems: ['webhook_not_found', 'delivery_not_found'],
  handle: async ({ params }, { app, caller }) =>
    answer(200, toDetail(await app.webhooks.getDelivery(caller, params.id, params.delivery)), NO_STORE),
});

const redeliver = route({
  ...COMMON,
  method: 'post',
  path: '/api/webhooks/{id}/deliveries/{delivery}/redeliver',
  id: 'redeliverWebhookDelivery',
  audit: 'webhook.redeliver',
  summary: 'Send a delivery again',
  description:
    'Sends the delivery immediately, whatever its status, with the same `webhook-id` and retries for another day.',
  params: DeliveryId,
  answers: { 202: jsonAnswer('The delivery; it is queued.', DeliveryDetail, { Location: 'URL of the delivery.' }) },
  problems: ['webhook_not_found', 'delivery_not_found', 'webhook_disabled'],
  handle: async ({ params }, { app, caller }) => {
    const delivery = await app.webhooks.redeliver(caller, params.id, params.delivery);
    return answer(202, toDetail(delivery), { Location: deliveryLink(delivery) });
  },
});

const redeliverFailed = route({
  ...COMMON,
  method: 'post',
  path: '/api/webhooks/{id}/redeliver-failed',
  id: 'redeliverFailedWebhookDeliveries',
  audit: 'webhook.redeliver-failed',
  summary: 'Send failed deliveries again',
  description: 'All failed deliveries that were created since the given time.',
  params: WebhookId,
  query: z.object({
    since: z.iso.datetime({ offset: true }).meta({ example: '2027-01-04T00:00:00+01:00' }),
  }),
  answers: {
    202: jsonAnswer(
      'The deliveries are queued.',
      z.object({ redelivered: z.int().meta({ description: 'How many.' }) }),
    ),
  },
  problems: ['webhook_not_found', 'webhook_disabled'],
  handle: async ({ params, query }, { app, caller }) =>
    answer(202, { redelivered: await app.webhooks.redeliverFailed(caller, params.id, new Date(query.since)) }),
});

export const webhookDeliveryRoutes: readonly Route[] = [listDeliveries, getDelivery, redeliver, redeliverFailed];
