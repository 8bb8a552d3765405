import { z } from 'zod';
import { answer, jsonAnswer, jsonBody, NO_CONTROLS, PARTNER_EXAMPLE, route } from '../../../http/index.ts';
import { refusal } from '../../../platform/errors/index.ts';
import { Document, DocumentId, toDocument } from './document-schemas.ts';

const PREPARATION_EXAMPLE = 'prp_01931b3e-7c4d-7e2a-9f00-0c9f4b1d2e3a';

const SendRequest = z
  .strictObject({
    preparation: z.string().max(100).meta({
      description: 'The prepared send: `preparation.id` of the document.',
      example: PREPARATION_EXAMPLE,
    }),
    partner: z.string().max(100).meta({ description: 'The partner of the preparation.', example: PARTNER_EXAMPLE }),
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
    'Allowed in status `send_prepared`, for the partner of the preparation, when sending is enabled ' +
    '(`sending_enabled`). Rejected with `already_sent` when the partner has, or may have, the same file for the same ' +
    'receiver as another document (rejected, undelivered and canceled documents do not count). A background job ' +
    'submits exactly the bytes of `send-package.xml` with one idempotency key. `sent` means that the partner has the ' +
    'document, not that it was delivered: `delivered` and `delivery_failed` come from the partner or from a status ' +
    'message. `send_unknown` means that the partner may have the document. The same bytes are submitted again with ' +
    'the same key, automatically while `send.next_attempt_at` is set, and with `POST /api/documents/{id}/retry`. ' +
    'When you know from the partner whether it has the document, report it with `POST ' +
    '/api/documents/{id}/send-settlement`. A rejection that is not caused by the document (credentials, credit, ' +
    'registration) returns the document to `send_prepared`, with the reason in `send.error`.',
  who: 'developer',
  limit: 'per-key',
  audit: 'document.send',
  params: DocumentId,
  body: {
    kinds: [{ ...jsonBody(SendRequest), example: { preparation: PREPARATION_EXAMPLE, partner: PARTNER_EXAMPLE } }],
    limits: () => ({ bytes: 64 * 1024, fileBytes: 64 * 1024, files: 0 }),
    description: 'The preparation and the partner.',
  },
  answers: { 202: jsonAnswer('The document; the submission to the partner is queued.', Document) },
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
      description: 'The send to resolve: `send.id` of the document.',
      example: 'snd_01931b3e-7c4d-7e2a-9f00-0c9f4b1d2e3a',
    }),
    arrived: z.boolean().meta({ description: 'Whether the partner has the document.', example: true }),
    reference: z.string().min(1).max(200).regex(NO_CONTROLS).optional().meta({
      description: 'The partner’s identifier for the document; only with `arrived: true`.',
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
  summary: 'Resolve a send with an unknown outcome',
  description:
    'Allowed in status `send_unknown`, after the partner confirmed whether it has the document. With `arrived: true` ' +
    'the document becomes `sent`. With `arrived: false` it becomes `send_prepared` and can be sent, prepared again ' +
    'or canceled. Automatic retries stop. The timeline records who resolved the send (`send.settled`). Use `arrived: ' +
    'false` only when the partner certainly does not have the document; otherwise it could be sent twice.',
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
    description: 'The confirmed outcome.',
  },
  answers: { 200: jsonAnswer('The updated document.', Document) },
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
