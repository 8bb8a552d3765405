import type { DocumentType, Summary } from '../issues/index.ts';
import { stringValue, type XmlDocument, type XmlElement } from '../xml/index.ts';

export const INVOICE_NS = 'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2';
export const CREDIT_NOTE_NS = 'urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2';
const CAC = 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2';
const CBC = 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2';
const CII_NS = 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100';

/** What decides which rules apply. */
export type Profile = {
  readonly isPeppol: boolean;
  /** Peppol BIS Self-Billing: the buyer issues the document. */
  readonly isSelfBilling: boolean;
  readonly sellerCountry: string | null;
};

/** Of a file that does not say. */
export const NO_PROFILE: Profile = { isPeppol: false, isSelfBilling: false, sellerCountry: null };

export const NO_SUMMARY: Summary = {
  invoice_id: null,
  currency: null,
  detected_profile: null,
  issue_date: null,
  seller_name: null,
  buyer_name: null,
  payable_amount: null,
  line_count: null,
};

export function documentTypeOf({ root }: Pick<XmlDocument, 'root'>): DocumentType {
  if (root.uri === INVOICE_NS && root.local === 'Invoice') return 'ubl-invoice';
  if (root.uri === CREDIT_NOTE_NS && root.local === 'CreditNote') return 'ubl-creditnote';
  // ZUGFeRD 1 used another namespace with the root CrossIndustryDocument.
  if (root.uri === CII_NS || /^CrossIndustry(Invoice|Document)$/.test(root.local)) return 'cii';
  return 'unknown';
}

/** What a UBL document says of itself (BT-1, BT-2, BT-5, BT-24, BT-27, BT-44, BT-115); absent terms are null. */
export function readSummary({ root }: XmlDocument): Summary {
  const seller = path(root, [CAC, 'AccountingSupplierParty'], [CAC, 'Party']);
  const buyer = path(root, [CAC, 'AccountingCustomerParty'], [CAC, 'Party']);
  const lineName = root.local === 'CreditNote' ? 'CreditNoteLine' : 'InvoiceLine';
  return {
    invoice_id: text(root, [CBC, 'ID']),
    currency: text(root, [CBC, 'DocumentCurrencyCode']),
    detected_profile: profileName(text(root, [CBC, 'CustomizationID']), text(root, [CBC, 'ProfileID'])),
    issue_date: text(root, [CBC, 'IssueDate']),
    seller_name: partyName(seller),
    buyer_name: partyName(buyer),
    payable_amount: text(root, [CAC, 'LegalMonetaryTotal'], [CBC, 'PayableAmount']),
    line_count: countChildren(root, CAC, lineName),
  };
}

/**
 * Peppol profiles are known by BT-24 (specification) or BT-23 (business process); of the two, the specification says
 * whether it is self-billing, unless it names no Peppol specification at all.
 */
export function readProfile({ root }: XmlDocument): Profile {
  const customization = text(root, [CBC, 'CustomizationID']) ?? '';
  const process = text(root, [CBC, 'ProfileID']) ?? '';
  const seller = path(root, [CAC, 'AccountingSupplierParty'], [CAC, 'Party']);
  const isSpecified = /peppol\.eu:(2017:)?poacc:/.test(customization);
  return {
    isPeppol: isSpecified || process.startsWith('urn:fdc:peppol.eu:'),
    isSelfBilling: /peppol\.eu:2017:poacc:selfbilling:/.test(isSpecified ? customization : process),
    sellerCountry: seller && text(seller, [CAC, 'PostalAddress'], [CAC, 'Country'], [CBC, 'IdentificationCode']),
  };
}

function profileName(customization: string | null, process: string | null): string | null {
  if (customization === null) return process;
  if (/peppol\.eu:2017:poacc:billing:3\.0$/.test(customization)) return 'Peppol BIS Billing 3.0';
  if (/peppol\.eu:2017:poacc:selfbilling:3\.0$/.test(customization)) return 'Peppol BIS Self-Billing 3.0';
  if (/xrechnung_(\d+\.\d+)$/i.test(customization)) return `XRechnung ${/(\d+\.\d+)$/.exec(customization)![1]}`;
  if (customization === 'urn:cen.eu:en16931:2017') return 'EN 16931';
  return customization;
}

function partyName(party: XmlElement | null): string | null {
  if (party === null) return null;
  return (
    text(party, [CAC, 'PartyLegalEntity'], [CBC, 'RegistrationName']) ?? text(party, [CAC, 'PartyName'], [CBC, 'Name'])
  );
}

type Step = readonly [uri: string, local: string];

/** The first child element of that name, and from it the next one. */
const firstChild = (parent: XmlElement, [uri, local]: Step): XmlElement | null => nextOf(parent.first, uri, local);

/** The element itself, or the first sibling after it, that has the name. The rules need not have declared it. */
function nextOf(from: XmlElement | null, uri: string, local: string): XmlElement | null {
  let at = from;
  while (at !== null && (at.local !== local || at.uri !== uri)) at = at.next;
  return at;
}

function countChildren(parent: XmlElement, uri: string, local: string): number {
  let count = 0;
  for (let at = nextOf(parent.first, uri, local); at !== null; at = nextOf(at.next, uri, local)) count += 1;
  return count;
}

function path(from: XmlElement, ...steps: readonly Step[]): XmlElement | null {
  let at: XmlElement | null = from;
  for (const step of steps) at = at === null ? null : firstChild(at, step);
  return at;
}

function text(from: XmlElement, ...steps: readonly Step[]): string | null {
  const found = path(from, ...steps);
  const value = found === null ? '' : stringValue(found).trim();
  return value === '' ? null : value;
}
