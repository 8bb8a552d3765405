import { locationOf, parseXml } from '@e-invoice/schematron/xml';
import { completePrice, NO_ORDER, totalVat } from './implied-values.ts';
import type { Leftover } from './leftovers.ts';
import { listValues, type TermValue } from './list-values.ts';
import type { InvoiceLine } from './model/invoice.ts';
import { type Invoice, type ReadInvoice, readInvoice } from './read-invoice.ts';
import { writeCii, writeUbl } from './write-invoice.ts';

/** A value of the source that the other syntax, or the semantic model, has no place for. */
export type LostValue = {
  /** `BT-1`; null for content that EN 16931 has no term for. */
  readonly businessTerm: string | null;
  /** Location in the source. */
  readonly path: string;
  readonly value: string;
};

export type Conversion = {
  /** XML 1.0 text, to be encoded as UTF-8. */
  readonly xml: string;
  /** In the order of the source model; empty when nothing was lost. */
  readonly lost: readonly LostValue[];
};

/**
 * Writes an invoice in a syntax and lists every value of the source that the result does not contain. What counts as
 * lost is found by reading the result again. Values are written as they are; the only additions are values that the
 * target requires and that follow from others or mean nothing (`toUbl`, `toCii`).
 */
export function convertInvoice(source: ReadInvoice, to: 'ubl' | 'cii'): Conversion {
  const xml = to === 'ubl' ? writeUbl(toUbl(source)) : writeCii(toCii(source.invoice));
  const parsed = parseXml(new TextEncoder().encode(xml), { limits: NO_LIMITS });
  const result = parsed.ok ? readInvoice(parsed.document.root) : null;
  return { xml, lost: [...missingIn(result === null ? [] : listValues(result), source), ...beyondModel(source)] };
}

/** The source was read within limits, and its values can take more room in the other syntax. */
const NO_LIMITS = { bytes: Number.POSITIVE_INFINITY, nodes: Number.POSITIVE_INFINITY };

/** The values of the source that are not among others, each counted as often as it occurs. */
function missingIn(others: readonly TermValue[], source: ReadInvoice): LostValue[] {
  const keyOf = ({ term, place, text }: TermValue): string => `${term} ${place} ${text}`;
  const counts = new Map<string, number>();
  for (const other of others) counts.set(keyOf(other), (counts.get(keyOf(other)) ?? 0) + 1);
  return listValues(source).flatMap((value) => {
    const count = counts.get(keyOf(value)) ?? 0;
    counts.set(keyOf(value), count - 1);
    if (count > 0) return [];
    return [{ businessTerm: value.term, path: pathOf(value), value: value.text }];
  });
}

const pathOf = ({ source, place }: TermValue): string => (source === null ? place : locationOf(source));

/** Content of the source that the model of an invoice does not have. */
function beyondModel({ leftovers, paymentTerms, lineRoles, invoice, sources }: ReadInvoice): LostValue[] {
  const lost: LostValue[] = leftovers
    .filter((leftover) => !isMetadata(leftover))
    .map(({ location, value }) => ({ businessTerm: null, path: location, value }));
  const { paymentTerms: ownTerms = [], dueDate: ownDate = [] } = sources.get(invoice) ?? {};
  for (const terms of paymentTerms) {
    const nodes = sources.get(terms) ?? {};
    for (const [name, term] of INSTALMENT_TERMS) {
      const [node] = nodes[name] ?? [];
      const value = terms[name];
      if (value !== null && node && !ownTerms.includes(node) && !ownDate.includes(node))
        lost.push({ businessTerm: term, path: locationOf(node), value });
    }
  }
  const lines = sources.get(invoice)?.lines ?? [];
  lineRoles.forEach(({ parent, status }, index) => {
    const node = lines[index];
    const path = node ? locationOf(node) : `lines.${index}`;
    if (parent !== null) lost.push({ businessTerm: null, path, value: parent });
    if (status !== null && status !== 'DETAIL') lost.push({ businessTerm: null, path, value: status });
  });
  return lost;
}

const INSTALMENT_TERMS = [
  ['note', 'BT-20'],
  ['dueDate', 'BT-9'],
  ['amount', null],
] as const;

/** Attributes that name the list or the agency of a code or an identifier; the list follows from the term. */
const LIST_ATTRIBUTE =
  /\/@(?:listID|listName|listAgencyID|listAgencyName|listVersionID|listURI|schemeName|schemeAgencyID|schemeAgencyName|schemeVersionID|schemeURI|schemeDataURI|unitCodeListID|unitCodeListAgencyID|unitCodeListAgencyName|currencyCodeListVersionID|languageID|languageLocaleID|name)$/;

/** Whether a leftover describes the syntax instead of the invoice. */
function isMetadata({ name, value }: Leftover): boolean {
  if (LIST_ATTRIBUTE.test(name)) return true;
  const text = value.trim();
  return METADATA.some(([element, content]) => element === name && (content === null || content === text));
}

const METADATA: readonly (readonly [name: string, value: string | null])[] = [
  ['UBLVersionID', null],
  // An attached document, as CII writes it (UNTDID 1001).
  ['DocumentTypeCode', '916'],
  ['ID/@schemeID', 'VAT'],
  ['ID/@schemeID', 'UN/ECE 5153'],
  ['ID/@schemeID', 'UNCL5305'],
  ['DateTimeString/@format', '102'],
  ['CopyIndicator', 'false'],
  ['TestIndicator', 'false'],
];

/**
 * UBL requires a tax scheme and a card network. It has a payment reference, and the due date of a credit note, only
 * together with a means of payment; a sales order only together with an order; a gross price only with a discount; the
 * VAT breakdown only with its total.
 */
function toUbl({ invoice, paymentReference }: ReadInvoice): Invoice {
  const { seller, payments, kind, dueDate } = invoice;
  const registration = seller?.taxRegistration ?? null;
  const hasDueDate = kind === 'creditnote' && dueDate !== null;
  const needsPayment = payments.length === 0 && (hasDueDate || paymentReference !== null);
  return {
    ...invoice,
    seller: seller && {
      ...seller,
      taxRegistration: registration && { ...registration, scheme: registration.scheme ?? 'FC' },
    },
    payments: needsPayment ? [{ ...NO_PAYMENT, remittance: paymentReference }] : payments.map(withNetwork),
    vatTotal: totalVat(invoice),
    order: invoice.order ?? (invoice.salesOrder === null ? null : NO_ORDER),
    lines: invoice.lines.map(withWholePrice),
  };
}

/** UNTDID 4461: instrument not defined. */
const NO_PAYMENT: Invoice['payments'][number] = {
  code: '1',
  name: null,
  remittance: null,
  account: null,
  card: null,
  mandate: null,
};

const withNetwork = (payment: Invoice['payments'][number]): Invoice['payments'][number] =>
  payment.card === null ? payment : { ...payment, card: { ...payment.card, network: payment.card.network ?? 'NA' } };

/** CII has a price discount (BT-147) only together with a gross price (BT-148). */
const toCii = (invoice: Invoice): Invoice => ({ ...invoice, lines: invoice.lines.map(withWholePrice) });

const withWholePrice = (line: InvoiceLine): InvoiceLine => ({
  ...line,
  price: line.price && completePrice(line.price),
});
