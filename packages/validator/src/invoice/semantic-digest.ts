import type { XmlDocument } from '@e-invoice/schematron/xml';
import { type JsonValue, toCanonicalJson } from '../canonical-json.ts';
import { own } from '../own.ts';
import { type Sha256, sha256 } from '../sha256.ts';
import { findInvoice } from './find-invoice.ts';
import { completePrice, NO_ORDER, totalVat } from './implied-values.ts';
import { invoice as invoiceFields } from './model/invoice.ts';
import { parseNumber } from './parse-number.ts';
import { type ReadInvoice, readInvoice } from './read-invoice.ts';
import type { Field, Fields, Group, Groups, Identifier, Quantity, ValueKind, Values } from './term.ts';

/**
 * The SHA-256 of all business terms of an invoice: equal for a UBL and a CII document with the same content.
 *
 * The canonical form is a JSON object (RFC 8785) with a member for each term and group of EN 16931, named by its id.
 * Groups are objects; terms and groups that can repeat are arrays. Only lines (BG-25) keep their order; other arrays are
 * sorted by their text. Numbers of at most 100 characters are decimals without superfluous zeros, dates are
 * `YYYY-MM-DD`, texts have single spaces in place of white space, the content of attachments is its SHA-256. Content
 * without a term, such as extensions, is not part of it; nor is what the syntaxes require without a meaning: a means of
 * payment that is not defined (code 1), an order `NA` together with a sales order. What follows from other terms is part
 * of it even if it is not stated: the discount and the gross price (unless the discount is zero), and the total VAT.
 *
 * @returns lowercase hex
 */
export function semanticDigest(read: ReadInvoice, hash: Sha256 = sha256): string {
  return hash(toCanonicalJson(canonicalTerms(read, hash)));
}

/** The digest of the invoice in a document; null if it is not an invoice in UBL or CII, or has no business terms. */
export function digestTerms(document: XmlDocument, hash: Sha256 = sha256): string | null {
  const element = findInvoice(document);
  const read = element === null ? null : readInvoice(element);
  if (read === null) return null;
  const terms = canonicalTerms(read, hash);
  return Object.keys(terms as object).length === 0 ? null : hash(toCanonicalJson(terms));
}

/** The canonical form before it is hashed. */
export function canonicalTerms({ invoice, paymentReference }: ReadInvoice, hash: Sha256 = sha256): JsonValue {
  const ofInvoice: OfInvoice = { 'BT-83': new Set(), 'BT-89': new Set() };
  if (paymentReference !== null) ofInvoice['BT-83']!.add(toText(paymentReference));
  const terms = toMembers(invoiceFields, { ...invoice, vatTotal: totalVat(invoice) }, hash, ofInvoice);
  const shared = Object.entries(ofInvoice).filter(([, values]) => values.size > 0);
  return { ...terms, ...Object.fromEntries(shared.map(([id, values]) => [id, [...values].sort()])) };
}

/** The canonical form of one group of the model. */
export function toCanonicalGroup({ id, fields }: Group | Groups, model: object): Readonly<Record<string, JsonValue>> {
  return toMembers(fields, id === PRICE ? completePrice(model as Price) : model, sha256, {});
}

/** Terms that UBL repeats with every payment although the invoice has them once. */
type OfInvoice = Readonly<Record<string, Set<string>>>;

type Price = Parameters<typeof completePrice>[0];

function toMembers(fields: Fields, model: object, hash: Sha256, ofInvoice: OfInvoice): Record<string, JsonValue> {
  const members = new Map<string, JsonValue>();
  for (const [name, field] of Object.entries(fields)) {
    const value = own(model as Record<string, unknown>, name);
    if (value === null || value === undefined || !ID.test(field.id)) continue;
    const all = (field.many ? (value as readonly unknown[]) : [value]).flatMap((one) => {
      const made = toMember(field, one, hash, ofInvoice);
      return made === null ? [] : [made];
    });
    const found = own(ofInvoice, field.id);
    if (found !== undefined) for (const one of all) found.add(one as string);
    else if (all.length > 0) members.set(field.id, field.many ? ordered(field.id, all) : all[0]!);
  }
  if (members.get('BT-147') === '0') for (const redundant of ['BT-147', 'BT-148']) members.delete(redundant);
  if (members.get('BT-13') === NO_ORDER && members.has('BT-14')) members.delete('BT-13');
  return Object.fromEntries(members);
}

/** Returns null for a value or a group without content. */
function toMember(field: Field, value: unknown, hash: Sha256, ofInvoice: OfInvoice): JsonValue {
  if (field.is === 'term') return toCanonicalValue(field.kind as ValueKind, value, hash);
  const model = field.id === PRICE ? completePrice(value as Price) : (value as object);
  const members = toMembers(field.fields, model, hash, ofInvoice);
  if (Object.keys(members).length === 0) return null;
  return field.id === 'BG-16' && isUndefined(members) ? null : members;
}

const ID = /^B[TG]-\d+$/;

const LINES = 'BG-25';
const PRICE = 'BG-29';

function ordered(id: string, values: readonly JsonValue[]): JsonValue {
  if (id === LINES) return values;
  const texts = values.map((value) => [toCanonicalJson(value), value] as const);
  return texts.sort(([a], [b]) => (a < b ? -1 : 1)).map(([, value]) => value);
}

/** Whether a means of payment only states that none is defined. */
function isUndefined(payment: Readonly<Record<string, JsonValue>>): boolean {
  const members = Object.entries(payment);
  return members.length === 1 && members[0]![0] === 'BT-81' && members[0]![1] === '1';
}

const toText = (value: string): string => value.replaceAll(/\s+/g, ' ').trim();

const toNumber = (value: string): string => parseNumber(value)?.toString() ?? toText(value);

/** The canonical form of a value; null for a value without content. */
export function toCanonicalValue(kind: ValueKind, value: unknown, hash: Sha256 = sha256): JsonValue {
  switch (kind) {
    case 'amount':
    case 'number':
      return toNumber(value as string);
    case 'identifier':
    case 'object': {
      const { value: id, scheme } = value as Identifier;
      return scheme === null ? { id: toText(id) } : { id: toText(id), scheme };
    }
    case 'quantity': {
      const { value: number, unit } = value as Quantity;
      return unit === null ? { number: toNumber(number) } : { number: toNumber(number), unit };
    }
    case 'classification': {
      const { value: code, list, version } = value as Values['classification'];
      return { code: toText(code), ...(list !== null && { list }), ...(version !== null && { version }) };
    }
    case 'attachment': {
      const { content, mimeCode, filename } = value as Values['attachment'];
      return { content: hash(content.replaceAll(/\s+/g, '')), mime_code: mimeCode, filename };
    }
    case 'note': {
      const { subject, text } = value as Values['note'];
      return subject === null ? { text: toText(text) } : { subject, text: toText(text) };
    }
    default: {
      const text = toText(value as string);
      return text === '' ? null : text;
    }
  }
}
