import type { Invoice } from '../invoice/index.ts';
import type { Rendered } from './render-invoice.ts';

/** What is told of an invoice beside its page, and what its PDF needs: little, for it comes from a thread. */
export type ShownInvoice = Pick<
  Invoice,
  | 'kind'
  | 'typeCode'
  | 'number'
  | 'issueDate'
  | 'dueDate'
  | 'currency'
  | 'totals'
  | 'vatTotal'
  | 'vatTotalInVatCurrency'
> & {
  readonly seller: { readonly name: string | null } | null;
  readonly buyer: { readonly name: string | null } | null;
  readonly lines: readonly { readonly netAmount: string | null }[];
};

/** A rendered invoice without what only its page shows. */
export type Shown = Pick<Rendered, 'html' | 'warnings'> & {
  readonly read: { readonly syntax: 'ubl' | 'cii'; readonly invoice: ShownInvoice };
};

/** Plain values alone, which can be sent from thread to thread. */
export function toShown({ html, warnings, read: { syntax, invoice } }: Rendered): Shown {
  const { kind, typeCode, number, issueDate, dueDate, currency, totals, vatTotal, vatTotalInVatCurrency } = invoice;
  const nameOf = <N>(party: { readonly name: N } | null) => (party === null ? null : { name: party.name });
  const facts = { kind, typeCode, number, issueDate, dueDate, currency, totals, vatTotal, vatTotalInVatCurrency };
  const lines = invoice.lines.map(({ netAmount }) => ({ netAmount }));
  const parties = { seller: nameOf(invoice.seller), buyer: nameOf(invoice.buyer) };
  return { html, warnings, read: { syntax, invoice: { ...facts, ...parties, lines } } };
}
