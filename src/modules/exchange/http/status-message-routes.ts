import { z } from 'zod';
import { answer, jsonAnswer, oneFile, oneFileLimits, route, Text } from '../../../http/index.ts';
import { refusal } from '../../../platform/errors/index.ts';
import { incomingOf, LARGEST_MESSAGE, readStatusMessage } from '../status-messages/index.ts';
import { validateMessageNow } from './validate-message-now.ts';

const StatusMessage = z
  .object({
    id: z.string(),
    kind: z.enum(['mls', 'invoice_response']),
    code: z.string().nullable().meta({ description: 'MLS: AP, AB, RE. Invoice Response: AB, IP, UQ, CA, RE, AP, PD.' }),
    description: z.string().nullable(),
    reference: z.string().nullable().meta({
      description: 'The referenced document: the instance identifier of the envelope (MLS), or the invoice number.',
    }),
    document_id: z
      .string()
      .nullable()
      .meta({ description: 'The sent document that the message answers; null: unknown.' }),
    named_by: z
      .enum(['instance_identifier', 'earlier_instance_identifier', 'document_uuid', 'invoice_number'])
      .nullable()
      .meta({
        description:
          'How the message identifies the document. An MLS must name the envelope: `instance_identifier`, or ' +
          '`earlier_instance_identifier` for an envelope that a later preparation replaced (the message is recorded in the ' +
          'timeline and does not change the status). An MLS with the identifier of the tax office in this field ' +
          '(`document_uuid`) is accepted as well. Null: no known document.',
      }),
    lines: z.array(
      z.object({ location: z.string().nullable(), reason: z.string().nullable(), description: z.string().nullable() }),
    ),
    findings: z
      .array(z.object({ id: z.string(), message: Text }))
      .meta({ description: 'Rules for this message type that the message violates; the message is processed anyway.' }),
    replayed: z.boolean().meta({
      description:
        'The same message was submitted before. Nothing changes, except that a message without a document is attached if ' +
        'its document was sent since then.',
    }),
  })
  .meta({ id: 'StatusMessage' });

/** Stores a status message that the network returned for a sent document. */
export const receiveStatusMessage = route({
  method: 'post',
  path: '/api/status-messages',
  id: 'receiveStatusMessage',
  tag: 'documents',
  summary: 'Submit a status message',
  description:
    'For users who receive Message Level Status (MLS 1.0) and Invoice Response messages themselves. The message is ' +
    'attached to the sent document that it answers and recorded in its timeline: `status_message.received`, and ' +
    '`delivery.completed` (`AP`) or `delivery.failed` (`RE`); `invoice_response.received` for the buyer’s answer. A ' +
    'repeated message changes nothing. A message that answers no known document is stored too.',
  who: 'developer',
  limit: 'per-key',
  audit: 'status-message.receive',
  body: { kinds: oneFile, limits: oneFileLimits, description: 'The message as XML, bare or in its SBDH envelope.' },
  answers: { 200: jsonAnswer('The content of the message, and the document that it answers.', StatusMessage) },
  problems: ['status_message_unreadable', 'file_too_large', 'validation_limit_reached'],
  handle: async ({ body: [file] }, context) => {
    const { app, caller } = context;
    const { bytes } = file!;
    const message = readStatusMessage(bytes);
    if (message === null) throw refusal('status_message_unreadable', { limit: LARGEST_MESSAGE });
    const { kind, code, description, reference, lines } = message;
    const findings = await validateMessageNow(message.kind, bytes, context);
    const attached = await app.documents.attachMessage(caller, incomingOf(message, findings, bytes));
    const publicFindings = findings.map(({ id, sk, en }) => ({ id, message: { sk, en } }));
    return answer(200, { ...attached, kind, code, description, reference, lines, findings: publicFindings });
  },
});
