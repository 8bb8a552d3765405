import { z } from 'zod';
import { refusal } from '../../platform/errors/index.ts';
import { jsonBody } from '../body/body-kind.ts';
import { answer, jsonAnswer } from '../responses/response.ts';
import { route } from '../routing/route.ts';
import { Document, DocumentId, toDocument } from '../schemas/document.ts';
import { PARTNER_EXAMPLE } from '../schemas/partner.ts';
import { NO_CONTROLS } from '../schemas/text-patterns.ts';

const PREPARATION_EXAMPLE = 'prp_01931b3e-7c4d-7e2a-9f00-0c9f4b1d2e3a';

const SendRequest = z
  .strictObject({
    preparation: z.string().max(100).meta({
      description: 'What was prepared: `preparation.id` of the document.',
      example: PREPARATION_EXAMPLE,
    }),
    partner: z.string().max(100).meta({ description: 'Whom it was prepared for.', example: PARTNER_EXAMPLE }),
  })
  .meta({ id: 'SendRequest' });

/** Submits a prepared document to its partner. */
export const sendDocument = route({
  method: 'post',
  path: '/api/documents/{id}/sends',
  id: 'sendDocument',
  tag: 'documents',
  summary: 'Send a prepared document',
  description:
    'From `send_prepared`, through the partner that it was prepared for, where sending is switched on ' +
    '(`sending_enabled`), unless the partner has the same file for the same receiver as another document, or may have ' +
    'it (`already_sent`; one that was refused, not delivered or canceled is no such). In the background exactly the bytes of `send-package.xml` are handed over, under one ' +
    'idempotency key. `sent` means that the partner has them, never that they arrived: `delivered` and ' +
    '`delivery_failed` come from the partner or from a status message. `send_unknown`: the partner may have them; the ' +
    'same bytes are handed over again under the same key by themselves while `send.next_attempt_at` is set, and with ' +
    '`POST /api/documents/{id}/retry`; whoever finds out at the partner whether it has them says so with ' +
    '`POST /api/documents/{id}/send-settlement`. A refusal for a reason that is none of the document’s (credentials, credit, ' +
    'registration) leads back to `send_prepared`, with the reason in `send.error`.',
  who: 'developer',
  limit: 'per-key',
  audit: 'document.send',
  params: DocumentId,
  body: {
    kinds: [{ ...jsonBody(SendRequest), example: { preparation: PREPARATION_EXAMPLE, partner: PARTNER_EXAMPLE } }],
    limits: () => ({ bytes: 64 * 1024, fileBytes: 64 * 1024, files: 0 }),
    description: 'What, and through whom.',
  },
  answers: { 202: jsonAnswer('The document; it is on its way to the partner.', Document) },
  problems: [
    'document_not_found',
    'transition_not_allowed',
    'document_erased',
    'partner_not_found',
    'preparation_not_current',
    'sending_not_enabled',
    'send_already_started',
    'already_sent',
  ],
  handle: async ({ params, body }, { app, caller }) => {
    const { status } = await app.documents.get(caller, params.id);
    // The status of the document is checked first: its errors take precedence over those of the partner.
    if (status !== 'send_prepared') return answer(202, toDocument(await app.documents.send(caller, params.id, body)));
    const partner = await app.partners.get(caller, body.partner);
    if (!partner.sending_enabled) throw refusal('sending_not_enabled', { id: partner.id });
    return answer(202, toDocument(await app.documents.send(caller, params.id, body)));
  },
});

const SettlementRequest = z
  .strictObject({
    send: z.string().max(100).meta({
      description: 'What was found out about: `send.id` of the document.',
      example: 'snd_01931b3e-7c4d-7e2a-9f00-0c9f4b1d2e3a',
    }),
    arrived: z.boolean().meta({ description: 'Whether the partner has it.', example: true }),
    reference: z.string().min(1).max(200).regex(NO_CONTROLS).optional().meta({
      description: 'What the partner calls it; with `arrived: true` alone.',
      example: 'their-2026-4711',
    }),
  })
  .meta({ id: 'SendSettlementRequest' });

/** Resolves a send whose outcome is unknown: a person states whether the partner received the document. */
export const settleSend = route({
  method: 'post',
  path: '/api/documents/{id}/send-settlement',
  id: 'settleSend',
  tag: 'documents',
  summary: 'Say whether the partner has a document',
  description:
    'From `send_unknown`, once somebody has found out at the partner. With `arrived: true` the document is `sent`; with ' +
    '`arrived: false` it is `send_prepared` again and may be sent, prepared anew or canceled. Nothing is handed over ' +
    'again by itself any more. Who said so is in the timeline (`send.settled`). Say `arrived: false` of a document only ' +
    'when the partner surely does not have it: it could be sent twice.',
  who: 'developer',
  limit: 'per-key',
  audit: 'document.settle-send',
  params: DocumentId,
  body: {
    kinds: [
      {
        ...jsonBody(SettlementRequest),
        example: { send: 'snd_01931b3e-7c4d-7e2a-9f00-0c9f4b1d2e3a', arrived: true, reference: 'their-2026-4711' },
      },
    ],
    limits: () => ({ bytes: 64 * 1024, fileBytes: 64 * 1024, files: 0 }),
    description: 'What was found out.',
  },
  answers: { 200: jsonAnswer('The document as it stands now.', Document) },
  problems: [
    'document_not_found',
    'transition_not_allowed',
    'document_erased',
    'send_not_current',
    'send_attempt_under_way',
  ],
  handle: async ({ params, body }, { app, caller }) => {
    const { send, arrived, reference } = body;
    const finding = { send, arrived, reference: arrived ? (reference ?? null) : null };
    return answer(200, toDocument(await app.documents.settleSend(caller, params.id, finding)));
  },
});
