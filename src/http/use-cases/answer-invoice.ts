import { createHash } from 'node:crypto';
import { type JsonValue, toCanonicalJson } from '@e-invoice/validator/canonical-json';
import type { Text } from '@e-invoice/validator/issues';
import { cleanText } from '../../lib/clean-text.ts';
import type { Document } from '../../modules/documents/index.ts';
import { resolveReceiver } from '../../modules/exchange/sending/index.ts';
import {
  INVOICE_RESPONSE,
  type InvoiceResponse,
  readStatusMessage,
  writeInvoiceResponse,
} from '../../modules/exchange/status-messages/index.ts';
import type { Lookup } from '../../modules/peppol/index.ts';
import type { ValidationPool } from '../../modules/validation/index.ts';
import { refusal } from '../../platform/errors/index.ts';
import type { AppParts, Caller } from '../app-parts.ts';
import { linksOf } from '../schemas/document.ts';

/** What the buyer says, without what the invoice says itself. */
type Statement = Pick<InvoiceResponse, 'id' | 'at' | 'code' | 'clarifications' | 'effectiveDate' | 'note'>;

/** What was read of the invoice. */
type Addressing = NonNullable<Awaited<ReturnType<ValidationPool['readAddressing']>>>;

type Written = {
  /** The received document's id. */
  readonly answered: string;
  readonly addressing: Addressing;
  readonly written: string;
  /** What the caller asked for. */
  readonly body: { readonly partner: string; readonly [field: string]: unknown };
};

type Receipt = Pick<Document, 'id' | 'status'> & { readonly links: ReturnType<typeof linksOf> };

/** Scheme (EAS, four digits) and identifier. */
const PARTICIPANT = /^(\d{4}):(.+)$/s;

/**
 * The Invoice Response (Peppol BIS 3, T111) of whoever got an invoice to whoever issued it.
 *
 * @throws Refusal `document_not_answerable` with the terms that the invoice lacks
 */
export function answerInvoice(addressing: Addressing, said: Statement): string {
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
    ...said,
    sender: sender.party,
    receiver: receiver.party,
    invoice: {
      number: number!,
      issueDate: issueDate !== null && /^\d{4}-\d{2}-\d{2}$/.test(issueDate) ? issueDate : null,
      typeCode: typeCode!,
    },
  });
  const read = readStatusMessage(Buffer.from(xml));
  // An identifier that comes back as another one would answer another invoice.
  if (read?.reference !== number) throw refusal('document_not_answerable', { terms: 'BT-1' });
  if (read.receiver !== addressing.sender) throw refusal('document_not_answerable', { terms: 'BT-34' });
  if (read.sender !== addressing.receiver) throw refusal('document_not_answerable', { terms: 'BT-49' });
  return xml;
}

/** Of a self-billed invoice seller and buyer change places; the terms are those of the usual one. */
function partyOf(participant: string | null, registered: string | null, address: string, named: string) {
  const [, scheme = '', id = ''] = PARTICIPANT.exec(participant ?? '') ?? [];
  const name = registered === null ? '' : cleanText(registered);
  const lacking = [...(id === '' ? [address] : []), ...(name === '' ? [named] : [])];
  return { party: { scheme, id, name }, lacking };
}

/**
 * Keeps an Invoice Response as a document that is prepared for a partner. The same answer to the same document again is
 * the one that was made first, with its own words.
 *
 * @throws Refusal `document_not_answerable` when the invoice does not say the country of whoever answers
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

/** Whether whoever issued the invoice takes responses; null: nobody could say. */
type Takes = { readonly accepts: boolean | null; readonly code: string | null; readonly detail: Text };

const TAKES: Text = { sk: 'Dodávateľ odpovede na faktúry prijíma.', en: 'The supplier takes Invoice Responses.' };
const TAKES_NOT: Text = {
  sk: 'Podľa siete Peppol dodávateľ odpovede na faktúry neprijíma; oznámte mu to inak.',
  en: 'By the Peppol network the supplier takes no Invoice Responses; tell it another way.',
};
const UNKNOWN: Text = {
  sk: 'Sieť Peppol neodpovedala, či dodávateľ odpoveď prijme. Neznamená to, že neprijme.',
  en: 'The Peppol network gave no answer whether the supplier takes the response. That is not a no.',
};

/** Asks the Peppol network whether a participant takes Invoice Responses. */
export async function takesResponses(lookup: Lookup, participant: string): Promise<Takes> {
  const { documentType, process } = INVOICE_RESPONSE;
  const found = await resolveReceiver(lookup, participant, documentType, process);
  if (found.outcome === 'unknown') return { accepts: null, code: found.reason, detail: UNKNOWN };
  if (found.outcome === 'refused') return { accepts: false, code: found.failure.code, detail: TAKES_NOT };
  return { accepts: true, code: null, detail: TAKES };
}
