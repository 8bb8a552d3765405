import { z } from 'zod';
import {
  ANY_PAGE,
  answer,
  answerIn,
  type BodyKind,
  BYTES,
  checkFields,
  EXAMPLE_FILE,
  emptyAnswer,
  etagOf,
  JsonUpload,
  jsonAnswer,
  matchesEtag,
  NextCursor,
  oneFileLimits,
  Paging,
  type Route,
  type RouteContext,
  rawXml,
  readJson,
  route,
  toUpload,
  type UploadedFile,
  UploadHeaders,
  ValidationQuery,
  withCiiDefault,
} from '../../../http/index.ts';
import { toUtcDay } from '../../../lib/utc-day.ts';
import { validateNow } from '../../validation/http/index.ts';
import type { WrittenReport } from '../index.ts';
import { EvidenceEntry, EvidenceReport, JwkSet, ProofWait } from './evidence-schemas.ts';

const JsonEvidence = JsonUpload.extend({
  include_xml: z.boolean().default(false).meta({
    description: 'Includes the submitted file in the ZIP archive, as `invoice.xml`. The service does not store it.',
  }),
}).meta({ id: 'EvidenceRequest' });

type EvidenceRequest = { readonly file: UploadedFile; readonly includeXml: boolean };

const evidenceBody: readonly BodyKind<EvidenceRequest>[] = [
  {
    mediaTypes: ['application/json'],
    schema: JsonEvidence,
    example: { ...EXAMPLE_FILE, include_xml: false },
    read: async (body) => {
      const fields = await checkFields(JsonEvidence, await readJson(body));
      return { file: await toUpload(fields, body), includeXml: fields.include_xml };
    },
  },
  { ...rawXml, read: async (body) => ({ file: (await rawXml.read(body))[0]!, includeXml: false }) },
];

const Format = z.object({
  format: z
    .enum(['json', 'zip', 'pdf'])
    .optional()
    .meta({ description: 'The format of the report; without it Accept decides.' }),
});

const ReportLanguage = z.object({
  lang: z.enum(['sk', 'en']).default('sk').meta({ description: 'The language of the report for people.' }),
});

const HEADERS = {
  Location: 'URL of the stored report; only with a key.',
  'Content-Disposition': 'A file name for the archive.',
};
const GRADE =
  'The proof level that the report has now; its archive has at least this level. `signed`: signed by a key of the ' +
  'service. `signed_and_logged`: a published checkpoint of the transparency log includes it. `qualified`: in ' +
  'addition, its seal and the time stamp of the checkpoint are declared as qualified.';

const REPORT = {
  'application/json': EvidenceReport,
  'application/zip': BYTES,
  'application/pdf': BYTES,
} as const;

const ARCHIVE =
  'The ZIP archive holds `evidence.json` (the report), `report.html` (the report for people, to read and print), ' +
  '`report.pdf` (the same as PDF/A-2b), `report.md`, `developer-summary.md`, `issues.csv`, `keys.json` (the public ' +
  'keys), `verify.mjs` (verifies the archive; requires only Node), `OVERENIE.txt` (how to verify), `packed.json` ' +
  '(how each file is compressed) and `SHA256SUMS` with its own signature, `SHA256SUMS.jws`';

const createEvidence = route({
  method: 'post',
  path: '/api/validation-evidence',
  id: 'createValidationEvidence',
  load: 'inline',
  tag: 'evidence',
  summary: 'Validate an invoice and get signed evidence of it',
  description:
    'Validates like `POST /api/validate-file` and returns a signed report that can be verified without this service. ' +
    `${ARCHIVE}, and \`invoice.xml\` when \`include_xml\` is set. The file itself is never written to disk: it is ` +
    'validated in memory at any size (in a thread with time and memory limits) and never queued. With a key (role ' +
    'developer or admin) the report is stored and can be read later. Without a key it is not stored, and the call ' +
    'counts against the public daily limit. With `wait` the archive contains `evidence.tlog-proof`, and the PDF ' +
    'states that the report is logged.',
  who: 'public',
  limit: 'public-daily',
  keyRole: 'developer',
  audit: 'evidence.create',
  product: 'evidence',
  query: ValidationQuery.extend(Format.shape).extend(ReportLanguage.shape).extend(ProofWait.shape),
  headers: UploadHeaders.pick({ 'X-Filename': true }),
  body: {
    kinds: evidenceBody,
    limits: oneFileLimits,
    description: 'The file: as JSON, or as raw XML when the exact bytes matter.',
  },
  answers: { 200: answerIn('The report.', REPORT, HEADERS) },
  problems: [
    'ruleset_unknown',
    'layer_not_in_ruleset',
    'file_too_large',
    'validation_limit_reached',
    'sealer_unavailable',
    'evidence_pdf_limit_reached',
  ],
  handle: async ({ body: { file, includeXml }, query }, context) => {
    const { app, caller } = context;
    if (query.wait > 0) context.keepOpen();
    const at = app.now();
    const request = {
      filename: file.filename ?? 'invoice.xml',
      ruleset: query.ruleset,
      asOf: query.as_of,
      layers: query.layers,
      cii: withCiiDefault({ ...query, cii: query.cii ?? file.cii }, context).cii,
      today: toUtcDay(at),
      details: true,
    };
    const result = await validateNow(file.bytes, request, context);
    const written = await app.evidence.make({
      result,
      sizeBytes: file.bytes.length,
      origin: app.evidence.describe(result, at),
      language: query.lang,
    });
    await (caller.role === 'public' ? app.evidence.log(written) : app.evidence.keep(caller, written));
    if (query.wait > 0) await app.evidence.waitUntilLogged(written, query.wait * 1_000, context.ending());
    return answerReport(written, includeXml ? file.bytes : null, query.format, context, {
      ...(caller.role !== 'public' && { Location: `/api/validation-evidence/${written.report.id}` }),
    });
  },
});

