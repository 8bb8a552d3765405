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
      description: 'A rule set, with or without a version; by default the profile of the invoice decides.',
      example: 'peppol-bis-3@2026.5',
    }),
  as_of: z.iso.date().optional().meta({
    description: 'Apply the releases in force on this day; default: the day of the call.',
    example: '2026-11-21',
  }),
  layers: z
    .string()
    .transform((text) => text.split(',').map((name) => name.trim()))
    .pipe(z.array(z.enum(LAYERS)).min(1))
    .optional()
    .meta({
      description: `Apply only these layers, separated by commas: ${LAYERS.join(', ')}.`,
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

/** Hint for the parameter `format` of routes that also offer HTML. */
export const FORMAT_HINT =
  'The format of the response. Without it Accept decides; the page (`html`) is sent to HTML forms and to requests ' +
  'whose Accept does not allow JSON.';

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

/** Optional headers of an upload. */
export const UploadHeaders = z.object({
  'X-Filename': z
    .string()
    .max(1000)
    .optional()
    .meta({
      description:
        'The file name of a raw XML body: percent-encoded UTF-8, an extended value (RFC 8187), or the bytes of the name ' +
        'in UTF-8 or ISO-8859-1.',
      example: 'fakt%C3%BAra-2027-0001.xml',
    }),
  Prefer: z.string().optional().meta({
    description: '`respond-async` (RFC 7240): return 202 immediately and validate in the background.',
    example: 'respond-async',
  }),
});

/** Treatment of PDFs among the files. */
export const HYBRIDS =
  'A form file that is a hybrid PDF (Factur-X, ZUGFeRD, XRechnung, or created by `POST /api/pdf-bridge`) is ' +
  'validated by its embedded XML: `sha256` is the digest of the PDF, `line` and `column` refer to the XML.';

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
    const requestedType = format === undefined ? context.mediaType : MEDIA_TYPES[format];
    if (requestedType === 'text/html') {
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
