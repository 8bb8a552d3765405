import { locationOf } from '@e-invoice/schematron/xml';
import { toCanonicalJson } from '../canonical-json.ts';
import { own } from '../own.ts';
import { type Effect, effectOf, type Part, partOf } from './effects.data.ts';
import { completePrice, NO_ORDER, totalVat } from './implied-values.ts';
import { textOf } from './list-values.ts';
import { matchGroups } from './match-groups.ts';
import { invoice as invoiceFields } from './model/invoice.ts';
import type { Source, Sources } from './read-fields.ts';
import type { Invoice, ReadInvoice } from './read-invoice.ts';
import { toCanonicalValue } from './semantic-digest.ts';
import { type Field, type Fields, terms, type ValueKind, type Values } from './term.ts';

/** A business term, or a whole group such as a line, that differs. */
export type InvoiceDifference = {
  /** `BT-131`, or `BG-25` for a line that only one of the invoices has. */
  readonly term: string;
  readonly part: Part;
  /** As people read it; null where the invoice does not have it. */
  readonly left: string | null;
  readonly right: string | null;
  /** Locations in the two documents; null where the value is missing or does not come from one place. */
  readonly leftLocation: string | null;
  readonly rightLocation: string | null;
  readonly effect: Effect;
};

/**
 * Compares two invoices by business terms, whatever their syntax. Values that mean the same are equal (`10.0` and
 * `10.00`, a price with and without its implied discount), as in `semanticDigest`. Lines and other repeated groups are
 * matched by content, then by their identifiers, then by position.
 *
 * @returns the differences in the order of the semantic model. Without a difference the semantic digests are equal,
 *   unless the lines have another order
 */
export function compareInvoices(left: ReadInvoice, right: ReadInvoice): InvoiceDifference[] {
  const sources: Sources = new Map([...left.sources, ...right.sources]);
  const comparison = new Comparison(sources);
  const [from, to] = [normalize(left, sources), normalize(right, sources)];
  comparison.compare(invoiceFields, from.invoice, to.invoice, { part: 'document', name: null });
  comparison.compare(sharedFields, from.shared, to.shared, { part: 'payment', name: 'payments' });
  return comparison.differences;
}

/** Terms of the invoice that UBL repeats with every payment. */
const sharedFields = {
  references: terms('BT-83', 'text', null, null),
  mandates: terms('BT-89', 'text', null, null),
} as const satisfies Fields;

type Side = { readonly model: object; readonly of: (name: string, index: number) => Source | null };

/** Where the differing values are: the part of the invoice, and the field at the top of the model. */
type Where = { readonly part: Part; readonly name: string | null };

const ID = /^B[TG]-\d+$/;

class Comparison {
  readonly differences: InvoiceDifference[] = [];
  readonly sources: Sources;

  constructor(sources: Sources) {
    this.sources = sources;
  }

  compare(fields: Fields, left: object | null, right: object | null, where: Where): void {
    const [from, to] = [this.sideOf(left), this.sideOf(right)];
    for (const [name, field] of Object.entries(fields)) {
      if (!ID.test(field.id)) continue;
      const here: Where = where.name === null ? { part: partOf(name), name } : where;
      const [a, b] = [valuesOf(from, name, field), valuesOf(to, name, field)];
      if (a.length === 0 && b.length === 0) continue;
      if (field.is === 'term') this.compareTerms(field, name, [a, b], [from, to], here);
      else if (!field.many) this.compare(field.fields, (a[0] as object) ?? null, (b[0] as object) ?? null, here);
      else this.compareGroups(field, name, [a as object[], b as object[]], [from, to], here);
    }
  }

  private sideOf(model: object | null): Side {
    const nodes = (model && this.sources.get(model)) ?? {};
    return { model: model ?? {}, of: (name, index) => nodes[name]?.[index] ?? null };
  }

  private compareTerms(
    field: Field,
    name: string,
    [a, b]: readonly [readonly unknown[], readonly unknown[]],
    [from, to]: readonly [Side, Side],
    where: Where,
  ): void {
    const kind = (field as { readonly kind: ValueKind }).kind;
    const keyOf = (value: unknown): string => toCanonicalJson(toCanonicalValue(kind, value));
    const left = without(a, b, keyOf);
    const right = without(b, a, keyOf);
    for (let at = 0; at < Math.max(left.length, right.length); at += 1) {
      const [one, other] = [left[at], right[at]];
      this.add(field.id, where, [
        one === undefined ? null : { text: shortText(kind, one.value), source: from.of(name, one.index) },
        other === undefined ? null : { text: shortText(kind, other.value), source: to.of(name, other.index) },
      ]);
    }
  }

  private compareGroups(
    field: Extract<Field, { is: 'group' }>,
    name: string,
    [a, b]: readonly [readonly object[], readonly object[]],
    [from, to]: readonly [Side, Side],
    where: Where,
  ): void {
    for (const { left, right, isEqual } of matchGroups(field, a, b)) {
      if (isEqual) continue;
      if (left !== null && right !== null) {
        this.compare(field.fields, a[left]!, b[right]!, where);
        continue;
      }
      this.add(field.id, where, [
        left === null ? null : { text: summaryOf(field.fields, a[left]!), source: from.of(name, left) },
        right === null ? null : { text: summaryOf(field.fields, b[right]!), source: to.of(name, right) },
      ]);
    }
  }

