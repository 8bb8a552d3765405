import { inLanguage } from '@e-invoice/validator/issues';
import { z } from 'zod';
import { answer, answerIn, BYTES, jsonAnswer, NextCursor, Paging, type Route, route } from '../../../http/index.ts';
import { NOT_AN_INVOICE } from '../index.ts';
import { AnsweredFile, AnsweredFiles, Batch, BatchId, BatchResults, toBatch } from './batch-schemas.ts';
import { DOWNLOADS, toCsv, toDuplicate, toNdjson } from './download-results.ts';
import { readAllResults } from './read-all-results.ts';

const FRESH = { 'Cache-Control': 'no-store' };

const listBatches = route({
  method: 'get',
  path: '/api/batches',
  id: 'listBatches',
  tag: 'batches',
  summary: 'List batches',
  description:
    'The batches of the workspace, newest first, including those created by calls with `Prefer: respond-async` and ' +
    'by large uploads. Batches created without a key are never listed.',
  who: 'viewer',
  limit: 'per-key',
  query: Paging,
  answers: { 200: jsonAnswer('One page.', z.object({ batches: z.array(Batch), next_cursor: NextCursor })) },
  problems: ['cursor_malformed'],
  handle: async ({ query }, { app, caller }) => {
    const { items, next } = await app.batches.list(caller, query);
    return answer(200, { batches: items.map(toBatch), next_cursor: next }, FRESH);
  },
});

const getBatch = route({
  method: 'get',
  path: '/api/batches/{id}',
  id: 'getBatch',
  tag: 'batches',
  summary: 'Read the progress of a batch',
  description:
    'A batch created without a key can be read without a key by anyone who knows its id. The batch of an ' +
    'asynchronous validation (`Prefer: respond-async`, or not done within 20 seconds) also contains the results once ' +
    'it is completed: `results` as returned by `POST /api/validate`, or the fields of the file as returned by `POST ' +
    '/api/validate-file`. `failures` lists the files that could not be validated, with the reasons.',
  who: 'public',
  limit: 'per-key',
  params: BatchId,
  answers: { 200: jsonAnswer('The progress, or the result.', z.union([AnsweredFile, AnsweredFiles, Batch])) },
  problems: ['batch_not_found'],
  handle: async ({ params: { id } }, { app, caller, language }) => {
    const { batch, as } = await app.batches.getAnswering(caller, id);
    if (as === null || batch.status !== 'completed') return answer(200, toBatch(batch), FRESH);
    const { items, failures } = await readAllResults(app, caller, id);
    const results = items.map((result) => inLanguage(result, { language }));
    if (as === 'file' && results[0] !== undefined) {
      return answer(200, { id, status: 'completed' as const, ...results[0] }, FRESH);
    }
    return answer(200, { ...toBatch(batch), results, failures }, FRESH);
  },
});

const listResults = route({
  method: 'get',
  path: '/api/batches/{id}/results',
  id: 'listBatchResults',
  tag: 'batches',
  summary: 'Read the results of a batch',
  description:
    'The files validated so far, in the order of submission, page by page or all of them as a download. A page with ' +
    'long results can have fewer entries than `limit`. The CSV has one line per file, followed by the skipped files ' +
    'of an archive, and is safe to open in a spreadsheet: text from invoices is never interpreted as a formula. Each ' +
    'line of NDJSON is a result with its `position`, or `position`, `filename` and `error`, or, for a skipped file, ' +
    '`filename` and `skipped` with the reason. `duplicate_of` names the first file of the batch with the same invoice: ' +
    'the same file, or a document of the same kind with the same number and seller name. It is a hint and does not ' +
    'change the result.',
  who: 'public',
  limit: 'per-key',
  params: BatchId,
  query: Paging.extend({
    format: z.enum(['json', 'csv', 'ndjson']).optional().meta({
      description:
        'Replaces the `Accept` header for clients that cannot set it: `csv` and `ndjson` download all results.',
    }),
  }),
  answers: {
    200: answerIn(
      'One page, or the download.',
      { 'application/json': BatchResults, [DOWNLOADS.csv]: BYTES, [DOWNLOADS.ndjson]: BYTES },
      { 'Content-Disposition': 'A file name for the download.' },
    ),
  },
  problems: ['batch_not_found', 'cursor_malformed'],
  handle: async ({ params: { id }, query: { format, ...page } }, { app, caller, language, mediaType }) => {
    const form = format ?? formOf(mediaType);
    if (form === 'json') {
      const { items, positions, originals, failures, skipped, next } = await app.batches.results(caller, id, page);
      const results = items.map((result, at) => ({
        position: positions[at]!,
        ...toDuplicate(originals[at]!),
        ...inLanguage(result, { language }),
      }));
      const skippedFiles = skipped.map((filename) => ({ filename, ...NOT_AN_INVOICE }));
      const listed = { skipped: [...skipped], skipped_files: skippedFiles };
      return answer(200, { results, failures, ...listed, next_cursor: next }, FRESH, 'application/json');
    }
    // Read first: an unknown batch must be rejected before the download begins.
    const { skipped } = await app.batches.results(caller, id, { limit: 1 });
    const files = app.batches.download(caller, id);
    const body = form === 'csv' ? toCsv(files, skipped, language) : toNdjson(files, skipped, language);
    const headers = {
      'Cache-Control': 'no-store',
      'Content-Disposition': `attachment; filename="${id}-results.${form}"`,
    };
    return answer(200, body, headers, DOWNLOADS[form]);
  },
});

const formOf = (mediaType: string): 'json' | 'csv' | 'ndjson' =>
  mediaType === DOWNLOADS.csv ? 'csv' : mediaType === DOWNLOADS.ndjson ? 'ndjson' : 'json';

const cancelBatch = route({
  method: 'delete',
  path: '/api/batches/{id}',
  id: 'cancelBatch',
  tag: 'batches',
  summary: 'Cancel a batch',
  description:
    'Validated files keep their results; the other files are deleted and not validated. A completed batch is not ' +
    'changed, but files stored for a retry are deleted.',
  who: 'public',
  limit: 'per-key',
  keyRole: 'developer',
  audit: 'batch.cancel',
  params: BatchId,
  answers: { 200: jsonAnswer('The batch.', Batch) },
  problems: ['batch_not_found'],
  handle: async ({ params }, { app, caller }) => answer(200, toBatch(await app.batches.cancel(caller, params.id))),
});

const retryBatch = route({
  method: 'post',
  path: '/api/batches/{id}/retry',
  id: 'retryBatch',
  tag: 'batches',
  summary: 'Retry the failed files of a batch',
  description:
    'Validates the files again that failed because of a service error (`retryable` in the failures of the results). ' +
    'These files are stored until they are validated, or until the batch is canceled or erased.',
  who: 'public',
  limit: 'per-key',
  keyRole: 'developer',
  audit: 'batch.retry',
  params: BatchId,
  answers: { 202: jsonAnswer('The batch, in progress again.', Batch) },
  problems: ['batch_not_found', 'nothing_to_retry'],
  handle: async ({ params }, { app, caller }) => answer(202, toBatch(await app.batches.retry(caller, params.id))),
});

export const batchRoutes: readonly Route[] = [listBatches, getBatch, listResults, cancelBatch, retryBatch];
