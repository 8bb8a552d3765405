import { z } from 'zod';
import {
  answer,
  answerIn,
  BYTES,
  FORMAT_HINT,
  oneFile,
  oneFileLimits,
  type Route,
  route,
  UploadHeaders,
  Written,
} from '../../../http/index.ts';
import { toUtcDay } from '../../../lib/utc-day.ts';
import { validateNow } from '../../validation/http/index.ts';
import { PDF_HEADERS, PDF_PROBLEMS, printNow } from './print-now.ts';
import { renderNow } from './render-now.ts';
import { RenderedInvoice } from './render-schemas.ts';
import { toSummary } from './to-summary.ts';

const Query = z.object({
  format: z.enum(['json', 'html', 'pdf']).optional().meta({ description: FORMAT_HINT }),
  lang: z.enum(['sk', 'en']).default('sk').meta({ description: 'The language of the printed labels.' }),
  annotate: z
    .enum(['issues'])
    .optional()
    .meta({
      description:
        'Also validates the invoice: the causes of the findings are listed with numbers above the invoice, and the ' +
        'numbers are shown at the values.',
    }),
});

const PAGE = z.string().meta({ description: 'One self-contained HTML file: no scripts and no external resources.' });

const MEDIA_TYPES = { json: 'application/json', html: 'text/html', pdf: 'application/pdf' } as const;

/** POST /api/invoice-render: service interface 4.7, contract section 5. */
export const renderRoute: Route = route({
  method: 'post',
  path: '/api/invoice-render',
  id: 'renderInvoice',
  tag: 'render',
  summary: 'Render an invoice for people',
  description:
    'Renders a UBL invoice or credit note, bare or in an SBDH envelope, or a CII invoice (preview only, without ' +
    'validation). The page prints on A4, works on a phone, shows every business term in the XML, lists data beyond ' +
    'EN 16931, and contains payment codes (PAY by square, SEPA) when there is an IBAN and an amount due. The PDF is ' +
    'tagged, has bookmarks, page numbers and totals carried from page to page, and embeds the XML byte for byte as ' +
    '`invoice.xml` (AFRelationship Source; PDF/A-3b is intended, not certified). Nothing is stored.',
  who: 'developer',
  limit: 'per-key',
  audit: 'invoice.render',
  product: 'render',
  load: 'inline',
  query: Query,
  headers: UploadHeaders.pick({ 'X-Filename': true }),
  body: {
    kinds: oneFile,
    limits: oneFileLimits,
    description: 'The invoice: raw XML, as JSON, or as a form with one file.',
  },
  answers: {
    200: answerIn(
      'The page.',
      { 'application/json': RenderedInvoice, 'text/html': PAGE, 'application/pdf': BYTES },
      PDF_HEADERS,
    ),
  },
  problems: ['invoice_unreadable', 'validation_limit_reached', 'render_limit_reached', ...PDF_PROBLEMS],
  handle: async ({ body: [file], query }, context) => {
    const { app, mediaType } = context;
    const { bytes } = file!;
    const result = await validateNow(bytes, { filename: file!.filename, today: toUtcDay(app.now()) }, context);
    const issues = query.annotate === 'issues' ? result.issues : null;
    const requestedType = query.format === undefined ? mediaType : MEDIA_TYPES[query.format];
    const withJson = requestedType === 'application/json';
    const rendered = await renderNow(
      bytes,
      { language: query.lang, issues, causes: result.root_causes, withJson },
      context,
    );
    const { html, json, warnings, read } = rendered;
    if (requestedType === 'application/pdf') return printNow({ rendered, xml: bytes, language: query.lang }, context);
    const headers = {
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'",
      'Cache-Control': 'private, no-store',
    };
    if (requestedType === 'text/html') return answer(200, new Written(html), headers, 'text/html');
    const body = { summary: toSummary(read, result.summary), html: new Written(json!), warnings };
    return answer(200, body, headers, 'application/json');
  },
});
