import { z } from 'zod';
import {
  answer,
  answerIn,
  BYTES,
  FORMAT_HINT,
  makeProblem,
  oneFile,
  oneFileLimits,
  type Route,
  type RouteContext,
  route,
  UploadHeaders,
  Written,
} from '../../../http/index.ts';
import { DocumentId } from '../../documents/http/index.ts';
import { orLimitReached } from '../../validation/http/index.ts';
import type { ValidatedTaxData, ValidationPool } from '../../validation/index.ts';
import { TaxData } from './tax-data-schemas.ts';

const Query = z.object({
  role: z.enum(['C2', 'C3']).default('C2').meta({
    description:
      'The reporting party: the access point of the sender (C2) or of the receiver (C3); for self-billing the buyer.',
  }),
  format: z.enum(['json', 'xml', 'html']).optional().meta({ description: FORMAT_HINT }),
  lang: z.enum(['sk', 'en']).default('sk').meta({ description: 'The language of the page.' }),
});

const PAGE = z.string().meta({ description: 'One self-contained HTML file: no scripts and no external resources.' });

const ANSWERS = {
  200: answerIn('The reported and the unreported values.', {
    'application/json': TaxData,
    'application/xml': BYTES,
    'text/html': PAGE,
  }),
};

const MEDIA_TYPES = { json: 'application/json', xml: 'application/xml', html: 'text/html' } as const;
const FORMS = new Map(Object.entries(MEDIA_TYPES).map(([form, type]) => [type, form as keyof typeof MEDIA_TYPES]));

const TAX_DATA_DESCRIPTION =
  'Creates the Slovak tax data document 1.0.0 for the invoice, as an access point will report it, and lists every ' +
  'reported and every unreported value: as JSON, as the XML itself, or as a page. The specification is under ' +
  'review; the identifiers of access points are placeholders, and nothing is reported to the tax office.';

const PROBLEMS = ['not_a_ubl_invoice', 'validation_limit_reached'] as const;

/** POST /api/tax-data: for an invoice that is not stored. */
const previewTaxData = route({
  method: 'post',
  path: '/api/tax-data',
  id: 'previewTaxData',
  load: 'inline',
  tag: 'documents',
  summary: 'Preview the tax data of an invoice',
  description: `${TAX_DATA_DESCRIPTION} Nothing is stored.`,
  who: 'developer',
  limit: 'per-key',
  audit: 'tax-data.preview',
  query: Query,
  headers: UploadHeaders.pick({ 'X-Filename': true }),
  body: {
    kinds: oneFile,
    limits: oneFileLimits,
    description: 'The invoice: raw XML, as JSON, or as a form with one file.',
  },
  answers: ANSWERS,
  problems: PROBLEMS,
  handle: async ({ body: [file], query }, context) => answerTaxData(file!.bytes, query, context),
});

/** GET /api/documents/{id}/tax-data: for a document of the workspace in any status. */
const getTaxData = route({
  method: 'get',
  path: '/api/documents/{id}/tax-data',
  id: 'getDocumentTaxData',
  load: 'inline',
  tag: 'documents',
  summary: 'Preview the tax data of a document',
  description: TAX_DATA_DESCRIPTION,
  who: 'viewer',
  limit: 'per-key',
  params: DocumentId,
  query: Query,
  answers: ANSWERS,
  problems: ['document_not_found', 'document_erased', ...PROBLEMS],
  handle: async ({ params: { id }, query }, context) =>
    answerTaxData(await context.app.documents.artifacts.read(context.caller, id, 'invoice.xml'), query, context),
});

/**
 * Creates the tax data document of an invoice, under the same limits as `validateNow`; null when it is not a UBL
 * document.
 *
 * @throws Problem `validation_limit_reached`; the signal's reason when the client disconnects while the file waits
 */
function taxDataNow(
  bytes: Uint8Array,
  request: Parameters<ValidationPool['taxData']>[1],
  { app, owner, left }: Pick<RouteContext, 'app' | 'owner' | 'left'>,
): ReturnType<ValidationPool['taxData']> {
  return orLimitReached(app.validationPool.taxData(bytes, request, { owner, signal: left() }));
}

const HEADERS = { 'Cache-Control': 'private, no-store' };

async function answerTaxData(bytes: Uint8Array, { role, format, lang }: z.output<typeof Query>, context: RouteContext) {
  const form = format ?? FORMS.get(context.mediaType as 'text/html') ?? 'json';
  const taxData = await taxDataNow(bytes, { role, form, language: lang, at: context.app.now() }, context);
  if (taxData === null) throw makeProblem('not_a_ubl_invoice', {});
  if (taxData.form === 'json') return answer(200, toBody(taxData, role), HEADERS, 'application/json');
  if (taxData.form === 'html') {
    const headers = { ...HEADERS, 'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'" };
    return answer(200, new Written(taxData.text), headers, 'text/html');
  }
  return answer(200, taxData.text, HEADERS, 'application/xml');
}

const SPECIFICATION = { id: 'urn:peppol:taxdata:sk-1', version: '1.0.0', status: 'review' } as const;

const toBody = ({ facts, findings, ...written }: Extract<ValidatedTaxData, { form: 'json' }>, role: 'C2' | 'C3') => ({
  specification: SPECIFICATION,
  preview: true as const,
  role,
  document_uuid: facts.documentUuid,
  document_scope: facts.scope,
  missing: facts.missing,
  findings: findings.map(({ id, sk, en, location }) => ({ id, location, message: { sk, en } })),
  kept: new Written(written.reported),
  dropped: new Written(written.dropped),
  xml: new Written(written.xml),
});

export const taxDataRoutes: readonly Route[] = [previewTaxData, getTaxData];
