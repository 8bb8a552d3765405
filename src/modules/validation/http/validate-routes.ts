import { inLanguage } from '@e-invoice/validator/issues';
import { z } from 'zod';
import {
  answer,
  answerIn,
  BatchResult,
  FileResult,
  FORMAT_HINT,
  HYBRIDS,
  jsonAnswer,
  manyFiles,
  oneFileLimits,
  oneFileToValidate,
  type Route,
  route,
  UploadHeaders,
  ValidationQuery,
} from '../../../http/index.ts';
import { REPORT_HEADERS, renderResult } from '../../../http/pages/index.ts';
import { Accepted } from '../../batches/http/index.ts';
import { PDF_CODES } from '../../rendering/index.ts';
import { inlineOrQueue } from './inline-or-queue.ts';

/** Query parameters that select the rules and those to compare with. */
const ComparingQuery = ValidationQuery.extend({
  compare: z
    .string()
    .min(1)
    .max(100)
    .transform((name) => name.replaceAll(' ', '+'))
    .refine((text) => !/^\d{4}-\d{2}-\d{2}$/.test(text) || z.iso.date().safeParse(text).success, {
      error: 'This date does not exist',
    })
    .optional()
    .meta({
      description:
        'Also validate each file with another rule set (`peppol-bis-3@2025.11`) or with the releases in force on another ' +
        'day (`2026-03-31`), and report the differences in `comparison`.',
      example: '2026-03-31',
    }),
});

const ReportQuery = ComparingQuery.extend({
  format: z.enum(['json', 'html']).optional().meta({
    description: FORMAT_HINT,
  }),
  lang: z.enum(['sk', 'en']).optional().meta({ description: 'The language of the report; default: Accept-Language.' }),
});

const PAGE = z
  .string()
  .meta({ description: 'The report as a page: the verdict, the mistakes and how to correct them.' });

const MEDIA_TYPES = { json: 'application/json', html: 'text/html' } as const;

const WAITING =
  'Not completed within 20 seconds, or `Prefer: respond-async` was sent. Read the progress at `Location`, and ' +
  'later the result in the format of the 200 response.';
const WAITING_AS_JSON = `${WAITING} It is always JSON: \`format\` and \`lang\` apply only to an immediate response.`;
const QUEUED = {
  Location: 'URL of the progress and later of the result.',
  'Preference-Applied': '`respond-async` when it was requested.',
};

/** POST /api/validate: validates one or more files synchronously. */
export const validateFiles: Route = route({
  method: 'post',
  path: '/api/validate',
  id: 'validateFiles',
  load: 'inline',
  tag: 'validation',
  summary: 'Validate one or more invoices',
  description:
    'Validates UBL invoices and credit notes, bare or in an SBDH envelope. An invoice that violates rules, or is not ' +
    'well-formed XML, is a successful validation with `valid: false`. Up to 1 MB in total and three PDFs are ' +
    'validated immediately; larger requests run in the background, and the call waits for up to 20 seconds. At most ' +
    '100 files and 50 MB per request; the operator can change these limits. A file above the size limit (10 MB) is ' +
    `reported in \`failures\`, and the other files are validated.\n\n${HYBRIDS} A PDF without an XML invoice ` +
    '(`pdf_without_invoice`) or an unreadable PDF is reported in `failures` and is neither valid nor invalid.',
  who: 'public',
  limit: 'public-daily',
  keyRole: 'developer',
  product: 'validation',
  query: ComparingQuery,
  headers: UploadHeaders,
  body: {
    kinds: manyFiles,
    limits: ({ maxBatchBytes, maxBatchFiles, maxXmlBytes }) => ({
      bytes: maxBatchBytes,
      files: maxBatchFiles,
      fileBytes: maxXmlBytes,
    }),
    description: 'The files: as JSON, as one raw XML file, or as a form with files.',
  },
  answers: {
    200: jsonAnswer('The results of the files, in the order of the request.', BatchResult),
    202: jsonAnswer(WAITING, Accepted, QUEUED),
  },
  problems: ['ruleset_unknown', 'layer_not_in_ruleset', 'validation_limit_reached'],
  handle: async ({ body, query, headers }, context) => {
    await context.countMore(body.length - 1);
    const outcome = await inlineOrQueue(body, query, 'files', headers.Prefer, context);
    if (outcome.queued) return answer(202, outcome.accepted, outcome.headers);
    const results = outcome.results.map((result) => inLanguage(result, context));
    const valid = results.filter((result) => result.valid).length;
    const { failures } = outcome;
    return answer(200, {
      total: body.length,
      valid,
      invalid: results.length - valid,
      results,
      ...(failures.length > 0 && { failures }),
    });
  },
});

/** POST /api/validate-file: validates exactly one file. */
export const validateFile: Route = route({
  method: 'post',
  path: '/api/validate-file',
  id: 'validateFile',
  load: 'inline',
  tag: 'validation',
  summary: 'Validate one invoice',
  description:
    'Like `POST /api/validate`, for exactly one file: the response is the result itself. A PDF without an invoice is ' +
    'rejected (422).',
  who: 'public',
  limit: 'public-daily',
  keyRole: 'developer',
  product: 'validation',
  query: ReportQuery,
  headers: UploadHeaders,
  body: {
    kinds: oneFileToValidate,
    limits: oneFileLimits,
    description: 'The file: raw XML, as JSON, or as a form with one file.',
  },
  answers: {
    200: answerIn('The result.', { 'application/json': FileResult, 'text/html': PAGE }),
    202: jsonAnswer(WAITING_AS_JSON, Accepted, QUEUED),
  },
  problems: ['ruleset_unknown', 'layer_not_in_ruleset', 'validation_limit_reached', ...PDF_CODES],
  handle: async ({ body, query: { format, lang, ...query }, headers }, context) => {
    const outcome = await inlineOrQueue(body, query, 'file', headers.Prefer, context);
    if (outcome.queued) return answer(202, outcome.accepted, outcome.headers);
    const [result] = outcome.results;
    const requestedType = format === undefined ? context.mediaType : MEDIA_TYPES[format];
    if (requestedType === 'text/html') {
      const page = renderResult(result!, lang ?? context.language);
      return answer(200, page, REPORT_HEADERS, 'text/html');
    }
    return answer(200, inLanguage(result!, context), {}, 'application/json');
  },
});
