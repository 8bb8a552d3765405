import { z } from 'zod';
import { fillText } from '../../../../locales/index.ts';
import {
  answer,
  HYBRIDS,
  jsonAnswer,
  type Route,
  type RouteContext,
  route,
  ValidationQuery,
  VISIBLE_ASCII,
  withCiiDefault,
} from '../../../http/index.ts';
import { checkRuleset } from '../../validation/index.ts';
import type { NewFile } from '../index.ts';
import { Accepted } from './batch-schemas.ts';
import { batchBody, REFUSAL_CODES } from './body/index.ts';

const CODES = REFUSAL_CODES.map((code) => {
  const { en } = fillText(`batch-refusal.detail.${code}`, { limit: 'the limit' });
  return `- \`${code}\`: ${en.replace(': {names}', '')}`;
}).join('\n');

const FORMS =
  'Up to 10,000 files and 512 MB, both as sent and uncompressed, with up to 10 MB per file; the operator can ' +
  'change these limits. The body may be compressed (Content-Encoding) and is read as a stream. Processing starts ' +
  'after the upload is complete; nothing is stored from an interrupted upload.\n\nThe whole request is rejected, ' +
  'and nothing is stored, for: a body that does not match its Content-Type (unreadable JSON or form, JSON without ' +
  '`files` or with a field of the wrong type, an archive that is truncated or not an archive), no files, too many ' +
  'files or bytes, more NDJSON lines than twice the file limit plus 1,000, more form parts than the file limit ' +
  'plus 50, JSON with more than 1,000 values in one file or outside the files, a body that Content-Encoding ' +
  'expands to more than 32 MB and more than 250 times its size, an archive that expands to more than 100 times its ' +
  'size, whose members overlap, or whose central directory is larger than 16 MB.\n\nIn these cases only the ' +
  `affected file fails, and the other files are validated:\n\n${CODES}\n- \`pdf_without_invoice\`, \`pdf_encrypted\`, ` +
  '`pdf_unreadable`, `pdf_reading_limit_reached`: No invoice could be read from the PDF; reported when the file is ' +
  'processed. The file is neither valid nor ' +
  `invalid.\n\n${HYBRIDS.replace('A form file', 'A form file or archive member')}\n\nFile names are stored as submitted. ` +
  'They may repeat, except in an archive. In an archive, folders, hidden files, `META-INF/` and files added by ' +
  'operating systems (`__MACOSX/`, `Thumbs.db`, `desktop.ini`) are ignored; every other member is validated, ' +
  'reported in the failures, or listed in `skipped_files` of the results. The limits include the members of nested ' +
  'archives. Empty NDJSON lines are skipped; a file without a name gets a name from its position ' +
  '(`invoice-3.xml`), and a rejected line that is unreadable or has no name gets one from its line number ' +
  '(`line-3`).';

/** POST /api/batches: validates many files in the background. */
export const createBatch: Route = route({
  method: 'post',
  path: '/api/batches',
  id: 'createBatch',
  load: 'queued',
  tag: 'batches',
  summary: 'Validate many invoices in the background',
  description:
    'Accepts the files and returns the batch that validates them. A repeated request with the same Idempotency-Key ' +
    'and the same files, in any format, returns the first response again and creates nothing. A batch created ' +
    'without a key can be read by anyone who knows its id; the id cannot be guessed and is never listed. For callers ' +
    'without a key, an Idempotency-Key applies only to the same files.',
  who: 'public',
  limit: 'public-daily',
  keyRole: 'developer',
  audit: 'batch.create',
  product: 'validation',
  query: ValidationQuery,
  headers: z.object({
    'Idempotency-Key': z.string().regex(VISIBLE_ASCII).optional().meta({
      description: 'A key that is unique per batch, 1 to 255 visible ASCII characters.',
      example: '5f0c3f0e-5f7b-4a59-9d0f-1f0c3a8f2c11',
    }),
  }),
  body: {
    kinds: batchBody,
    limits: ({ maxQueuedBytes, maxQueuedFiles, maxXmlBytes }) => ({
      bytes: maxQueuedBytes,
      files: maxQueuedFiles,
      fileBytes: maxXmlBytes,
    }),
    description: FORMS,
  },
  answers: {
    202: jsonAnswer('The batch. It is already completed when none of the files can be validated.', Accepted, {
      Location: 'The batch.',
      'Idempotency-Replayed': '`true` when this is the response to an earlier request.',
    }),
  },
  problems: [
    'ruleset_unknown',
    'layer_not_in_ruleset',
    'idempotency_key_reused',
    'archive_unreadable',
    'archive_suspicious',
    'no_file',
    'too_many_files',
  ],
  handle: async ({ body, query, headers }, context) => {
    const { app, caller } = context;
    const options = withCiiDefault(query, context);
    checkRuleset(app, options);
    const key = headers['Idempotency-Key'];
    const idempotency = key === undefined ? null : { key, shared: caller.role === 'public' };
    const { batch, replayed } = await app.batches.receive(caller, { options, idempotency }, counted(body, context));
    // The files were counted with the first request.
    if (replayed) await context.giveBack();
    const { id, status, total } = batch;
    return answer(
      202,
      { id, status, total },
      { Location: `/api/batches/${id}`, ...(replayed && { 'Idempotency-Replayed': 'true' }) },
    );
  },
});

/** Number of files that are counted together. */
const COUNTED_AT_ONCE = 25;

/** Counts files as they arrive: a batch that exceeds the caller's limit ends there. */
async function* counted(
  files: AsyncIterable<NewFile> | Iterable<NewFile>,
  { countMore }: Pick<RouteContext, 'countMore'>,
): AsyncGenerator<NewFile> {
  // The first file was counted when the request arrived.
  let uncounted = -1;
  for await (const file of files) {
    if (!('skipped' in file)) uncounted += 1;
    if (uncounted === COUNTED_AT_ONCE) {
      await countMore(uncounted);
      uncounted = 0;
    }
    yield file;
  }
  if (uncounted > 0) await countMore(uncounted);
}