  private add(term: string, { part, name }: Where, [left, right]: readonly [Found | null, Found | null]): void {
    this.differences.push({
      term,
      part,
      left: left?.text ?? null,
      right: right?.text ?? null,
      leftLocation: placeOf(left),
      rightLocation: placeOf(right),
      effect: effectOf(term, name),
    });
  }
}

/** The values that are not among others, each counted as often as it occurs, with their positions. */
function without(values: readonly unknown[], others: readonly unknown[], keyOf: (value: unknown) => string) {
  const counts = new Map<string, number>();
  for (const key of others.map(keyOf)) counts.set(key, (counts.get(key) ?? 0) + 1);
  return values.flatMap((value, index) => {
    const key = keyOf(value);
    const count = counts.get(key) ?? 0;
    if (count === 0) return [{ value, index }];
    counts.set(key, count - 1);
    return [];
  });
}

type Found = { readonly text: string; readonly source: Source | null };

const placeOf = (found: Found | null): string | null =>
  found === null || found.source === null ? null : locationOf(found.source);

/** The values of a field with content. */
function valuesOf({ model }: Side, name: string, field: Field): readonly unknown[] {
  const value = own(model as Readonly<Record<string, unknown>>, name);
  if (value === null || value === undefined) return [];
  const all = field.many ? (value as readonly unknown[]) : [value];
  if (field.is === 'group') return all;
  return all.filter((one) => toCanonicalValue(field.kind as ValueKind, one) !== null);
}

/**
 * An invoice without what only its syntax requires, and the values that belong to all payments.
 *
 * @param sources receives the sources of the objects that replace others
 */
function normalize({ invoice, paymentReference }: ReadInvoice, sources: Sources) {
  const replaced = <T extends object>(original: T, change: Partial<T>): T => {
    const copy = { ...original, ...change };
    sources.set(copy, sources.get(original) ?? {});
    return copy;
  };
  const shared = { references: new Map<string, Source | null>(), mandates: new Map<string, Source | null>() };
  if (paymentReference !== null) shared.references.set(paymentReference, null);
  const payments = invoice.payments.map((payment) => {
    const { remittance, mandate } = payment;
    if (remittance !== null) shared.references.set(remittance, sources.get(payment)?.remittance?.[0] ?? null);
    if (mandate !== null && mandate.id !== null) {
      shared.mandates.set(mandate.id, sources.get(mandate)?.id?.[0] ?? null);
    }
    const rest = replaced(payment, { remittance: null, mandate: mandate && replaced(mandate, { id: null }) });
    const isUndefined = payment.code === '1' && !hasContent({ ...rest, code: null });
    return isUndefined ? { ...rest, code: null } : rest;
  });
  const values = { references: [...shared.references.keys()], mandates: [...shared.mandates.keys()] };
  const nodesOf = (map: ReadonlyMap<string, Source | null>) => [...map.values()];
  sources.set(values, { references: nodesOf(shared.references), mandates: nodesOf(shared.mandates) });
  return {
    shared: values,
    invoice: replaced(invoice, {
      vatTotal: totalVat(invoice),
      order: invoice.order === NO_ORDER && invoice.salesOrder !== null ? null : invoice.order,
      payments: payments.filter(hasContent),
      lines: invoice.lines.map((line) =>
        replaced(line, { price: line.price && replaced(line.price, toWholePrice(line.price)) }),
      ),
    }),
  };
}

type Price = NonNullable<Invoice['lines'][number]['price']>;

/** A price with its discount and gross price, or without both if the discount is zero. */
function toWholePrice(price: Price): Price {
  const whole = completePrice(price);
  const isZero = whole.discount !== null && toCanonicalValue('amount', whole.discount) === '0';
  return isZero ? { ...whole, discount: null, gross: null } : whole;
}

const hasContent = (group: object): boolean =>
  Object.values(group).some((value) => value !== null && (typeof value !== 'object' || hasContent(value as object)));

const TEXT_LIMIT = 200;

const cut = (text: string): string => (text.length > TEXT_LIMIT ? `${text.slice(0, TEXT_LIMIT - 1)}…` : text);

/** A value for a person; the content of an attachment is given by its size. */
function shortText(kind: ValueKind, value: unknown): string {
  if (kind !== 'attachment') return cut(textOf(kind, value));
  const { content, mimeCode, filename } = value as Values['attachment'];
  const bytes = Math.floor((content.replaceAll(/[\s=]+/g, '').length * 3) / 4);
  return cut([filename, mimeCode, `${bytes} B`].filter((part) => part !== null).join(', '));
}

/** The first values of a group, as a line of text. */
function summaryOf(fields: Fields, model: object): string {
  const texts: string[] = [];
  const collect = (these: Fields, from: object): void => {
    for (const [name, field] of Object.entries(these)) {
      const value = own(from as Readonly<Record<string, unknown>>, name);
      if (value === null || value === undefined || field.many) continue;
      if (field.is === 'group') collect(field.fields, value as object);
      else if (ID.test(field.id)) texts.push(shortText(field.kind as ValueKind, value));
    }
  };
  collect(fields, model);
  return cut(texts.join(', '));
}
