import type { Invoice } from '@e-invoice/validator/invoice';
import { amountCurrencies } from './amount-currencies.ts';
import { describeUnprintable } from './fonts/describe-unprintable.ts';
import { findUnprintable, type Unprintable } from './fonts/find-unprintable.ts';
import { isUncounted } from './line-roles.ts';
import type { Rendered } from './render-invoice.ts';

/** What is told of an invoice beside its page, and what its PDF needs: little, whatever the invoice has. */
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
  readonly lineCount: number;
};

/** A rendered invoice without what only its page shows. */
export type Shown = Pick<Rendered, 'warnings' | 'files'> & {
  /** The page, in UTF-8. */
  readonly html: Uint8Array;
  /** The page as a string of JSON, in UTF-8; null when it was not asked for. */
  readonly json: Uint8Array | null;
  readonly read: { readonly syntax: 'ubl' | 'cii'; readonly invoice: ShownInvoice };
  /** What of the page cannot be printed; `warnings` tells of it too. */
  readonly unprintable: Unprintable;
  /** What each line adds to the sum of the lines, a line each; empty where that is unknown. One text is sent at once. */
  readonly amounts: string;
};

/**
 * Plain values alone, which can be sent from thread to thread.
 *
 * @param withJson the page is wanted as a string of JSON too
 */
export function toShown({ html, warnings, files, read }: Rendered, withJson = false): Shown {
  const { syntax, invoice } = read;
  const encoder = new TextEncoder();
  const unprintable = findUnprintable(html);
  return {
    html: encoder.encode(html),
    json: withJson ? encoder.encode(JSON.stringify(html)) : null,
    warnings: unprintable.characters === '' ? warnings : [...warnings, describeUnprintable(unprintable)],
    files,
    unprintable,
    read: { syntax, invoice: toShownInvoice(invoice) },
    amounts: countedAmounts(read).join('\n'),
  };
}

/** The few facts of an invoice. */
export function toShownInvoice(invoice: Invoice): ShownInvoice {
  const { kind, typeCode, number, issueDate, dueDate, currency, totals, vatTotal, vatTotalInVatCurrency } = invoice;
  const nameOf = (party: { readonly name: string | null } | null) =>
    party === null ? null : { name: inOneLine(party.name) };
  const facts = {
    kind,
    typeCode,
    number: inOneLine(number),
    issueDate,
    dueDate,
    currency,
    totals,
    vatTotal,
    vatTotalInVatCurrency,
  };
  const parties = { seller: nameOf(invoice.seller), buyer: nameOf(invoice.buyer) };
  return { ...facts, ...parties, lineCount: invoice.lines.length };
}

/**
 * The net amounts (BT-131): groups of lines and lines for information count nothing (BR-FXEXT-CO-10), and amounts in
 * different currencies have no sum.
 */
function countedAmounts({ invoice, lineRoles, leftovers }: Rendered['read']): string[] {
  const currencies = amountCurrencies(leftovers, invoice.currency);
  return invoice.lines.map(({ netAmount }, index) => {
    if (isUncounted(lineRoles[index])) return '0';
    // An amount with a line break in it is none, and would shift those of the lines behind it.
    return netAmount === null || /\s/.test(netAmount) || currencies.has(`BT-131 line ${index}`) ? '' : netAmount;
  });
}

/** XML may break a name over lines; titles, lists and other formats have it in one. */
const inOneLine = (text: string | null): string | null => text?.replaceAll(/\s+/g, ' ').trim() ?? null;
