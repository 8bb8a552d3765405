import { inLanguage } from '@e-invoice/validator/issues';
import { z } from 'zod';
import {
  type AppParts,
  answer,
  jsonAnswer,
  jsonBody,
  type Route,
  type RouteContext,
  route,
} from '../../../http/index.ts';
import { toUtcDay } from '../../../lib/utc-day.ts';
import { canReceive, readDocumentType, readParticipant } from '../../peppol/index.ts';
import { orLimitReached } from '../../validation/http/index.ts';
import type { ValidationPool } from '../../validation/index.ts';
import { type DraftInvoice, type Preview as DraftPreview, type Reachability, recipientOf } from '../index.ts';
import { DRAFT_NODES, EXAMPLE_DRAFT, Preview, PreviewRequest } from './preview-schemas.ts';

/** Enough for 1,000 lines with long texts. */
const MAX_BYTES = 2 * 1024 * 1024;

/** POST /api/invoice-issue-preview: converts a draft to an invoice before it is issued. */
export const previewInvoice: Route = route({
  method: 'post',
  path: '/api/invoice-issue-preview',
  id: 'previewInvoice',
  load: 'inline',
  tag: 'preview',
  summary: 'Preview an invoice before it is issued',
  description:
    'Creates a Peppol BIS Billing invoice from a draft, calculates its totals according to EN 16931, selects and ' +
    'explains the VAT categories, validates the result with `peppol-bis-3+sk`, and returns a checklist of missing, ' +
    'incorrect or recommended data. Nothing is stored or sent. With `check=recipient` the Peppol network is queried ' +
    'whether the buyer receives such documents; the checklist contains the result, or states that it is unknown.',
  who: 'developer',
  limit: 'per-key',
  audit: 'preview.create',
  product: 'preview',
  query: z.object({
    check: z
      .enum(['recipient'])
      .optional()
      .meta({ description: '`recipient`: look up the buyer in the Peppol network.' }),
  }),
  body: {
    kinds: [{ ...jsonBody(PreviewRequest), example: EXAMPLE_DRAFT }],
    limits: () => ({ bytes: MAX_BYTES, fileBytes: MAX_BYTES, files: 1, nodes: DRAFT_NODES }),
    description: 'The draft.',
  },
  answers: { 200: jsonAnswer('The invoice, its totals, its validation and the checklist.', Preview) },
  problems: ['validation_limit_reached'],
  handle: async ({ body, query }, context) => {
    const { app } = context;
    const reach = query.check === 'recipient' ? await findReach(body.invoice, app.peppol) : null;
    const request = { draft: body.invoice, today: toUtcDay(app.now()), reach };
    const { xml, totals, reconciliation, validation, readiness } = await previewNow(request, context);
    const localized = inLanguage(validation, context);
    return answer(200, {
      xml,
      sha256: localized.sha256,
      totals,
      ...(reconciliation !== null && { reconciliation }),
      validation: localized,
      readiness,
      stored: false as const,
    });
  },
});

/**
 * Creates the preview of a draft, under the same limits as `validateNow`.
 *
 * @throws Problem `validation_limit_reached`; the signal's reason when the client disconnects while the draft waits
 */
function previewNow(
  request: Parameters<ValidationPool['preview']>[0],
  { app, owner, left }: Pick<RouteContext, 'app' | 'owner' | 'left'>,
): Promise<DraftPreview> {
  return orLimitReached(app.validationPool.preview(request, { owner, signal: left() }));
}

/** Short, because a person waits for the preview. */
const LOOKUP_MS = 6_000;

/** Tests whether the buyer receives documents of this kind in the Peppol network. */
async function findReach(draft: DraftInvoice, peppol: AppParts['peppol']): Promise<Reachability> {
  const recipient = recipientOf(draft);
  // Without a recipient id nothing can be looked up: report `unknown`, not `unreachable`.
  if (recipient === null) return 'unknown';
  const read = readParticipant(`${recipient.scheme}:${recipient.value}`);
  if (!read.ok) return 'unreachable';
  const documentType = readDocumentType(draft.kind === 'creditnote' ? 'creditnote' : 'invoice');
  const reached = canReceive(await peppol.lookup(read.participant.value, { documentType, timeLimit: LOOKUP_MS }));
  return reached === null ? 'unknown' : reached ? 'reachable' : 'unreachable';
}
