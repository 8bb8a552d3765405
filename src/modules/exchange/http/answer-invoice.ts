import { createHash } from 'node:crypto';
import { type JsonValue, toCanonicalJson } from '@e-invoice/validator/canonical-json';
import type { Text } from '@e-invoice/validator/issues';
import { text } from '../../../../locales/index.ts';
import type { AppParts, Caller } from '../../../http/index.ts';
import { cleanText } from '../../../lib/clean-text.ts';
import { refusal } from '../../../platform/errors/index.ts';
import { linksOf } from '../../documents/http/index.ts';
import type { Document } from '../../documents/index.ts';
import type { Lookup } from '../../peppol/index.ts';
import type { ValidationPool } from '../../validation/index.ts';
import { resolveReceiver } from '../sending/index.ts';
import {
  INVOICE_RESPONSE,
  type InvoiceResponse,
  readStatusMessage,
  writeInvoiceResponse,
} from '../status-messages/index.ts';

/** The buyer's response, without data from the invoice. */
type Statement = Pick<InvoiceResponse, 'id' | 'at' | 'code' | 'clarifications' | 'effectiveDate' | 'note'>;

/** Addressing data of the invoice. */
type Addressing = NonNullable<Awaited<ReturnType<ValidationPool['readAddressing']>>>;

type Written = {
  /** Id of the received document. */
  readonly answered: string;
  readonly addressing: Addressing;
  readonly written: string;
  /** Request body. */
  readonly body: { readonly partner: string; readonly [field: string]: unknown };
};

type Receipt = Pick<Document, 'id' | 'status'> & { readonly links: ReturnType<typeof linksOf> };

/** Scheme (EAS, four digits) and identifier. */
const PARTICIPANT = /^(\d{4}):(.+)$/s;

/**
 * Creates the Invoice Response (Peppol BIS 3, T111) from the receiver of an invoice to its issuer.
 *
 * @throws Refusal `document_not_answerable` with the business terms that the invoice lacks
 */
export function answerInvoice(addressing: Addressing, statement: Statement): string {
  const sender = partyOf(addressing.receiver, addressing.receiverName, 'BT-49', 'BT-44');
  const receiver = partyOf(addressing.sender, addressing.senderName, 'BT-34', 'BT-27');
  const { number, typeCode, issueDate } = addressing;
  const lacking = [
    ...(number === null ? ['BT-1'] : []),
    ...(typeCode === null ? ['BT-3'] : []),
    ...receiver.lacking,
    ...sender.lacking,
  ];
  if (lacking.length > 0) throw refusal('document_not_answerable', { terms: lacking.join(', ') });
  const xml = writeInvoiceResponse({
    ...statement,
    sender: sender.party,
    receiver: receiver.party,
    invoice: {
      number: number!,
      issueDate: issueDate !== null && /^\d{4}-\d{2}-\d{2}$/.test(issueDate) ? issueDate : null,
      typeCode: typeCode!,
    },
  });
  const read = readStatusMessage(Buffer.from(xml));
  // If the identifier does not survive a round trip, the response would refer to another invoice.
  if (read?.reference !== number) throw refusal('document_not_answerable', { terms: 'BT-1' });
  if (read.receiver !== addressing.sender) throw refusal('document_not_answerable', { terms: 'BT-34' });
  if (read.sender !== addressing.receiver) throw refusal('document_not_answerable', { terms: 'BT-49' });
  return xml;
}

/** For a self-billed invoice seller and buyer are swapped; the terms are those of an ordinary invoice. */
function partyOf(participant: string | null, registered: string | null, address: string, named: string) {
  const [, scheme = '', id = ''] = PARTICIPANT.exec(participant ?? '') ?? [];
  const name = registered === null ? '' : cleanText(registered);
  const lacking = [...(id === '' ? [address] : []), ...(name === '' ? [named] : [])];
  return { party: { scheme, id, name }, lacking };
}

/**
 * Stores an Invoice Response as a document prepared for a partner. The same response to the same document returns the
 * document that was created first.
 *
 * @throws Refusal `document_not_answerable` when the invoice lacks the country of the responding party
 */
export async function keepResponse(
  { documents }: Pick<AppParts, 'documents'>,
  caller: Caller,
  { answered, addressing, written, body }: Written,
): Promise<{ readonly id: string; readonly xml: string; readonly receipt: Receipt }> {
  const country = addressing.receiverCountry;
  if (country === null) throw refusal('document_not_answerable', { terms: 'BT-55' });
  const request = { answers: answered, ...body } as JsonValue;
  const digest = createHash('sha256').update(toCanonicalJson(request)).digest('hex');
  const { document } = await documents.receive(caller, {
    filename: 'invoice-response.xml',
    content: Buffer.from(written),
    idempotencyKey: `invoice-response ${digest}`,
    request,
    steps: ['send_preparation'],
    options: { answers: { document: answered, country } },
    send: { partner: body.partner, receiver: null },
  });
  const xml = (await documents.artifacts.read(caller, document.id, 'invoice.xml')).toString();
  const { id, status } = document;
  return { id: readStatusMessage(Buffer.from(xml))!.id!, xml, receipt: { id, status, links: linksOf(id) } };
}

/** Whether the issuer of the invoice accepts responses; null when unknown. */
type Takes = { readonly accepts: boolean | null; readonly code: string | null; readonly detail: Text };

const TAKES: Text = text('invoice-response.takes');
const TAKES_NOT: Text = text('invoice-response.takes-not');
const UNKNOWN: Text = text('invoice-response.unknown');

/** Looks up whether a participant accepts Invoice Responses in the Peppol network. */
export async function takesResponses(lookup: Lookup, participant: string): Promise<Takes> {
  const { documentType, process } = INVOICE_RESPONSE;
  const found = await resolveReceiver(lookup, participant, documentType, process);
  if (found.outcome === 'unknown') return { accepts: null, code: found.reason, detail: UNKNOWN };
  if (found.outcome === 'refused') return { accepts: false, code: found.failure.code, detail: TAKES_NOT };
  return { accepts: true, code: null, detail: TAKES };
}
