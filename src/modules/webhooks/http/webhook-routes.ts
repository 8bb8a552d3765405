import { z } from 'zod';
import { answer, emptyAnswer, jsonAnswer, jsonBody, type Route, route, wholeNumber } from '../../../http/index.ts';
import {
  DeliveryDetail,
  deliveryLink,
  NewWebhook,
  toDetail,
  toWebhook,
  Webhook,
  WebhookChanges,
  WebhookId,
  WebhookWithSecret,
} from './webhook-schemas.ts';

const COMMON = { tag: 'webhooks', who: 'admin', limit: 'per-key' } as const;

const NO_STORE = { 'Cache-Control': 'no-store' };

const bodyOf = <S extends z.ZodType>(schema: S, example: z.input<S>, description: string) => ({
  kinds: [{ ...jsonBody(schema), example }],
  limits: () => ({ bytes: 64 * 1024, fileBytes: 64 * 1024, files: 0 }),
  description,
});

const TARGET_PROBLEMS = ['webhook_target_refused', 'webhook_target_unknown', 'webhook_target_unencrypted'] as const;

const createWebhook = route({
  ...COMMON,
  method: 'post',
  path: '/api/webhooks',
  id: 'createWebhook',
  audit: 'webhook.create',
  summary: 'Subscribe to events',
  description:
    'From now on, events of the workspace are sent to the URL by POST, signed according to Standard Webhooks ' +
    '(`webhook-id`, `webhook-timestamp`, `webhook-signature`), as JSON `{ type, timestamp, sequence, data }`. Each ' +
    'event is sent at least once, always with the same `webhook-id`, until the receiver responds with a 2xx status ' +
    'within 15 seconds (the response body is ignored). After a failure it is retried for 24 hours at increasing ' +
    'intervals. `sequence` numbers the messages of this webhook without gaps, and `data.sequence` the events of one ' +
    'document; they can arrive in a different order. Receivers should ignore unknown types. The `webhooks` section ' +
    'of this document describes the messages and how a receiver verifies them. A receiver that responds with 410, or ' +
    'accepts nothing for a day, is disabled.',
  body: bodyOf(
    NewWebhook,
    { url: 'https://hooks.example/e-invoice', events: ['validation.completed'] },
    'The URL and the event types.',
  ),
  answers: { 201: jsonAnswer('Created.', WebhookWithSecret, { Location: 'URL of the webhook.' }) },
  problems: ['too_many_webhooks', ...TARGET_PROBLEMS],
  handle: async ({ body }, { app, caller }) => {
    const { webhook, secret } = await app.webhooks.create(caller, body);
    return answer(201, { ...toWebhook(webhook), secret }, { ...NO_STORE, Location: `/api/webhooks/${webhook.id}` });
  },
});

const listWebhooks = route({
  ...COMMON,
  method: 'get',
  path: '/api/webhooks',
  id: 'listWebhooks',
  summary: 'List webhooks',
  description: 'All webhooks of the workspace, oldest first.',
  answers: { 200: jsonAnswer('The webhooks.', z.object({ webhooks: z.array(Webhook) })) },
  problems: [],
  handle: async (_, { app, caller }) =>
    answer(200, { webhooks: (await app.webhooks.list(caller)).map(toWebhook) }, NO_STORE),
});

const getWebhook = route({
  ...COMMON,
  method: 'get',
  path: '/api/webhooks/{id}',
  id: 'getWebhook',
  summary: 'Read a webhook',
  description: 'Includes whether it was disabled, and why.',
  params: WebhookId,
  answers: { 200: jsonAnswer('The webhook.', Webhook) },
  problems: ['webhook_not_found'],
  handle: async ({ params }, { app, caller }) =>
    answer(200, toWebhook(await app.webhooks.get(caller, params.id)), NO_STORE),
});

const changeWebhook = route({
  ...COMMON,
  method: 'patch',
  path: '/api/webhooks/{id}',
  id: 'changeWebhook',
  audit: 'webhook.change',
  summary: 'Change, disable or enable a webhook',
  description:
    'Fields that are not in the request do not change. Disabling a webhook cancels its pending deliveries; they can ' +
    'be sent again after the webhook is enabled. Events that occur while it is disabled are not stored for it, and ' +
    '`sequence` has no gap for them; the timelines of documents contain them.',
  params: WebhookId,
  body: bodyOf(WebhookChanges, { events: ['validation.completed', 'document.failed'] }, 'The fields to change.'),
  answers: { 200: jsonAnswer('The webhook.', Webhook) },
  problems: ['webhook_not_found', ...TARGET_PROBLEMS],
  handle: async ({ params, body }, { app, caller }) =>
    answer(200, toWebhook(await app.webhooks.change(caller, params.id, body)), NO_STORE),
});

const deleteWebhook = route({
  ...COMMON,
  method: 'delete',
  path: '/api/webhooks/{id}',
  id: 'deleteWebhook',
  audit: 'webhook.delete',
  summary: 'Delete a webhook',
  description: 'Deletes the webhook and its deliveries; pending deliveries are canceled.',
  params: WebhookId,
  answers: { 204: emptyAnswer('Deleted.') },
  problems: ['webhook_not_found'],
  handle: async ({ params }, { app, caller }) => {
    await app.webhooks.remove(caller, params.id);
    return answer(204, null);
  },
});

const DAY_S = 24 * 60 * 60;

const rotateSecret = route({
  ...COMMON,
  method: 'post',
  path: '/api/webhooks/{id}/rotate',
  id: 'rotateWebhookSecret',
  audit: 'webhook.rotate',
  summary: 'Change the secret of a webhook',
  description:
    'Deliveries are signed with both secrets until the overlap ends, so that a receiver can switch without losing a ' +
    'message. A secret that still signs when it is changed again signs until its own end (at most the last five ' +
    'secrets), unless the overlap is 0: then all previous secrets end immediately.',
  params: WebhookId,
  query: z.object({
    overlap_seconds: wholeNumber(0, 7 * DAY_S)
      .default(DAY_S)
      .meta({ description: 'How long the previous secret also signs; 0 ends it immediately.' }),
  }),
  answers: { 200: jsonAnswer('The webhook with its new secret.', WebhookWithSecret) },
  problems: ['webhook_not_found'],
  handle: async ({ params, query }, { app, caller }) => {
    const { webhook, secret } = await app.webhooks.rotateSecret(caller, params.id, query.overlap_seconds * 1000);
    return answer(200, { ...toWebhook(webhook), secret }, NO_STORE);
  },
});

const pingWebhook = route({
  ...COMMON,
  method: 'post',
  path: '/api/webhooks/{id}/ping',
  id: 'pingWebhook',
  audit: 'webhook.ping',
  summary: 'Send a test event',
  description: 'Sends an event of the type `webhook.ping` to this webhook only, whatever event types it subscribes to.',
  params: WebhookId,
  answers: {
    202: jsonAnswer('The delivery is queued; its outcome is available at `Location`.', DeliveryDetail, {
      Location: 'URL of the delivery.',
    }),
  },
  problems: ['webhook_not_found', 'webhook_disabled'],
  handle: async ({ params }, { app, caller }) => {
    const delivery = await app.webhooks.ping(caller, params.id);
    return answer(202, toDetail(delivery), { Location: deliveryLink(delivery) });
  },
});

export const webhookRoutes: readonly Route[] = [
  createWebhook,
  listWebhooks,
  getWebhook,
  changeWebhook,
  deleteWebhook,
  rotateSecret,
  pingWebhook,
];
