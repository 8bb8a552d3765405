import { type ElementToWrite, writeXml } from '@e-invoice/schematron/xml';
import type { ACTION_CODES, REASON_CODES, ResponseCode } from './codes.data.ts';

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd';
const NAMESPACE = `${UBL}:ApplicationResponse-2`;
const TRANSACTION = 'urn:fdc:peppol.eu:poacc:trns:invoice_response:3';

/** As what it goes through the network: document type without its scheme, and process. */
export const INVOICE_RESPONSE = {
  documentType: `${NAMESPACE}::ApplicationResponse##${TRANSACTION}::2.1`,
  process: 'urn:fdc:peppol.eu:poacc:bis:invoice_response:3',
  specification: TRANSACTION,
  /** By which it is judged. */
  rules: { id: 'peppol-invoice-response', version: '3.0' },
} as const;

/** Who says or hears it: an electronic address, and the name that is registered (BT-34 and BT-27, BT-49 and BT-44). */
type Party = { readonly scheme: string; readonly id: string; readonly name: string };

/** Why, or what the seller shall do: a code of its list, and the words for a person. */
type Clarification = { readonly text: string | null } & (
  | { readonly list: 'reason'; readonly code: (typeof REASON_CODES)[number] }
  | { readonly list: 'action'; readonly code: (typeof ACTION_CODES)[number] }
);

export type InvoiceResponse = {
  /** Of this message alone. */
  readonly id: string;
  /** When it is said, in milliseconds since the epoch; told in UTC. */
  readonly at: number;
  readonly code: ResponseCode;
  readonly clarifications: readonly Clarification[];
  /** From when it counts, `YYYY-MM-DD`. */
  readonly effectiveDate: string | null;
  readonly note: string | null;
  /** Whoever got the invoice. */
  readonly sender: Party;
  /** Whoever issued it. */
  readonly receiver: Party;
  /** BT-1, BT-2, BT-3 of the invoice. */
  readonly invoice: { readonly number: string; readonly issueDate: string | null; readonly typeCode: string };
};

/** Writes an Invoice Response (Peppol BIS 3, T111) in UBL 2.1. */
export function writeInvoiceResponse(response: InvoiceResponse): string {
  const { id, at, code, clarifications, effectiveDate, note, sender, receiver, invoice } = response;
  const [date = '', time = ''] = new Date(at).toISOString().split(/T|\./);
  return writeXml(
    element('ApplicationResponse', [
      field('CustomizationID', TRANSACTION),
      field('ProfileID', INVOICE_RESPONSE.process),
      field('ID', id),
      field('IssueDate', date),
      field('IssueTime', `${time}Z`),
      ...optional('Note', note),
      party('SenderParty', sender),
      party('ReceiverParty', receiver),
      group('DocumentResponse', [
        group('Response', [
          field('ResponseCode', code, [['listID', 'UNCL4343OpSubset']]),
          ...optional('EffectiveDate', effectiveDate),
          ...clarifications.map(({ list, code: why, text }) =>
            group('Status', [
              field('StatusReasonCode', why, [['listID', LISTS[list]]]),
              ...optional('StatusReason', text),
            ]),
          ),
        ]),
        group('DocumentReference', [
          field('ID', invoice.number),
          ...optional('IssueDate', invoice.issueDate),
          field('DocumentTypeCode', invoice.typeCode, [['listID', 'UNCL1001']]),
        ]),
      ]),
    ]),
  );
}

const LISTS = { reason: 'OPStatusReason', action: 'OPStatusAction' } as const;

type Attributes = readonly (readonly [name: string, value: string])[];

const element = (name: string, children: readonly ElementToWrite[]): ElementToWrite => ({
  name,
  attributes: new Map([
    ['xmlns', NAMESPACE],
    ['xmlns:cac', `${UBL}:CommonAggregateComponents-2`],
    ['xmlns:cbc', `${UBL}:CommonBasicComponents-2`],
  ]),
  children,
  text: null,
});

const group = (name: string, children: readonly ElementToWrite[]): ElementToWrite => ({
  name: `cac:${name}`,
  attributes: new Map(),
  children,
  text: null,
});

const field = (name: string, text: string, attributes: Attributes = []): ElementToWrite => ({
  name: `cbc:${name}`,
  attributes: new Map(attributes),
  children: [],
  text,
});

const optional = (name: string, text: string | null): ElementToWrite[] => (text === null ? [] : [field(name, text)]);

const party = (role: string, { scheme, id, name }: Party): ElementToWrite =>
  group(role, [
    field('EndpointID', id, [['schemeID', scheme]]),
    group('PartyLegalEntity', [field('RegistrationName', name)]),
  ]);
