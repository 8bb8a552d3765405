import { createHash } from 'node:crypto';
import type { Text as TwoLanguages } from '@e-invoice/validator/issues';
import { z } from 'zod';
import { text } from '../../../../locales/index.ts';
import { answer, jsonAnswer, jsonBody, MISSING, makeProblem, NO_CONTROLS, route, Text } from '../../../http/index.ts';
import { refusal } from '../../../platform/errors/index.ts';
import { DocumentId, DocumentReceipt } from '../../documents/http/index.ts';
import { ACTION_CODES, INVOICE_RESPONSE, REASON_CODES, RESPONSE_CODES } from '../status-messages/index.ts';
import { answerInvoice, keepResponse, takesResponses } from './answer-invoice.ts';
import { readAddressingNow, validateMessageNow } from './validate-message-now.ts';

/** Under query, conditionally accepted, rejected: the seller needs a reason. */
const EXPLAINED: ReadonlySet<string> = new Set(['UQ', 'CA', 'RE']);

const Words = z.string().min(1).max(500).regex(NO_CONTROLS);
const inWords = Words.nullable().default(null).meta({ description: 'The same in words, for people.' });

const InvoiceResponseRequest = z
  .strictObject({
    code: z.enum(RESPONSE_CODES).meta({
      description:
        'AB received, IP in process, UQ under query, CA conditionally accepted, RE rejected, AP accepted, PD paid.',
    }),
    clarifications: z
      .array(
        z.discriminatedUnion('list', [
          z.strictObject({ list: z.literal('reason'), code: z.enum(REASON_CODES), text: inWords }),
          z.strictObject({ list: z.literal('action'), code: z.enum(ACTION_CODES), text: inWords }),
        ]),
      )
      .max(20)
      .default([])
      .meta({
        description:
          'The reason (OPStatusReason) and the action requested from the seller (OPStatusAction). At least one is required ' +
          'with UQ, CA and RE.',
      }),
    effective_date: z.iso.date().nullable().default(null).meta({
      description: 'The effective date, such as the date of a payment.',
      example: '2026-11-22',
    }),
    partner: z
      .string()
      .max(100)
      .nullable()
      .default(null)
      .meta({
        description:
          'Stores the message as a separate document and prepares it for this partner; `POST /api/documents/{id}/sends` ' +
          'sends it.',
      }),
    note: Words.nullable().default(null).meta({ description: 'An additional note about the invoice.' }),
  })
  .refine(({ code, clarifications }) => !EXPLAINED.has(code) || clarifications.length > 0, {
    path: ['clarifications'],
    params: MISSING,
  })
  .meta({ id: 'InvoiceResponseRequest' });

const InvoiceResponse = z
  .object({
    id: z.string().meta({ description: 'The identifier of the message.' }),
    document_id: z.string(),
    code: z.enum(RESPONSE_CODES),
    sender: z.string().meta({ description: 'The receiver of the invoice, `scheme:id`.' }),
    receiver: z.string().meta({ description: 'The issuer of the invoice, `scheme:id`.' }),
    document_type: z.string().meta({ description: 'Document type identifier in the network, without its scheme.' }),
    process: z.string(),
    receiver_check: z
      .object({
        accepts: z
          .boolean()
          .nullable()
          .meta({ description: 'Null means unknown, not that the receiver does not accept it.' }),
        code: z.string().nullable(),
        detail: Text,
      })
      .meta({ description: 'Whether the receiver accepts Invoice Responses, according to the Peppol network.' }),
    advice: Text.nullable().meta({
      description: 'The meaning of the code in the seller’s country; null: no special meaning.',
    }),
    sha256: z.string(),
    xml: z.string().meta({ description: 'The message: UBL ApplicationResponse 2.1.' }),
    stored: z.boolean().meta({ description: 'True with a partner: the message is stored as the document `kept`.' }),
    kept: DocumentReceipt.nullable().meta({ description: 'The message as a document; null without a partner.' }),
  })
  .meta({ id: 'InvoiceResponse' });

const SLOVAK_REJECTION: TwoLanguages = text('invoice-response.slovak-rejection');

/** POST /api/documents/{id}/invoice-responses: the buyer's response to a received invoice, as a Peppol message. */
export const prepareInvoiceResponse = route({
  method: 'post',
  path: '/api/documents/{id}/invoice-responses',
  id: 'prepareInvoiceResponse',
  load: 'inline',
  tag: 'documents',
  summary: 'Prepare an Invoice Response to a received document',
  description:
    'Writes your answer to an invoice from `GET /api/inbox` as an Invoice Response (Peppol BIS 3, T111), addressed ' +
    'from you to the issuer, with a reference to the invoice. The message is validated with the rules for Invoice ' +
    'Responses, and the Peppol network is queried whether the receiver accepts them. Nothing is sent, and the ' +
    'received document is not changed. Without `partner` nothing is stored: pass the message to your delivery ' +
    'service. With `partner` it is stored as a document (`kept`; its `answers` names the received document), ' +
    'validated and prepared in the background like any other, and sent with its `sends`. A repeated identical answer ' +
    'returns the document created first.',
  who: 'developer',
  limit: 'per-key',
  audit: 'document.prepare-response',
  params: DocumentId,
  body: {
    kinds: [{ ...jsonBody(InvoiceResponseRequest), example: { code: 'AP' } }],
    limits: () => ({ bytes: 64 * 1024, fileBytes: 64 * 1024, files: 0 }),
    description: 'Your answer.',
  },
  answers: { 200: jsonAnswer('The message, and whether it can be delivered.', InvoiceResponse) },
  problems: [
    'document_not_found',
    'document_erased',
    'document_not_received',
    'document_not_answerable',
    'not_a_ubl_invoice',
    'validation_limit_reached',
    'partner_not_found',
    'plan_required',
  ],
  handle: async ({ params, body }, context) => {
    const { app, caller } = context;
    const document = await app.documents.get(caller, params.id);
    if (document.inbound === null) throw refusal('document_not_received', { id: document.id });
    const invoice = await app.documents.artifacts.read(caller, document.id, 'invoice.xml');
    const addressing = await readAddressingNow(invoice, context);
    if (addressing === null) throw makeProblem('not_a_ubl_invoice', {});
    const { code, clarifications, effective_date: effectiveDate, note, partner } = body;
    if (partner !== null) {
      app.accounts.checkIncludes(caller, 'documents');
      await app.partners.get(caller, partner);
    }
    const newId = app.newId('msg');
    const written = answerInvoice(addressing, { id: newId, at: app.now(), code, clarifications, effectiveDate, note });
    const broken = await validateMessageNow('invoice_response', Buffer.from(written), context);
    if (broken.length > 0) throw new Error(`the generated response violates ${broken.map((one) => one.id).join(', ')}`);
    const kept =
      partner === null
        ? null
        : await keepResponse(app, caller, { answered: document.id, addressing, written, body: { ...body, partner } });
    const xml = kept?.xml ?? written;
    const receiver = addressing.sender!;
    const { documentType, process } = INVOICE_RESPONSE;
    return answer(200, {
      id: kept?.id ?? newId,
      document_id: document.id,
      code,
      sender: addressing.receiver!,
      receiver,
      document_type: documentType,
      process,
      receiver_check: await takesResponses(app.peppol.lookup, receiver),
      advice: code === 'RE' && addressing.country === 'SK' ? SLOVAK_REJECTION : null,
      sha256: createHash('sha256').update(xml).digest('hex'),
      xml,
      stored: kept !== null,
      kept: kept?.receipt ?? null,
    });
  },
});
