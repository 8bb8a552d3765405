import { readFileSync } from 'node:fs';
import { locationOf, parseXml, type XmlDocument } from '@e-invoice/schematron/xml';
import {
  checkStructure,
  loadStructure,
  type StructureFinding,
} from '../../../packages/validator/src/validation/layers/structure/index.ts';

const read = (name: string): string =>
  readFileSync(new URL(`../../../schematron/ubl-2.1/${name}`, import.meta.url), 'utf8');

export const tables = { structure: read('structure.tsv'), datatypes: read('datatypes.tsv') };
export const structure = loadStructure(tables);

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd:';

/** A document of a kind around content. */
export const wrap = (content: string, kind = 'Invoice'): string =>
  `<${kind} xmlns="${UBL}${kind}-2" xmlns:cac="${UBL}CommonAggregateComponents-2" xmlns:cbc="${UBL}CommonBasicComponents-2" xmlns:ext="${UBL}CommonExtensionComponents-2">${content}</${kind}>`;

/** The parts of the smallest invoice that UBL 2.1 accepts, in order. */
export const parts = {
  id: '<cbc:ID>1</cbc:ID>',
  issued: '<cbc:IssueDate>2026-01-15</cbc:IssueDate>',
  supplier: '<cac:AccountingSupplierParty/>',
  customer: '<cac:AccountingCustomerParty/>',
  total:
    '<cac:LegalMonetaryTotal><cbc:PayableAmount currencyID="EUR">1.00</cbc:PayableAmount></cac:LegalMonetaryTotal>',
  line: '<cac:InvoiceLine><cbc:ID>1</cbc:ID><cbc:LineExtensionAmount currencyID="EUR">1.00</cbc:LineExtensionAmount><cac:Item/></cac:InvoiceLine>',
};

/** The smallest invoice with some parts replaced. */
export const invoice = (changed: Partial<Record<keyof typeof parts, string>> = {}): string =>
  wrap(Object.values({ ...parts, ...changed }).join(''));

export function parse(text: string): XmlDocument {
  const parsed = parseXml(new TextEncoder().encode(text), { names: structure.names });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.faults));
  return parsed.document;
}

export const check = (text: string): readonly StructureFinding[] => checkStructure(structure, parse(text));

/** Rule and path of each finding. */
export const verdict = (text: string): string[] =>
  check(text).map(({ ruleId, node }) => `${ruleId.replace('UBL-STRUCTURE-', '')} ${locationOf(node)}`);
