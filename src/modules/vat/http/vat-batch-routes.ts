import { z } from 'zod';
import {
  answer,
  emptyAnswer,
  jsonAnswer,
  jsonBody,
  makeProblem,
  NextCursor,
  Paging,
  type Route,
  route,
  withoutNul,
} from '../../../http/index.ts';
import { firstCharacters } from '../../../lib/first-characters.ts';
import { progressEvents } from '../../batches/http/index.ts';
import { hasEnded, type NewVatItem } from '../../batches/index.ts';
import { readVatNumber } from '../index.ts';
import { toVatBatchEvent, VatBatch, VatBatchEvent, VatBatchId, VatBatchResults } from './vat-batch-schemas.ts';
import { VatVerification } from './vat-schemas.ts';

const MAX_BYTES = 2 * 1024 * 1024;

/** The maximum number of VAT numbers and a margin, so that a small excess is reported for the field. */
const MAX_NODES = 11_000;

const Request = z
  .strictObject({
    vats: z.array(z.string().max(100)).min(1).max(10_000),
    requester: z.string().max(100).optional().meta({ description: 'Your VAT number, for consultation numbers.' }),
    max_age: z.int().min(0).max(86_400).optional().meta({ description: 'Maximum age of a cached answer in seconds.' }),
  })
  .meta({ id: 'VatBatchRequest' });

const FRESH = { 'Cache-Control': 'no-store' };

const createVatBatch = route({
  method: 'post',
  path: '/v1/vat/verify/batch',
  id: 'createVatBatch',
  tag: 'vat',
  summary: 'Verify many VAT numbers',
  description:
    'Accepts up to 10,000 numbers. Each state has its own rate limit, with two numbers at a time; a state that does ' +
    'not answer is retried for 24 hours without delaying the others. A text that is not a VAT number fails with a ' +
    'reason and does not affect the others. Webhooks receive `vat_batch.completed`.',
  who: 'developer',
  limit: 'per-key',
  audit: 'vat-batch.create',
  body: {
    kinds: [{ ...jsonBody(Request, 'vats'), example: { vats: ['SK2020317068', 'CZ25123891'] } }],
    limits: () => ({ bytes: MAX_BYTES, fileBytes: MAX_BYTES, files: 1, nodes: MAX_NODES }),
    description: 'The numbers.',
  },
  answers: { 202: jsonAnswer('Taken in.', VatBatch, { Location: 'URL of the progress.' }) },
  problems: ['vat_malformed'],
  handle: async ({ body }, { app, caller }) => {
    const requester = body.requester === undefined ? null : readRequester(body.requester);
    const batch = await app.vatBatches.receive(caller, body.vats.map(withoutNul).map(toItem), {
      requester,
      maxAge: body.max_age ?? null,
    });
    return answer(202, batch, { Location: `/v1/vat/verify/batch/${batch.id}` });
  },
});

function readRequester(text: string): string {
  const read = readVatNumber(text);
  if (read.ok) return read.number.vat;
  const errors = [{ in: 'body', pointer: '/requester', code: read.code, detail: read.detail } as const];
  throw makeProblem('vat_malformed', { vat: firstCharacters(text, 30) }, { errors });
}

function toItem(input: string): NewVatItem {
  const read = readVatNumber(input);
  return read.ok
    ? { input, country: read.number.country }
    : { input, error: { code: 'vat_malformed', detail: read.detail } };
}

const listVatBatches = route({
  method: 'get',
  path: '/v1/vat/verify/batch',
  id: 'listVatBatches',
  tag: 'vat',
  summary: 'List VAT batches',
  description: 'The VAT batches of the workspace, newest first, with their progress.',
  who: 'viewer',
  limit: 'per-key',
  query: Paging,
  answers: { 200: jsonAnswer('One page.', z.object({ batches: z.array(VatBatch), next_cursor: NextCursor })) },
  problems: ['cursor_malformed'],
  handle: async ({ query }, { app, caller }) => {
    const { items, next } = await app.vatBatches.list(caller, query);
    return answer(200, { batches: [...items], next_cursor: next }, FRESH);
  },
});

