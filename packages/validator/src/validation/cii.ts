import { stringValue, type XmlDocument, type XmlElement } from '@e-invoice/schematron/xml';
import type { Summary } from '../issues/index.ts';
import type { Structure } from './layers/structure/index.ts';
import type { RulePack } from './rule-pack.ts';
import { type ClaimedSpecification, findSpecification } from './specifications/index.ts';

/** How texts name the elements and the business terms of a syntax. */
export type Naming = {
  /** Replaces the elements of UBL that a text about these business terms names. */
  readonly toCiiNames: (text: string, terms: readonly string[]) => string;
  /** The business term at a location; null for no term. */
  readonly termOf: (location: string) => string | null;
};

/** What validates Cross Industry Invoices. */
export type CiiParts = {
  readonly packs: readonly RulePack[];
  readonly structure: Structure;
  /**
   * With the process (BT-23) as the profile. Injected, so that only callers that validate CII load the semantic model.
   */
  readonly readSummary: (document: XmlDocument) => Summary;
  readonly naming: Naming;
};

const NAMESPACE = 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100';

/** Whether a document is a Cross Industry Invoice D16B. ZUGFeRD 1 has another namespace. */
export const isCii = ({ root }: Pick<XmlDocument, 'root'>): boolean =>
  root.uri === NAMESPACE && root.local === 'CrossIndustryInvoice';

/** The specification (BT-24) of a CII invoice. */
export function readCiiSpecification(document: XmlDocument): ClaimedSpecification {
  const element = findGuideline(document);
  return findSpecification(element === null ? null : stringValue(element).trim());
}

/** The element with the specification identifier (BT-24). */
export function findGuideline({ root }: Pick<XmlDocument, 'root'>): XmlElement | null {
  let found: XmlElement | null = root;
  for (const name of ['ExchangedDocumentContext', 'GuidelineSpecifiedDocumentContextParameter', 'ID']) {
    for (found = found.first; found !== null && found.local !== name; ) found = found.next;
    if (found === null) return null;
  }
  return found;
}
