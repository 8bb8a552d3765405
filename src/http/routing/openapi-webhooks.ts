import { PING, WEBHOOK_EVENTS } from '../../modules/webhooks/index.ts';

type Part = Readonly<Record<string, unknown>>;

const ref = (name: string): Part => ({ $ref: `#/components/schemas/${name}` });

const DISABLED: Part = {
  type: 'object',
  required: ['webhook_id', 'origin', 'reason'],
  properties: {
    webhook_id: { type: 'string' },
    origin: { type: ['string', 'null'], description: 'Scheme, host and port: paths of receivers often hold a token.' },
    reason: { type: 'string' },
  },
};

const PINGED: Part = {
  type: 'object',
  required: ['webhook_id'],
  properties: { webhook_id: { type: 'string' } },
};

const VERIFY =
  'The signature is that of Standard Webhooks (`v1`), whose libraries verify it in most languages. By hand: take the ' +
  'part of the secret after `whsec_` and decode it from base64: that is the key. Join `webhook-id`, `webhook-timestamp` ' +
  'and the body, as it came, byte for byte, with a full stop between each (`id.timestamp.body`), and compute ' +
  'HMAC-SHA256 of that under the key, in base64. `webhook-signature` holds one or more signatures with a space between ' +
  'them, each `v1,` and such a value: while a secret is replaced there is one of each. One that is equal is enough; ' +
  'compare in constant time. Refuse a `webhook-timestamp` (seconds since 1970) that is more than five minutes from now, ' +
  'and pass over a `webhook-id` that was taken in before: a message may come more than once.';

const HEADERS = [
  ['webhook-id', 'The event, the same with every attempt.', 'evt_01931b3e-7c4d-7e2a-9f00-0c9f4b1d2e3a'],
  ['webhook-timestamp', 'When it was sent, in seconds since 1970.', '1799000000'],
  ['webhook-signature', 'Signatures with spaces between them.', 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4='],
].map(([name, description, example]) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
  example,
}));

/** Webhook messages that contain a record instead of a document event. */
const OTHERS: readonly (readonly [type: string, data: Part])[] = [
  ['batch.completed', ref('Batch')],
  ['vat_batch.completed', ref('VatBatch')],
  ['radar.completed', ref('Radar')],
  ['radar.changed', ref('Radar')],
  ['webhook.disabled', DISABLED],
  [PING, PINGED],
];

/** Describes the messages posted to webhooks (OpenAPI 3.1, `webhooks`). */
export function describeWebhooks(): Part {
  const ofDocuments = WEBHOOK_EVENTS.filter((type) => !OTHERS.some(([other]) => other === type));
  return {
    document: toItem('An event of a document', ofDocuments, ref('DocumentEvent')),
    ...Object.fromEntries(OTHERS.map(([type, data]) => [type, toItem(type, [type], data)])),
  };
}

const toItem = (summary: string, types: readonly string[], data: Part): Part => ({
  post: {
    tags: ['webhooks'],
    summary,
    description: VERIFY,
    security: [],
    parameters: HEADERS,
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: {
            type: 'object',
            required: ['type', 'timestamp', 'sequence', 'data'],
            properties: {
              type: { type: 'string', enum: types },
              timestamp: { type: 'string', format: 'date-time', description: 'When it happened.' },
              sequence: {
                type: 'integer',
                minimum: 1,
                description: 'Counts the messages of this webhook from 1, without gaps.',
              },
              data,
            },
          },
        },
      },
    },
    responses: {
      '2XX': { description: 'Taken in. What the answer says beside its status changes nothing.' },
      '410': { description: 'Gone: the webhook is disabled.' },
      default: { description: 'It is sent again, for 24 hours. A redirect is not followed.' },
    },
  },
});
