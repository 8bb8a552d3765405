import type { Text } from '@e-invoice/validator/issues';

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
    name: { sk: 'Faktúra (Peppol BIS Billing 3)', en: 'Invoice (Peppol BIS Billing 3)' },
  },
  {
    alias: 'creditnote',
    id: ubl('CreditNote', BILLING),
    name: { sk: 'Dobropis (Peppol BIS Billing 3)', en: 'Credit note (Peppol BIS Billing 3)' },
  },
  {
    alias: 'self-billing-invoice',
    id: ubl('Invoice', SELF_BILLING),
    name: {
      sk: 'Faktúra vyhotovená odberateľom (Peppol BIS Self-Billing 3)',
      en: 'Self-billed invoice (Peppol BIS Self-Billing 3)',
    },
  },
  {
    alias: 'self-billing-creditnote',
    id: ubl('CreditNote', SELF_BILLING),
    name: {
      sk: 'Dobropis vyhotovený odberateľom (Peppol BIS Self-Billing 3)',
      en: 'Self-billed credit note (Peppol BIS Self-Billing 3)',
    },
  },
  {
    alias: 'pint-invoice',
    id: pint('Invoice'),
    name: { sk: 'Faktúra (PINT Billing)', en: 'Invoice (PINT Billing)' },
  },
  {
    alias: 'pint-creditnote',
    id: pint('CreditNote'),
    name: { sk: 'Dobropis (PINT Billing)', en: 'Credit note (PINT Billing)' },
  },
  {
    alias: 'invoice-response',
    id: ubl('ApplicationResponse', 'urn:fdc:peppol.eu:poacc:trns:invoice_response:3::2.1'),
    name: { sk: 'Odpoveď na faktúru (Peppol BIS 3)', en: 'Invoice Response (Peppol BIS 3)' },
  },
  {
    alias: 'sk-tax-data',
    id: 'busdox-docid-qns::urn:peppol:schema:sk-taxdata:1.0::TaxData##urn:peppol:taxdata:sk-1::1.0',
    name: { sk: 'Daňové údaje dokladu (SK TDD)', en: 'Tax data document (SK TDD)' },
  },
];

/** Names of processes, by id without scheme. */
export const PROCESSES: ReadonlyMap<string, Text> = new Map(
  Object.entries({
    'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0': { sk: 'Fakturácia (Peppol BIS)', en: 'Billing (Peppol BIS)' },
    'urn:fdc:peppol.eu:2017:poacc:selfbilling:01:1.0': {
      sk: 'Fakturácia odberateľom (Peppol BIS)',
      en: 'Self-billing (Peppol BIS)',
    },
    'urn:fdc:peppol.eu:poacc:bis:invoice_response:3': {
      sk: 'Odpoveď na faktúru (Peppol BIS)',
      en: 'Invoice Response (Peppol BIS)',
    },
    'urn:peppol:bis:billing': { sk: 'Fakturácia (PINT)', en: 'Billing (PINT)' },
    'urn:peppol:bis:selfbilling': { sk: 'Fakturácia odberateľom (PINT)', en: 'Self-billing (PINT)' },
    'urn:peppol:taxreporting': { sk: 'Oznamovanie daňových údajov', en: 'Tax reporting' },
  }),
);
