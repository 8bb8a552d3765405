import { inLanguage, LAYERS } from '@e-invoice/validator/issues';
import { z } from 'zod';
import { PDF_CODES } from '../../modules/rendering/index.ts';
import type { AppParts } from '../app-parts.ts';
import type { BodyLimits } from '../body/body-kind.ts';
import { manyFiles, oneFile } from '../body/uploads.ts';
import { REPORT_HEADERS, renderResult } from '../pages/index.ts';
import { answer, answerIn, jsonAnswer } from '../responses/response.ts';
import { type Route, route } from '../routing/route.ts';
import { Accepted } from '../schemas/batch.ts';
import { BatchResult, FileResult } from '../schemas/file-result.ts';
import { inlineOrQueue } from '../use-cases/inline-or-queue.ts';

const MEBIBYTE = 1024 * 1024;

/** Query parameters that select the rules. */
export const ValidationQuery = z.object({
  ruleset: z
    .string()
    .min(1)
    .max(100)
    // A `+` that is not percent-encoded arrives as a space; no rule set has a space in its name.
    .transform((name) => name.replaceAll(' ', '+'))
    .optional()
    .meta({
      description: 'A rule set, with or without a version; else the profile of the invoice decides.',
      example: 'peppol-bis-3@2026.5',
    }),
  as_of: z.iso.date().optional().meta({
    description: 'Apply the releases in force on this day; else on the day of the call.',
    example: '2026-11-21',
  }),
  layers: z
    .string()
    .transform((text) => text.split(',').map((name) => name.trim()))
    .pipe(z.array(z.enum(LAYERS)).min(1))
    .optional()
    .meta({
      description: `Apply these layers alone, separated by commas: ${LAYERS.join(', ')}.`,
      example: 'EN16931,PEPPOL',
    }),
});

/** Query parameters that select the rules and those to compare with. */
const ComparingQuery = ValidationQuery.extend({
  compare: z
    .string()
    .min(1)
    .max(100)
    .transform((name) => name.replaceAll(' ', '+'))
    .refine((text) => !/^\d{4}-\d{2}-\d{2}$/.test(text) || z.iso.date().safeParse(text).success, {
      error: 'There is no such day',
    })
    .optional()
    .meta({
      description:
        'Judge each file also by another rule set (`peppol-bis-3@2025.11`) or by the releases in force on another day ' +
        '(`2026-03-31`), and report in `comparison` what changes.',
      example: '2026-03-31',
    }),
});

/** Hint for the parameter `format` of routes that also offer HTML. */
export const FORMAT_HINT =
  'The form of the response. Without it Accept decides; the page (`html`) is sent to forms of pages, and to requests whose ' +
  'Accept does not accept JSON.';

const ReportQuery = ComparingQuery.extend({
  format: z.enum(['json', 'html']).optional().meta({
    description: FORMAT_HINT,
  }),
  lang: z.enum(['sk', 'en']).optional().meta({ description: 'The language of the report; else Accept-Language.' }),
});

const PAGE = z.string().meta({ description: 'The report as a page: the verdict, the mistakes, what to do.' });

const MEDIA_TYPES = { json: 'application/json', html: 'text/html' } as const;

/** Optional headers of an upload. */
export const UploadHeaders = z.object({
  'X-Filename': z.string().max(1000).optional().meta({
    description:
      'The name of a raw XML body: percent-encoded UTF-8, an extended value (RFC 8187), or the bytes of the name in UTF-8 or ISO-8859-1.',
    example: 'fakt%C3%BAra-2027-0001.xml',
  }),
  Prefer: z.string().optional().meta({
    description: '`respond-async` (RFC 7240): answer 202 at once and judge in the background.',
    example: 'respond-async',
  }),
});

/** Treatment of PDFs among the files. */
export const HYBRIDS =
  'A file of a form that is a hybrid PDF (Factur-X, ZUGFeRD, XRechnung, those of `POST /api/pdf-bridge`) is judged by the ' +
  'XML in it: `sha256` is that of the PDF, `line` and `column` are those of the XML.';

const WAITING =
  'Not done within 20 seconds, or `Prefer: respond-async` was sent. The progress is ' +
  'read at `Location`, then the result in the shape of the answer 200.';
const WAITING_AS_JSON = `${WAITING} It is always JSON: \`format\` and \`lang\` are for an answer that comes at once.`;
const QUEUED = {
  Location: 'Where the progress is read, then the result.',
  'Preference-Applied': '`respond-async` when it was asked for.',
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
    'Judges UBL invoices and credit notes, bare or in an SBDH envelope. An invoice that breaks rules, or is not even ' +
    'well-formed XML, is a successful validation with `valid: false`. Up to 1 MB in all, and three PDFs, is judged at once; more runs ' +
    'in the background and is waited for up to 20 seconds. At most 100 files and 50 MB in one ' +
    'request, unless the operator allows more or less. A file above the size limit (10 MB) is reported in `failures`, ' +
    `and the others are judged.\n\n${HYBRIDS} One without an invoice in XML (\`pdf_without_invoice\`) is reported in ` +
    '`failures`, and neither valid nor invalid; so is one that cannot be read.',
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
    200: jsonAnswer('The result of every file, in their order.', BatchResult),
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
    'As `POST /api/validate`, for exactly one file: the answer is the result itself. A PDF without an invoice is ' +
    'refused (422).',
  who: 'public',
  limit: 'public-daily',
  keyRole: 'developer',
  product: 'validation',
  query: ReportQuery,
  headers: UploadHeaders,
  body: {
    kinds: oneFile,
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
    const wanted = format === undefined ? context.mediaType : MEDIA_TYPES[format];
    if (wanted === 'text/html') {
      const page = renderResult(result!, lang ?? context.language);
      return answer(200, page, REPORT_HEADERS, 'text/html');
    }
    return answer(200, inLanguage(result!, context), {}, 'application/json');
  },
});

/** JSON escapes take up to six bytes per character; the file size is checked after decoding. */
export function oneFileLimits(config: AppParts['config']): BodyLimits {
  return { bytes: 2 * config.maxXmlBytes + MEBIBYTE, fileBytes: config.maxXmlBytes, files: 1 };
}
