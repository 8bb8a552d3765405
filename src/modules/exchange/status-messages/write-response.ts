import { type ElementToWrite, writeXml } from '@e-invoice/schematron/xml';
import type { ACTION_CODES, REASON_CODES, ResponseCode } from './codes.data.ts';

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd';
const NAMESPACE = `${UBL}:ApplicationResponse-2`;
const TRANSACTION = 'urn:fdc:peppol.eu:poacc:trns:invoice_response:3';

/** Network identifiers of an Invoice Response: document type without its scheme, and process. */
export const INVOICE_RESPONSE = {
  documentType: `${NAMESPACE}::ApplicationResponse##${TRANSACTION}::2.1`,
  process: 'urn:fdc:peppol.eu:poacc:bis:invoice_response:3',
  specification: TRANSACTION,
  /** The rule set that validates it. */
  rules: { id: 'peppol-invoice-response', version: '3.0' },
} as const;

/** Sender or receiver: electronic address and registered name (BT-34 and BT-27, BT-49 and BT-44). */
type Party = { readonly scheme: string; readonly id: string; readonly name: string };

/** Reason or requested action: a code of its list, and a text for users. */
type Clarification = { readonly text: string | null } & (
  | { readonly list: 'reason'; readonly code: (typeof REASON_CODES)[number] }
  | { readonly list: 'action'; readonly code: (typeof ACTION_CODES)[number] }
);

export type InvoiceResponse = {
  /** Unique per message. */
  readonly id: string;
  /** Issue time in milliseconds since the epoch; written in UTC. */
  readonly at: number;
  readonly code: ResponseCode;
  readonly clarifications: readonly Clarification[];
  /** Effective date, `YYYY-MM-DD`. */
  readonly effectiveDate: string | null;
  readonly note: string | null;
  /** Recipient of the invoice. */
  readonly sender: Party;
  /** Issuer of the invoice. */
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
