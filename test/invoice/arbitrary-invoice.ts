import type { Invoice } from '@e-invoice/validator/invoice';
import fc from 'fast-check';
import { invoice } from '../../packages/validator/src/invoice/model/invoice.ts';
import type { Field, Fields, ValueKind } from '../../packages/validator/src/invoice/term.ts';

const text = fc
  .stringMatching(/^[A-Za-zľščťžýáíéäúňôĽŠČŤŽ0-9&<>"'€.,;/ -]{1,20}$/)
  .filter((candidate) => candidate.trim() === candidate && candidate !== '');
const token = fc.stringMatching(/^[A-Z0-9]{1,6}$/);
const number = fc
  .tuple(fc.integer({ min: 0, max: 99_999 }), fc.integer({ min: 0, max: 99 }))
  .map(([a, b]) => `${a}.${b < 10 ? '0' : ''}${b}`);
const date = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((day) => day.toISOString().slice(0, 10));
const maybe = fc.option(token, { nil: null });

const VALUES: { readonly [K in ValueKind]: fc.Arbitrary<unknown> } = {
  text,
  code: token,
  date,
  amount: number,
  number,
  identifier: fc.record({ value: token, scheme: maybe }),
  object: fc.record({ value: token, scheme: maybe }),
  taxPoint: fc.constantFrom('3', '35', '432'),
  quantity: fc.record({ value: number, unit: maybe }),
  classification: fc.record({ value: token, list: maybe, version: maybe }),
  attachment: fc.record({
    content: fc.uint8Array({ minLength: 1, maxLength: 30 }).map((bytes) => Buffer.from(bytes).toString('base64')),
    mimeCode: fc.constant('text/csv'),
    filename: text,
  }),
  note: fc.record({ subject: fc.option(fc.stringMatching(/^[A-Z]{3}$/), { nil: null }), text }),
};

/** UBL has no element for some terms in an invoice or in a credit note. */
function isWritable({ ubl }: Field, kind: Invoice['kind']): boolean {
  const places: readonly string[] = typeof ubl === 'string' ? [ubl] : (ubl ?? []);
  return places.some((place) => !place.includes('|') || place.startsWith(kind));
}

function ofFields(fields: Fields, kind: Invoice['kind']): fc.Arbitrary<Record<string, unknown>> {
  const parts: Record<string, fc.Arbitrary<unknown>> = {};
  for (const [name, field] of Object.entries(fields)) {
    const one = field.is === 'term' ? VALUES[field.kind as ValueKind] : ofFields(field.fields, kind).filter(hasContent);
    if (field.many) parts[name] = fc.array(one, { maxLength: 3 });
    else parts[name] = isWritable(field, kind) ? fc.option(one, { nil: null, freq: 4 }) : fc.constant(null);
  }
  return fc.record(parts);
}

const hasContent = (group: Record<string, unknown>): boolean =>
  Object.values(group).some((value) => value !== null && !(Array.isArray(value) && value.length === 0));

/** Any invoice that the model can represent, without consistency between its terms. */
export const arbitraryInvoice: fc.Arbitrary<Invoice> = fc
  .constantFrom<Invoice['kind'][]>('invoice', 'creditnote')
  .chain((kind) => ofFields(invoice, kind).map((terms) => ({ kind, ...terms }) as unknown as Invoice))
  // Amounts in the model have no currency, and a VAT total in the VAT currency needs one.
  .map((made) => ({ ...made, currency: 'EUR', vatCurrency: made.vatTotalInVatCurrency === null ? null : 'CZK' }));