const getVatBatch = route({
  method: 'get',
  path: '/v1/vat/verify/batch/{id}',
  id: 'getVatBatch',
  tag: 'vat',
  summary: 'Read the progress of a VAT batch',
  description:
    'Counts, and the estimated completion time at the current rate. The batch of a single verification (`Prefer: ' +
    'respond-async`) returns the verdict when it is available, like `GET /v1/vat/verify`.',
  who: 'viewer',
  limit: 'per-key',
  params: VatBatchId,
  answers: { 200: jsonAnswer('The progress, or the verdict.', z.union([VatBatch, VatVerification])) },
  problems: ['vat_batch_not_found'],
  handle: async ({ params }, { app, caller }) => {
    const verdict = (await app.vatBatches.verification(caller, params.id)) as z.output<typeof VatVerification> | null;
    return answer(200, verdict ?? (await app.vatBatches.get(caller, params.id)), FRESH);
  },
});

const listVatResults = route({
  method: 'get',
  path: '/v1/vat/verify/batch/{id}/results',
  id: 'listVatBatchResults',
  tag: 'vat',
  summary: 'Read the results of a VAT batch',
  description: 'The completed numbers, in the order of submission, page by page.',
  who: 'viewer',
  limit: 'per-key',
  params: VatBatchId,
  query: Paging,
  answers: { 200: jsonAnswer('One page.', VatBatchResults) },
  problems: ['vat_batch_not_found', 'cursor_malformed'],
  handle: async ({ params, query }, { app, caller }) => {
    const { items, next } = await app.vatBatches.results(caller, params.id, query);
    const results = items as unknown as z.output<typeof VatBatchResults>['results'];
    return answer(200, { results, next_cursor: next }, FRESH);
  },
});

const cancelVatBatch = route({
  method: 'delete',
  path: '/v1/vat/verify/batch/{id}',
  id: 'cancelVatBatch',
  tag: 'vat',
  summary: 'Cancel a VAT batch',
  description: 'Completed numbers keep their results.',
  who: 'developer',
  limit: 'per-key',
  audit: 'vat-batch.cancel',
  params: VatBatchId,
  answers: { 204: emptyAnswer('The batch, canceled or already completed.') },
  problems: ['vat_batch_not_found'],
  handle: async ({ params }, { app, caller }) => {
    await app.vatBatches.cancel(caller, params.id);
    return answer(204, null);
  },
});

const retryVatBatch = route({
  method: 'post',
  path: '/v1/vat/verify/batch/{id}/retry',
  id: 'retryVatBatch',
  tag: 'vat',
  summary: 'Retry the failed numbers of a VAT batch',
  description:
    'Verifies the numbers without a verdict again: the source did not answer within 24 hours, or the service had an ' +
    'error. They are retried for another 24 hours. Texts that are not VAT numbers remain failed.',
  who: 'developer',
  limit: 'per-key',
  audit: 'vat-batch.retry',
  params: VatBatchId,
  answers: { 200: jsonAnswer('The batch, in progress again.', VatBatch) },
  problems: ['vat_batch_not_found', 'vat_nothing_to_retry'],
  handle: async ({ params }, { app, caller }) => answer(200, await app.vatBatches.retryAll(caller, params.id)),
});

export const vatBatchRoutes: readonly Route[] = [
  createVatBatch,
  listVatBatches,
  getVatBatch,
  listVatResults,
  cancelVatBatch,
  retryVatBatch,
];

/** GET /v1/vat/verify/batch/{id}/events: progress of a VAT batch. */
export const listVatBatchEvents: Route = progressEvents({
  path: '/v1/vat/verify/batch/{id}/events',
  id: 'listVatBatchEvents',
  tag: 'vat',
  who: 'viewer',
  params: VatBatchId,
  summary: 'Follow the progress of a VAT batch',
  last: '`vat_batch.completed` or `vat_batch.canceled`',
  event: VatBatchEvent,
  toEvent: toVatBatchEvent,
  recordsOf: ({ vatBatches }) => vatBatches,
  hasEnded,
  notFound: 'vat_batch_not_found',
});
