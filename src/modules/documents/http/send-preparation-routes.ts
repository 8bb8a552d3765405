import { z } from 'zod';
import { answer, jsonAnswer, jsonBody, PARTNER_EXAMPLE, route } from '../../../http/index.ts';
import { refusal } from '../../../platform/errors/index.ts';
import { expectParticipant } from '../../peppol/http/index.ts';
import { isFullyValidated, sourcesOf } from '../index.ts';
import { Document, DocumentId, toDocument } from './document-schemas.ts';

const SendPreparation = z
  .strictObject({
    partner: z.string().max(100).meta({ description: 'Partner that sends the document.', example: PARTNER_EXAMPLE }),
    receiver: z.string().min(1).max(200).optional().meta({
      description: 'Receiver in place of the electronic address of the document (BT-49): scheme and identifier.',
      example: '0245:2020273893',
    }),
  })
  .meta({ id: 'SendPreparationRequest' });

export const prepareSend = route({
  method: 'post',
  path: '/api/documents/{id}/send-preparations',
  id: 'prepareSend',
  tag: 'documents',
  summary: 'Prepare a document for sending',
  description:
    'Allowed in status `validated`, and again after a failed preparation (`send_failed`). A document that was validated ' +
    'only in part (`ruleset.coverage` is `asked`: selected layers, or another rule set) is rejected. A background job ' +
    'checks the connection to the partner (unless it succeeded within the last ten seconds), looks up in the Peppol ' +
    'network whether the receiver accepts this document type in this process, builds a Peppol business message ' +
    'envelope and validates it. The timeline shows the outcome: `send.prepared`, with the bytes as ' +
    '`send-package.xml`, or `send.failed` with the reason. No document content leaves the service.',
  who: 'developer',
  limit: 'per-key',
  audit: 'document.prepare-send',
  params: DocumentId,
  body: {
    kinds: [{ ...jsonBody(SendPreparation), example: { partner: PARTNER_EXAMPLE } }],
    limits: () => ({ bytes: 64 * 1024, fileBytes: 64 * 1024, files: 0 }),
    description: 'The partner and, optionally, the receiver.',
  },
  answers: { 202: jsonAnswer('The document; its preparation is queued.', Document) },
  problems: [
    'document_not_found',
    'transition_not_allowed',
    'document_erased',
    'partner_not_found',
    'document_received',
    'document_partly_judged',
    'participant_malformed',
  ],
  handle: async ({ params, body }, { app, caller }) => {
    const { partner, receiver = null } = body;
    if (receiver !== null) expectParticipant(receiver, 'body', '/receiver');
    try {
      await app.partners.get(caller, partner);
    } catch (error) {
      // Read the document first: its errors take precedence over those of the partner.
      const document = await app.documents.get(caller, params.id);
      const { status, inbound } = document;
      if (inbound !== null) throw refusal('document_received', { id: params.id });
      if (!sourcesOf('send_preparation.started', 'preparing_send').includes(status)) {
        throw refusal('transition_not_allowed', { status });
      }
      if (!isFullyValidated(document)) throw refusal('document_partly_judged', { id: params.id });
      throw error;
    }
    return answer(202, toDocument(await app.documents.prepare(caller, params.id, { partner, receiver })));
  },
});
