import type { FileResult } from '@e-invoice/validator/issues';
import {
  type AppParts,
  CallerGone,
  type InputFile,
  makeProblem,
  Problem,
  type RouteContext,
  withCiiDefault,
} from '../../../http/index.ts';
import { isPdf } from '../../../lib/is-pdf.ts';
import type { Scope } from '../../../lib/scope.ts';
import { toUtcDay } from '../../../lib/utc-day.ts';
import { toFailure, withRemedy } from '../../../platform/errors/index.ts';
import { readAllResults, refuseFile } from '../../batches/http/index.ts';
import type { AnswerForm, Batch, BatchOptions, FailedFile, NewFile } from '../../batches/index.ts';
import { PDF_CODES, PdfRefused } from '../../rendering/index.ts';
import { checkRuleset, toRequest } from '../index.ts';
import { validateNow, validateUploadNow } from './validate-now.ts';

/** Requests up to this total size are validated synchronously, without the queue (contract, section 1). */
const INLINE_BYTES = 1024 * 1024;

/**
 * Maximum number of PDFs validated synchronously: a separate process opens each PDF, which takes a few tenths of a
 * second.
 */
const INLINE_PDFS = 3;

/** How long a queued request waits for its result before it returns 202. */
const PATIENCE_MS = 20_000;

type Outcome =
  | { readonly queued: false; readonly results: readonly FileResult[]; readonly failures: readonly FailedFile[] }
  | {
      readonly queued: true;
      readonly accepted: Pick<Batch, 'id' | 'status' | 'total'>;
      readonly headers: Readonly<Record<string, string>>;
    };

type ValidationOutcome = { readonly results: readonly FileResult[]; readonly failures: readonly FailedFile[] };

/**
 * Validates small files synchronously; enqueues large ones and waits for their results for a limited time. A file of
 * a form may be a hybrid PDF. A PDF without an invoice fails only itself if there are other files, otherwise the
 * request.
 *
 * @param answeredAs format of the batch result when it is read later
 * @throws RulesetUnknown, PdfRefused and Problem `backlog_full` before anything is enqueued; those of validateNow;
 *   CallerGone when the client has disconnected
 */
export async function inlineOrQueue(
  files: readonly InputFile[],
  options: BatchOptions,
  answeredAs: AnswerForm,
  prefer: string | undefined,
  context: RouteContext,
): Promise<Outcome> {
  const { maxXmlBytes } = context.app.config;
  const named = files.map(({ filename, bytes }, index): NewFile => {
    const name = filename ?? defaultName(index, files.length);
    return bytes === null ? refuseFile(name, 'file_too_large', maxXmlBytes) : { filename: name, bytes };
  });
  const bytes = files.reduce((sum, file) => sum + (file.bytes?.length ?? 0), 0);
  const async = /(^|[\s,;])respond-async([\s,;]|$)/i.test(prefer ?? '');
  // All files of a request have the same type: one XML body, or files of a form.
  const { declared, cii: inBody } = files[0] ?? {};
  const batchOptions: BatchOptions = {
    ...withCiiDefault({ ...options, cii: options.cii ?? inBody }, context),
    declared,
  };
  if (bytes <= INLINE_BYTES && countPdfs(named, batchOptions) <= INLINE_PDFS && !async) {
    return { queued: false, ...(await validateInline(named, { options: batchOptions, answeredAs }, context)) };
  }
  return enqueue(named, { options: batchOptions, answeredAs }, async, context);
}

/** The public result always names its file. */
const defaultName = (index: number, count: number): string =>
  count === 1 ? 'invoice.xml' : `invoice-${index + 1}.xml`;

const countPdfs = (files: readonly NewFile[], { declared }: BatchOptions): number =>
  declared === 'xml' ? 0 : files.filter((file) => 'bytes' in file && isPdf(file.bytes)).length;

type ValidationRequest = { readonly options: BatchOptions; readonly answeredAs: AnswerForm };

async function validateInline(
  files: readonly NewFile[],
  { options, answeredAs }: ValidationRequest,
  context: RouteContext,
): Promise<ValidationOutcome> {
  const validateOne = options.declared === 'xml' ? validateNow : validateUploadNow;
  const { app, hasLeft } = context;
  const request = { ...toRequest(options), today: toUtcDay(app.now()) };
  const results: FileResult[] = [];
  const failures: FailedFile[] = [];
  for (const [position, file] of files.entries()) {
    const { filename } = file;
    if (hasLeft()) throw new CallerGone();
    const fail = (error: FailedFile['error']): unknown =>
      failures.push({ position, filename, error, retryable: false });
    if ('failure' in file) fail(file.failure);
    if (!('bytes' in file)) continue;
    try {
      results.push(await validateOne(file.bytes, { ...request, filename }, context));
    } catch (error) {
      if (answeredAs === 'file' || !(error instanceof PdfRefused)) throw error;
      fail(withRemedy(toFailure(error.code)));
    }
  }
  return { results, failures };
}

/** Enqueues the files as a batch with the options of the request. */
async function enqueue(
  files: readonly NewFile[],
  { options, answeredAs }: ValidationRequest,
  async: boolean,
  { app, caller, ending, toQueue }: RouteContext,
): Promise<Outcome> {
  checkRuleset(app, options);
  await toQueue();
  const {
    batch: { id },
  } = await app.batches.receive(caller, { options, answeredAs }, files);
  const batch = await app.batches.wait(caller, id, async ? 0 : PATIENCE_MS, ending());
  if (batch.status === 'completed' && !async) {
    return { queued: false, ...(await readResults(app, caller, id, answeredAs)) };
  }
  return {
    queued: true,
    accepted: { id, status: batch.status, total: batch.total },
    headers: { Location: `/api/batches/${id}`, ...(async && { 'Preference-Applied': 'respond-async' }) },
  };
}

async function readResults(
  app: AppParts,
  scope: Scope,
  id: string,
  answeredAs: AnswerForm,
): Promise<ValidationOutcome> {
  const { items, failures } = await readAllResults(app, scope, id);
  // A caller that waits for all results must not get a part of them; the batch reports the details.
  const limitFailure = failures.find(({ error }) => error.code === 'validation_limit_reached');
  if (limitFailure !== undefined) {
    throw makeProblem('validation_limit_reached', {}, { members: { filename: limitFailure.filename } });
  }
  const notOpened = failures.find(({ error }) => PDF_CODES.some((code) => code === error.code));
  if (notOpened !== undefined && answeredAs === 'file') {
    const { filename, error } = notOpened;
    throw makeProblem(error.code as (typeof PDF_CODES)[number], {}, { members: { filename } });
  }
  const refused = failures.find(({ error }) => REFUSED.some((code) => code === error.code));
  if (refused !== undefined) {
    const { filename, error } = refused;
    throw new Problem(error.code as (typeof REFUSED)[number], {}, { detail: error.detail, members: { filename } });
  }
  const reportedCodes: readonly string[] = ['file_too_large', ...PDF_CODES];
  const broken = failures.filter(({ error }) => !reportedCodes.includes(error.code));
  if (broken.length > 0) throw new Error(`${broken.length} file(s) of ${id} could not be validated`);
  return { results: items, failures };
}

/** Errors of the selected rules that are reported per file. */
const REFUSED = ['ruleset_unknown', 'layer_not_in_ruleset'] as const;
