import { PING, WEBHOOK_EVENTS } from '../index.ts';

type Part = Readonly<Record<string, unknown>>;

const ref = (name: string): Part => ({ $ref: `#/components/schemas/${name}` });

const DISABLED: Part = {
  type: 'object',
  required: ['webhook_id', 'origin', 'reason'],
  properties: {
    webhook_id: { type: 'string' },
    origin: {
      type: ['string', 'null'],
      description: 'Scheme, host and port only: the paths of receivers often contain a token.',
    },
    reason: { type: 'string' },
  },
};

const PINGED: Part = {
  type: 'object',
  required: ['webhook_id'],
  properties: { webhook_id: { type: 'string' } },
};

const VERIFY =
  'The signature follows Standard Webhooks (`v1`), and its libraries verify it in most languages. To verify it ' +
  'yourself: take the part of the secret after `whsec_` and decode it from Base64; this is the key. Join ' +
  '`webhook-id`, `webhook-timestamp` and the unchanged body bytes with full stops (`id.timestamp.body`), and ' +
  'compute the HMAC-SHA256 of the result with the key, in Base64. `webhook-signature` contains one or more ' +
  'signatures separated by spaces, each with the prefix `v1,`: while a secret is being replaced there is one per ' +
  'secret. One matching signature is enough; compare in constant time. Reject a `webhook-timestamp` (seconds since ' +
  '1970) that differs from the current time by more than five minutes, and ignore a `webhook-id` that was already ' +
  'processed: a message may arrive more than once.';

const HEADERS = [
  ['webhook-id', 'The id of the event, the same for every attempt.', 'evt_01931b3e-7c4d-7e2a-9f00-0c9f4b1d2e3a'],
  ['webhook-timestamp', 'The time of the attempt, in seconds since 1970.', '1799000000'],
  ['webhook-signature', 'Signatures, separated by spaces.', 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4='],
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
              timestamp: { type: 'string', format: 'date-time', description: 'When the event occurred.' },
              sequence: {
                type: 'integer',
                minimum: 1,
                description: 'The number of the message within this webhook, from 1, without gaps.',
              },
              data,
            },
          },
        },
      },
    },
    responses: {
      '2XX': { description: 'Accepted. Only the status of the response matters.' },
      '410': { description: 'Gone: the webhook is disabled.' },
      default: { description: 'The delivery is retried for 24 hours. Redirects are not followed.' },
    },
  },
});
