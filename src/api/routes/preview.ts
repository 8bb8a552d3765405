import { toUtcDay } from '../../lib/utc-day.ts';
import { answer, jsonAnswer } from '../answer.ts';
import { jsonBody } from '../body-kind.ts';
import { inLanguage } from '../in-language.ts';
import { type Route, route } from '../route.ts';
import { EXAMPLE_DRAFT, Preview, PreviewRequest } from '../schemas/preview.ts';

/** Enough for a thousand lines of long texts. */
const MOST_BYTES = 2 * 1024 * 1024;

/** POST /api/invoice-issue-preview: a draft as an invoice, before anybody issues it. */
export const previewInvoice: Route = route({
  method: 'post',
  path: '/api/invoice-issue-preview',
  id: 'previewInvoice',
  load: 'inline',
  tag: 'preview',
  summary: 'Preview an invoice before it is issued',
  description:
    'Makes a Peppol BIS Billing invoice of a draft, computes its sums as EN 16931 does, chooses and explains the VAT ' +
    'categories, validates the result under `peppol-bis-3+sk`, and answers a checklist of what is missing, wrong or ' +
    'recommended. Nothing is stored or sent.',
  who: 'developer',
  limit: 'per-key',
  audit: 'preview.create',
  product: 'preview',
  body: {
    kinds: [{ ...jsonBody(PreviewRequest), example: EXAMPLE_DRAFT }],
    limits: () => ({ bytes: MOST_BYTES, fileBytes: MOST_BYTES, files: 1 }),
    description: 'The draft.',
  },
  answers: { 200: jsonAnswer('The invoice, its sums, its validation and the checklist.', Preview) },
  problems: [],
  handle: ({ body }, context) => {
    const { app } = context;
    const { xml, totals, validation, readiness } = app.preview(body.invoice, {
      today: toUtcDay(app.now()),
      clock: () => performance.now(),
      reach: null,
    });
    const judged = inLanguage(validation, context);
    return answer(200, { xml, sha256: judged.sha256, totals, validation: judged, readiness, stored: false as const });
  },
});
