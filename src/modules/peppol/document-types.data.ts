import type { Text } from '@e-invoice/validator/issues';
import { text } from '../../../locales/index.ts';

const BILLING = 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0::2.1';
const SELF_BILLING = 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:selfbilling:3.0::2.1';
const ubl = (root: string, rest: string): string =>
  `busdox-docid-qns::urn:oasis:names:specification:ubl:schema:xsd:${root}-2::${root}##${rest}`;
const pint = (root: string): string =>
  `peppol-doctype-wildcard::urn:oasis:names:specification:ubl:schema:xsd:${root}-2::${root}##urn:peppol:pint:billing-1*::2.1`;

type KnownDocumentType = { readonly alias: string; readonly id: string; readonly name: Text };

/** Well-known document types with their aliases. */
export const DOCUMENT_TYPES: readonly KnownDocumentType[] = [
  {
    alias: 'invoice',
    id: ubl('Invoice', BILLING),
    name: text('peppol.document-type.name'),
  },
  {
    alias: 'creditnote',
    id: ubl('CreditNote', BILLING),
    name: text('peppol.document-type.name-2'),
  },
  {
    alias: 'self-billing-invoice',
    id: ubl('Invoice', SELF_BILLING),
    name: text('peppol.document-type.name-3'),
  },
  {
    alias: 'self-billing-creditnote',
    id: ubl('CreditNote', SELF_BILLING),
    name: text('peppol.document-type.name-4'),
  },
  {
    alias: 'pint-invoice',
    id: pint('Invoice'),
    name: text('peppol.document-type.name-5'),
  },
  {
    alias: 'pint-creditnote',
    id: pint('CreditNote'),
    name: text('peppol.document-type.name-6'),
  },
  {
    alias: 'invoice-response',
    id: ubl('ApplicationResponse', 'urn:fdc:peppol.eu:poacc:trns:invoice_response:3::2.1'),
    name: text('peppol.document-type.name-7'),
  },
  {
    alias: 'sk-tax-data',
    id: 'busdox-docid-qns::urn:peppol:schema:sk-taxdata:1.0::TaxData##urn:peppol:taxdata:sk-1::1.0',
    name: text('peppol.document-type.name-8'),
  },
];

/** Names of processes, by id without scheme. */
export const PROCESSES: ReadonlyMap<string, Text> = new Map(
  Object.entries({
    'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0': text('peppol.process.billing'),
    'urn:fdc:peppol.eu:2017:poacc:selfbilling:01:1.0': text('peppol.process.self-billing'),
    'urn:fdc:peppol.eu:poacc:bis:invoice_response:3': text('peppol.process.invoice-response'),
    'urn:peppol:bis:billing': text('peppol.process.billing-pint'),
    'urn:peppol:bis:selfbilling': text('peppol.process.self-billing-pint'),
    'urn:peppol:taxreporting': text('peppol.process.tax-reporting'),
  }),
);
