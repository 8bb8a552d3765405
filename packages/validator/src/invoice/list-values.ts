import { own } from '../own.ts';
import { invoice as invoiceFields } from './model/invoice.ts';
import type { Source } from './read-fields.ts';
import type { ReadInvoice } from './read-invoice.ts';
import type { Fields, Identifier, Quantity, ValueKind, Values } from './term.ts';

/** One value of an invoice. */
export type TermValue = {
  /** `BT-1`; null for a value that EN 16931 has no term for. */
  readonly term: string | null;
  /**
   * The place in the model, equal for equal places of two invoices: the names of fields, with a position in repeated
   * groups (`lines.0.netAmount`).
   */
  readonly place: string;
  /** As people read it: a scheme or a unit is part of it. */
  readonly text: string;
  /** Where it was read; null for a value that was not read from a document. */
  readonly source: Source | null;
};

const TERM = /^BT-\d+$/;

/** Names the tax in UBL; CII has a fixed code instead. */
const TAX_SCHEME = 'BT-32 scheme';

const NETWORK = 'card network';
/** UBL requires a card network; converters write these when the source has none. */
const NO_NETWORK: ReadonlySet<string> = new Set(['NA', 'mapped-from-cii']);

/**
 * Lists every value of an invoice, in the order of the model. The payment reference (BT-83) and the mandate (BT-89)
 * belong to the invoice, as in CII and EN 16931: each is listed once, although UBL repeats it with every payment.
 */
export function listValues({ invoice, sources, paymentReference }: ReadInvoice): TermValue[] {
  const values: TermValue[] = [];
  const once = new Set<string>();
  const walk = (fields: Fields, model: object, prefix: string): void => {
    for (const [name, field] of Object.entries(fields)) {
      const value = own(model as Record<string, unknown>, name);
      if (value === null || value === undefined) continue;
      const nodes = sources.get(model)?.[name] ?? [];
      const all = field.many ? (value as readonly unknown[]) : [value];
      all.forEach((one, index) => {
        const place = `${prefix}${name}`;
        if (field.is === 'group') {
          walk(field.fields, one as object, field.many ? `${place}.${index}.` : `${place}.`);
          return;
        }
        if (field.id === TAX_SCHEME || (field.id === NETWORK && NO_NETWORK.has(one as string))) return;
        const term = TERM.test(field.id) ? field.id : null;
        const text = textOf(field.kind as ValueKind, one);
        const source = nodes[index] ?? null;
        if (!OF_INVOICE.has(field.id)) values.push({ term, place, text, source });
        else if (!once.has(`${field.id} ${text}`)) {
          once.add(`${field.id} ${text}`);
          values.push({ term, place: name, text, source });
        }
      });
    }
  };
  walk(invoiceFields, invoice, '');
  if (paymentReference !== null && !once.has(`BT-83 ${paymentReference}`)) {
    values.push({ term: 'BT-83', place: 'remittance', text: paymentReference, source: null });
  }
  return values;
}

const OF_INVOICE: ReadonlySet<string> = new Set(['BT-83', 'BT-89']);

/** A value as people read it, with its scheme or unit. */
export function textOf(kind: ValueKind, value: unknown): string {
  switch (kind) {
    case 'identifier':
    case 'object': {
      const { value: text, scheme } = value as Identifier;
      return scheme === null ? text : `${scheme}:${text}`;
    }
    case 'quantity': {
      const { value: text, unit } = value as Quantity;
      return unit === null ? text : `${text} ${unit}`;
    }
    case 'classification': {
      const { value: text, list, version } = value as Values['classification'];
      return [list, version, text].filter((part) => part !== null).join(':');
    }
    case 'attachment': {
      const { content, mimeCode, filename } = value as Values['attachment'];
      return [filename, mimeCode, content].filter((part) => part !== null).join(' ');
    }
    case 'note': {
      const { subject, text } = value as Values['note'];
      return subject === null ? text : `#${subject}#${text}`;
    }
    default:
      return value as string;
  }
}
