import { z } from 'zod';
import { answer, jsonAnswer } from '../answer.ts';
import { NextCursor, Paging } from '../paging.ts';
import { type Route, route } from '../route.ts';
import { Batch, toBatch } from '../schemas/batch.ts';
import { FileResult } from '../schemas/file-result.ts';
import { inLanguage } from './validate.ts';

const BatchId = z.object({ id: z.string().meta({ example: 'bat_01931b3e-7c4d-7e2a-9f00-0c9f4b1d2e3a' }) });

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
  answers: { 200: jsonAnswer('One page.', z.object({ results: z.array(FileResult), next_cursor: NextCursor })) },
  problems: ['batch_not_found'],
  handle: async ({ params, query }, context) => {
    const { items, next } = await context.app.batches.results(context.caller, params.id, query);
    const results = items.map((result) => inLanguage(result, context));
    return answer(200, { results, next_cursor: next }, { 'Cache-Control': 'no-store' });
  },
});

/** The routes of batches: progress and results. */
export const batchRoutes: readonly Route[] = [getBatch, listResults];
