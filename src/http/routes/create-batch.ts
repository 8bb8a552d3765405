import { z } from 'zod';
import type { NewFile } from '../../modules/batches/index.ts';
import { batchBody, REFUSALS } from '../body/batch/index.ts';
import { answer, jsonAnswer } from '../responses/response.ts';
import { type Route, type RouteContext, route } from '../routing/route.ts';
import { Accepted } from '../schemas/batch.ts';
import { VISIBLE_ASCII } from '../schemas/text-patterns.ts';
import { checkRuleset } from '../use-cases/check-ruleset.ts';
import { HYBRIDS, ValidationQuery } from './validate.ts';

const CODES = Object.entries(REFUSALS)
  .map(([code, { en }]) => `- \`${code}\`: ${en.replace('{limit}', 'the limit').replace(': {names}', '')}`)
  .join('\n');

const FORMS =
  'Up to 10,000 files and 512 MB, as they come and unpacked, with up to 10 MB a file, unless the operator allows more ' +
  'or less. The body may be compressed (Content-Encoding) and is taken in as it comes. Work begins once all files are ' +
  'there; an upload that breaks off leaves nothing.\n\n' +
  'Refused as a whole, with nothing kept: a body that is not what its Content-Type says (JSON or a form that cannot be ' +
  'read, JSON without `files` or with a field of the wrong type, an archive that is cut short or no archive), no file, ' +
  'too many files or bytes, more lines of NDJSON than twice the files and a thousand, more parts of a form than ' +
  'the files and fifty, JSON with more than a thousand values in one file or beside them, a body that Content-Encoding ' +
  'unpacks to more than 32 MB and 250 times what was sent, an archive that unpacks to more than a hundred times its size, whose files overlap, or whose ' +
  'table of contents is longer than 16 MB.\n\n' +
  'One file alone fails, in its place, and the others are judged:\n\n' +
  `${CODES}\n` +
  '- `pdf_without_invoice`, `pdf_encrypted`, `pdf_unreadable`, `pdf_reading_limit_reached`: The file is a PDF that gives no ' +
  'invoice; told when its turn comes. It is neither valid nor invalid.\n\n' +
  `${HYBRIDS.replace('of a form', 'of a form or an archive')}\n\n` +
  'Names are kept as submitted and may repeat, but not in an archive. Of an archive, folders, hidden files, `META-INF/` and ' +
  'what systems add to it (`__MACOSX/`, `Thumbs.db`, `desktop.ini`) are ignored; every other member is validated, among the ' +
  'failures, or listed in `skipped_files` of the results. Its limits count the members of archives in it, too. Empty lines of NDJSON are skipped; a file ' +
  'without a name is called by its place (`invoice-3.xml`), a line that cannot be read, or gives no name and is refused, by its number (`line-3`).';

/** POST /api/batches: validates many files in the background. */
export const createBatch: Route = route({
  method: 'post',
  path: '/api/batches',
  id: 'createBatch',
  load: 'queued',
  tag: 'batches',
  summary: 'Validate many invoices in the background',
  description:
    'Takes the files in and answers with the batch that judges them. Repeating the request with the same ' +
    'Idempotency-Key and the same files, whatever their form, gives the first answer again and creates nothing. A ' +
    'batch that was created without a key is readable by anyone who knows its id, which cannot be guessed and is in no list; ' +
    'for such callers an Idempotency-Key is good for the same files alone.',
  who: 'public',
  limit: 'public-daily',
  keyRole: 'developer',
  audit: 'batch.create',
  product: 'validation',
  query: ValidationQuery,
  headers: z.object({
    'Idempotency-Key': z.string().regex(VISIBLE_ASCII).optional().meta({
      description: 'One unique key per batch, 1 to 255 visible ASCII characters.',
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
    202: jsonAnswer('The batch. One none of whose files can be judged is completed already.', Accepted, {
      Location: 'The batch.',
      'Idempotency-Replayed': '`true` when this is the answer to an earlier request.',
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
  handle: async ({ body, query: options, headers }, context) => {
    const { app, caller } = context;
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