const listEvidence = route({
  method: 'get',
  path: '/api/validation-evidence',
  id: 'listValidationEvidence',
  tag: 'evidence',
  summary: 'List reports',
  description:
    'The stored reports of the workspace, newest first, with their subjects. Each complete report is available under ' +
    'its id.',
  who: 'viewer',
  limit: 'per-key',
  query: Paging,
  answers: { 200: jsonAnswer('One page.', z.object({ reports: z.array(EvidenceEntry), next_cursor: NextCursor })) },
  problems: ['cursor_malformed'],
  handle: async ({ query }, { app, caller }) => {
    const { items, next } = await app.evidence.list(caller, query);
    return answer(200, { reports: [...items], next_cursor: next }, { 'Cache-Control': 'private, no-store' });
  },
});

const getEvidence = route({
  method: 'get',
  path: '/api/validation-evidence/{id}',
  id: 'getValidationEvidence',
  tag: 'evidence',
  summary: 'Read a stored report',
  description: `The report as it was signed. ${ARCHIVE}; it has no \`invoice.xml\`, because the service does not store the invoice.`,
  who: 'viewer',
  limit: 'per-key',
  params: z.object({ id: z.string().meta({ example: 'rep_01931b3e-7c4d-7e2a-9f00-0c9f4b1d2e3a' }) }),
  query: Format,
  answers: {
    200: answerIn('The report.', REPORT, {
      'Content-Disposition': HEADERS['Content-Disposition'],
      'Evidence-Grade': GRADE,
    }),
  },
  problems: ['evidence_not_found', 'evidence_pdf_limit_reached'],
  handle: async ({ params, query }, context) => {
    const { evidence } = context.app;
    const written = await evidence.get(context.caller, params.id);
    // Read the grade before the file is created, so that the header never states a higher grade than the file.
    return answerReport(written, null, query.format, context, { 'Evidence-Grade': await evidence.gradeOf(written) });
  },
});

async function answerReport(
  written: WrittenReport,
  invoice: Uint8Array | null,
  format: 'json' | 'zip' | 'pdf' | undefined,
  { app, mediaType }: Pick<RouteContext, 'app' | 'mediaType'>,
  headers: Readonly<Record<string, string>> = {},
) {
  const { report } = written;
  const sent = { ...headers, 'Cache-Control': 'private, no-store' };
  const requestedType = format === undefined ? mediaType : `application/${format}`;
  const named = (ending: 'zip' | 'pdf') => ({
    ...sent,
    'Content-Disposition': `attachment; filename="${report.id}.${ending}"`,
  });
  if (requestedType === 'application/pdf')
    return answer(200, await app.evidence.pdf(written), named('pdf'), requestedType);
  if (requestedType !== 'application/zip') return answer(200, report, sent, 'application/json');
  return answer(200, await app.evidence.archive(written, invoice), named('zip'), requestedType);
}

const getKeys = route({
  method: 'get',
  path: '/.well-known/jwks.json',
  id: 'getEvidenceKeys',
  tag: 'evidence',
  summary: 'List the public keys that verify evidence',
  description:
    'A JWK set (RFC 7517). Replaced keys remain in it, so that everything they signed can always be verified. `log` ' +
    'is the verifier key of the transparency log (C2SP signed-note).',
  who: 'anyone',
  limit: 'none',
  headers: z.object({ 'If-None-Match': z.string().optional() }),
  answers: {
    200: jsonAnswer('The keys.', JwkSet, { ETag: 'Changes whenever the keys change.' }),
    304: emptyAnswer('Not modified since the version in `If-None-Match`.', {
      ETag: 'Changes whenever the keys change.',
    }),
  },
  problems: [],
  handle: async ({ headers }, { app }) => {
    const { keys, log } = await app.evidence.publishedKeys();
    const caching = {
      ...ANY_PAGE,
      ETag: etagOf(JSON.stringify({ keys, log })),
      'Cache-Control': 'public, max-age=300',
    };
    if (matchesEtag(headers['If-None-Match'], caching.ETag)) return answer(304, null, caching);
    return answer(200, { keys: [...keys], log }, caching);
  },
});

export const evidenceRoutes: readonly Route[] = [createEvidence, listEvidence, getEvidence, getKeys];
