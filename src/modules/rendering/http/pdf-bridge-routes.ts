import type { FileResult } from '@e-invoice/validator/issues';
import { inLanguage } from '@e-invoice/validator/issues';
import { z } from 'zod';
import { text } from '../../../../locales/index.ts';
import {
  answer,
  answerIn,
  BYTES,
  makeProblem,
  oneFile,
  Problem,
  type Route,
  type RouteContext,
  rawPdf,
  route,
  type UploadedFile,
  UploadHeaders,
  Written,
} from '../../../http/index.ts';
import { isPdf } from '../../../lib/is-pdf.ts';
import { toUtcDay } from '../../../lib/utc-day.ts';
import { orPdfsBusy, validateNow } from '../../validation/http/index.ts';
import {
  type Embedded,
  NotRenderable,
  type PdfReader,
  type RenderWarning,
  type Shown,
  type VisibleValues,
} from '../index.ts';
import { PDF_HEADERS, PDF_PROBLEMS, printNow } from './print-now.ts';
import { renderNow } from './render-now.ts';
import { BridgedPdf } from './render-schemas.ts';
import { toSummary } from './to-summary.ts';

const Query = z.object({
  lang: z.enum(['sk', 'en']).default('sk').meta({ description: 'The language of the printed labels.' }),
});

type Language = z.output<typeof Query>['lang'];

/** POST /api/pdf-bridge: contract, section 5. */
export const pdfBridge: Route = route({
  method: 'post',
  path: '/api/pdf-bridge',
  id: 'bridgePdf',
  load: 'inline',
  tag: 'render',
  summary: 'Convert an XML invoice to PDF, or extract the XML from a hybrid PDF',
  description:
    'An XML invoice (UBL, bare or in an SBDH envelope, or CII) becomes a PDF with the XML embedded. From a hybrid ' +
    'PDF (Factur-X, ZUGFeRD 1 and 2, XRechnung, Order-X, and PDFs created here) the XML is extracted byte for byte, ' +
    'rendered as a page, and validated if it is UBL. Its totals, number and dates are searched for in the text of ' +
    'the PDF (`visible_values`), because the visible text of a hybrid invoice can differ from its XML. An order, or ' +
    'an invoice in the older ZUGFeRD 1 format, is reported as such, without a page. The PDF is read in a separate ' +
    'process with time and memory limits. Nothing is stored.',
  who: 'public',
  limit: 'public-daily',
  keyRole: 'developer',
  product: 'pdf-bridge',
  query: Query,
  headers: UploadHeaders.pick({ 'X-Filename': true }),
  body: {
    kinds: [...oneFile, rawPdf],
    limits: ({ maxPdfBytes, maxXmlBytes }) => {
      const bytes = Math.max(maxPdfBytes, maxXmlBytes);
      return { bytes, files: 1, fileBytes: bytes };
    },
    description: 'The invoice as XML or as PDF: raw, as a form with one file, or XML as JSON.',
  },
  answers: {
    200: answerIn(
      'The PDF for an XML invoice; the content of a PDF.',
      { 'application/pdf': BYTES, 'application/json': BridgedPdf },
      PDF_HEADERS,
    ),
  },
  problems: [
    'invoice_unreadable',
    'file_too_large',
    'pdf_without_invoice',
    'pdf_encrypted',
    'pdf_unreadable',
    'pdf_reading_limit_reached',
    'validation_limit_reached',
    'render_limit_reached',
    ...PDF_PROBLEMS,
  ],
  handle: async ({ body: [file], query: { lang } }, context) => {
    const { config } = context.app;
    const { bytes } = file!;
    const limit = isPdf(bytes) ? config.maxPdfBytes : config.maxXmlBytes;
    if (bytes.length > limit) throw makeProblem('file_too_large', { filename: file!.filename ?? '?', limit });
    if (isPdf(bytes)) return open(file!, lang, context);
    const rendered = await renderNow(bytes, { language: lang, issues: null }, context);
    return printNow({ rendered, xml: bytes, language: lang }, context);
  },
});

async function open({ filename, bytes: pdf }: UploadedFile, language: Language, context: RouteContext) {
  const { app } = context;
  const embedded = await read(pdf, context);
  if (embedded.json === null) throw await brokenXml(embedded, context);
  const shown = await show(embedded.bytes, language, context);
  const isUbl = shown?.read.syntax === 'ubl';
  const request = { filename: embedded.filename, today: toUtcDay(app.now()) };
  const validation: FileResult | null = isUbl
    ? inLanguage(await validateNow(embedded.bytes, request, context), context)
    : null;
  const warnings: RenderWarning[] = shown === null ? [NOT_SHOWN] : [...shown.warnings];
  if (embedded.others.length > 0) warnings.push(otherInvoices(embedded));
  const body = {
    filename,
    embedded: { filename: embedded.filename, profile: embedded.profile },
    xml: new Written(embedded.json),
    summary: shown === null ? null : toSummary(shown.read, validation?.summary ?? null),
    html: shown === null ? null : new Written(shown.json!),
    warnings,
    visible_values: shown === null || embedded.visible === null ? null : toVisibleValues(embedded.visible),
    validation,
  };
  return answer(200, body, { 'Cache-Control': 'private, no-store' }, 'application/json');
}

/** The XML in the PDF is not well-formed: the problem contains the file name and the validator's findings. */
async function brokenXml({ filename, bytes, error }: Embedded, context: RouteContext): Promise<Problem> {
  const request = { filename, today: toUtcDay(context.app.now()) };
  const [issue] = (await validateNow(bytes, request, context)).issues;
  const reason = issue === undefined ? String(error) : { sk: issue.message, en: issue.message_en };
  const detail = text('rendering.broken-xml', { filename, reason });
  return new Problem('invoice_unreadable', {}, { detail, members: { filename } });
}

function otherInvoices({ filename, others }: Embedded): RenderWarning {
  const names = others.join(', ');
  const detail = text('rendering.other-invoices', { filename, names });
  return { code: 'other_invoices', detail };
}

const toVisibleValues = ({ outcome, detail, values }: VisibleValues) => ({
  outcome,
  detail,
  values: values.map(({ businessTerm, ...value }) => ({ business_term: businessTerm, ...value })),
});

function read(pdf: Uint8Array, { app, owner, left }: RouteContext): ReturnType<PdfReader['read']> {
  const signal = left();
  return orPdfsBusy(app.pdfReader.read(pdf, { owner, signal }), signal);
}

async function show(xml: Uint8Array, language: Language, context: RouteContext): Promise<Shown | null> {
  try {
    return await renderNow(xml, { language, issues: null, withJson: true }, context);
  } catch (error) {
    if (error instanceof NotRenderable) return null;
    throw error;
  }
}

const NOT_SHOWN: RenderWarning = {
  code: 'not_shown',
  detail: text('rendering.not-shown.detail'),
};
