import { own } from '../own.ts';

/** What a difference between two invoices changes. */
export type Effect = 'amount_due' | 'tax' | 'line' | 'party' | 'payment' | 'reference' | 'text';

/** The part of an invoice that a term belongs to. */
export type Part = 'document' | 'parties' | 'lines' | 'vat' | 'totals' | 'payment';

/** Parts of the fields at the top of the model; those not listed belong to the document. */
const PARTS: Readonly<Record<string, Part>> = {
  seller: 'parties',
  buyer: 'parties',
  payee: 'parties',
  taxRepresentative: 'parties',
  delivery: 'parties',
  creditorId: 'payment',
  payments: 'payment',
  paymentTerms: 'payment',
  dueDate: 'payment',
  allowances: 'totals',
  charges: 'totals',
  totals: 'totals',
  vatTotal: 'vat',
  vatTotalInVatCurrency: 'vat',
  vatBreakdown: 'vat',
  taxPointDate: 'vat',
  taxPointCode: 'vat',
  vatCurrency: 'vat',
  lines: 'lines',
};

export const partOf = (name: string): Part => own(PARTS, name) ?? 'document';

const EFFECTS: Readonly<Record<Part, Effect>> = {
  document: 'reference',
  parties: 'party',
  lines: 'line',
  vat: 'tax',
  totals: 'amount_due',
  payment: 'payment',
};

/** Terms whose effect is not that of their part. */
const TERM_EFFECTS: Readonly<Record<string, Effect>> = {
  'BT-5': 'amount_due',
  'BG-1': 'text',
  'BT-95': 'tax',
  'BT-96': 'tax',
  'BT-102': 'tax',
  'BT-103': 'tax',
  'BT-151': 'tax',
  'BT-152': 'tax',
  'BT-97': 'text',
  'BT-98': 'text',
  'BT-104': 'text',
  'BT-105': 'text',
  'BT-127': 'text',
  'BT-139': 'text',
  'BT-140': 'text',
  'BT-144': 'text',
  'BT-145': 'text',
  'BT-154': 'text',
};

/** @param name the field at the top of the model that contains the term */
export const effectOf = (term: string, name: string | null): Effect =>
  own(TERM_EFFECTS, term) ?? EFFECTS[partOf(name ?? '')];
