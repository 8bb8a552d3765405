import { z } from 'zod';
import { answer, jsonAnswer } from '../answer.ts';
import { NextCursor, Paging } from '../paging.ts';
import { type Route, route } from '../route.ts';
import { Batch, toBatch } from '../schemas/batch.ts';
import { FileResult, Text } from '../schemas/file-result.ts';
import { inLanguage } from './validate.ts';

const BatchId = z.object({ id: z.string().meta({ example: 'bat_01931b3e-7c4d-7e2a-9f00-0c9f4b1d2e3a' }) });

const BatchResults = z
  .object({
    results: z.array(FileResult),
    failures: z
      .array(
        z.object({
          position: z.int().meta({ description: 'In the order of submission, from 0.' }),
          filename: z.string(),
          error: z.object({ code: z.string(), detail: Text }),
          retryable: z.boolean().meta({ description: 'The file is kept to be tried again.' }),
        }),
      )
      .meta({ description: 'Files that could not be judged.' }),
    next_cursor: NextCursor,
  })
  .meta({ id: 'BatchResults' });

const getBatch = route({
  method: 'get',
  path: '/api/batches/{id}',
  id: 'getBatch',
  tag: 'batches',
  summary: 'Read the progress of a batch',
  description: 'A batch that a keyless caller created is read without a key, by whoever knows its id.',
  who: 'public',
  limit: 'per-key',
  params: BatchId,
  answers: { 200: jsonAnswer('The progress.', Batch) },
  problems: ['batch_not_found'],
  handle: async ({ params }, { app, caller }) =>
    answer(200, toBatch(await app.batches.get(caller, params.id)), { 'Cache-Control': 'no-store' }),
});

const listResults = route({
  method: 'get',
  path: '/api/batches/{id}/results',
  id: 'listBatchResults',
  tag: 'batches',
  summary: 'Read the results of a batch',
  description: 'The files that are judged by now, in the order in which they were submitted.',
  who: 'public',
  limit: 'per-key',
  params: BatchId,
  query: Paging,
  answers: { 200: jsonAnswer('One page.', BatchResults) },
  problems: ['batch_not_found', 'cursor_malformed'],
  handle: async ({ params, query }, context) => {
    const { items, failures, next } = await context.app.batches.results(context.caller, params.id, query);
    const results = items.map((result) => inLanguage(result, context));
    return answer(200, { results, failures, next_cursor: next }, { 'Cache-Control': 'no-store' });
  },
});

const cancelBatch = route({
  method: 'delete',
  path: '/api/batches/{id}',
  id: 'cancelBatch',
  tag: 'batches',
  summary: 'Cancel a batch',
  description:
    'Files that are judged keep their results; the others are not judged any more. An ended batch stays as it is.',
  who: 'public',
  limit: 'per-key',
  keyRole: 'developer',
  audit: 'batch.cancel',
  params: BatchId,
  answers: { 200: jsonAnswer('The batch.', Batch) },
  problems: ['batch_not_found'],
  handle: async ({ params }, { app, caller }) => answer(200, toBatch(await app.batches.cancel(caller, params.id))),
});

/** The routes of batches: progress, results, cancel. */
export const batchRoutes: readonly Route[] = [getBatch, listResults, cancelBatch];
