import { stringValue, type XmlDocument, type XmlElement } from '@e-invoice/schematron/xml';
import type { DocumentType, Summary } from '../issues/index.ts';
import type { Claim } from './choose-ruleset.ts';
import { findSpecification } from './specifications/index.ts';

const INVOICE_NS = 'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2';
const CREDIT_NOTE_NS = 'urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2';
const CAC = 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2';
const CBC = 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2';
const CII_NS = 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100';

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

/** Reads the summary of a UBL document (BT-1, BT-2, BT-5, BT-24, BT-27, BT-44, BT-115); absent terms are null. */
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
 * Reads the properties that decide which rules apply. The specification (BT-24) counts, the process (BT-23) does not.
 */
export function readClaim({ root }: XmlDocument): Claim {
  const seller = path(root, [CAC, 'AccountingSupplierParty'], [CAC, 'Party']);
  return {
    specification: findSpecification(text(root, [CBC, 'CustomizationID'])),
    sellerCountry: seller && countryOf(seller),
  };
}

/**
 * The country of a party (BT-40). If it is invalid or Suriname (`SR`, a common mistake for Slovakia), Slovak
 * identifiers decide; otherwise the Slovak rules, which report the mistake, would not run.
 */
function countryOf(party: XmlElement): string | null {
  const stated = text(party, [CAC, 'PostalAddress'], [CAC, 'Country'], [CBC, 'IdentificationCode']);
  const isOther = stated !== null && /^[A-Z]{2}$/.test(stated) && stated !== 'SR';
  return isOther || !hasSlovakNumber(party) ? stated : 'SK';
}

/** Whether the party has a DIČ or IČ DPH as electronic address (schemes 0245 and 9950), or an IČ DPH (BT-31). */
function hasSlovakNumber(party: XmlElement): boolean {
  const scheme = path(party, [CBC, 'EndpointID'])?.attributes.find(({ local }) => local === 'schemeID')?.value;
  if (scheme === '0245' || scheme === '9950') return true;
  for (let at = nextOf(party.first, CAC, 'PartyTaxScheme'); at !== null; at = nextOf(at.next, CAC, 'PartyTaxScheme')) {
    if (/^SK\s?\d{10}$/.test(text(at, [CBC, 'CompanyID']) ?? '')) return true;
  }
  return false;
}

/** The element with the specification identifier (BT-24). */
export const findCustomization = ({ root }: XmlDocument): XmlElement | null =>
  firstChild(root, [CBC, 'CustomizationID']);

/** Whether the buyer issues the document, by its specification or, outside Peppol, by its process. */
export function isSelfBilling({ root }: XmlDocument): boolean {
  const customization = text(root, [CBC, 'CustomizationID']) ?? '';
  const named = customization.includes('peppol') ? customization : (text(root, [CBC, 'ProfileID']) ?? '');
  return /:selfbilling[:-]/.test(named);
}

/** The name of the specification, or its identifier when unknown; without a specification, the process. */
function profileName(customization: string | null, process: string | null): string | null {
  return customization === null ? process : findSpecification(customization).name.en;
}

function partyName(party: XmlElement | null): string | null {
  if (party === null) return null;
  return (
    text(party, [CAC, 'PartyLegalEntity'], [CBC, 'RegistrationName']) ?? text(party, [CAC, 'PartyName'], [CBC, 'Name'])
  );
}

type Step = readonly [uri: string, local: string];

const firstChild = (parent: XmlElement, [uri, local]: Step): XmlElement | null => nextOf(parent.first, uri, local);

/**
 * The element itself or the first following sibling with the name. Compares strings, because the rules may not have
 * declared the name.
 */
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
  // XML may break a value over lines; the summary shows it in one line.
  const value = found === null ? '' : stringValue(found).replaceAll(/\s+/g, ' ').trim();
  return value === '' ? null : value;
}
