import { z } from 'zod';
import { jsonBody } from '../body/body-kind.ts';
import { answer, emptyAnswer, jsonAnswer } from '../responses/response.ts';
import { type Route, route } from '../routing/route.ts';
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
} from '../schemas/webhook.ts';
import { wholeNumber } from '../schemas/whole-number.ts';

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
    'Events of the workspace are posted to the address from now on, signed as Standard Webhooks says (`webhook-id`, ' +
    '`webhook-timestamp`, `webhook-signature`), as JSON `{ type, timestamp, sequence, data }`. Each is sent at least ' +
    'once, with the same `webhook-id` every time, until the receiver answers with a 2xx status within 15 seconds, ' +
    'whatever the answer says; ' +
    'after a failure again and again for 24 hours, at growing intervals. `sequence` counts the messages of this ' +
    'webhook without gaps, and `data.sequence` the events of one document; they may arrive in another order. Receivers ' +
    'should pass over types that they do not know. What is sent, and how a receiver verifies it, stands in the ' +
    '`webhooks` section of this document. A receiver that answers 410, or accepts nothing for a day, is ' +
    'disabled.',
  body: bodyOf(
    NewWebhook,
    { url: 'https://hooks.example/e-invoice', events: ['validation.completed'] },
    'Where to, and of what.',
  ),
  answers: { 201: jsonAnswer('Created.', WebhookWithSecret, { Location: 'The webhook.' }) },
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
  description: 'All webhooks of the workspace, the oldest first.',
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
    'What is not given stays. Disabling gives up what is on its way, which can be sent again once the webhook is ' +
    'enabled. What happens while it is disabled is not kept for it, and `sequence` has no gap there: the timelines of ' +
    'documents have it.',
  params: WebhookId,
  body: bodyOf(WebhookChanges, { events: ['validation.completed', 'document.failed'] }, 'What shall be different.'),
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
  description: 'With its deliveries; what is on its way is given up.',
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
    'Deliveries carry the signatures of both secrets until the overlap ends, so that a receiver can change over ' +
    'without losing one. A secret that still signs when the next change comes signs until its own end (the last five ' +
    'do), unless the overlap is 0: then all before the new one end at once.',
  params: WebhookId,
  query: z.object({
    overlap_seconds: wholeNumber(0, 7 * DAY_S)
      .default(DAY_S)
      .meta({ description: 'How long the secret before signs too; 0 ends it at once.' }),
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
  description: 'An event of the type `webhook.ping`, to this webhook alone, whatever it subscribed to.',
  params: WebhookId,
  answers: {
    202: jsonAnswer('On its way; what comes of it is read there.', DeliveryDetail, { Location: 'The delivery.' }),
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
