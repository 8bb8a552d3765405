import type { Invoice } from '@e-invoice/validator/invoice';
import { amountCurrencies } from './amount-currencies.ts';
import { describeUnprintable } from './fonts/describe-unprintable.ts';
import { findUnprintable, type Unprintable } from './fonts/find-unprintable.ts';
import { isUncounted } from './line-roles.ts';
import type { Rendered } from './render-invoice.ts';

/**
 * Invoice fields returned with the page and used for the PDF; their size does not depend on the size of the invoice.
 */
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

/** A rendered invoice reduced to the data needed outside the thread. */
export type Shown = Pick<Rendered, 'warnings' | 'files'> & {
  /** The page, in UTF-8. */
  readonly html: Uint8Array;
  /** The page as a JSON string in UTF-8; null if not requested. */
  readonly json: Uint8Array | null;
  readonly read: { readonly syntax: 'ubl' | 'cii'; readonly invoice: ShownInvoice };
  /** Characters that cannot be printed; `warnings` mentions them too. */
  readonly unprintable: Unprintable;
  /**
   * Contribution of each line to the sum of lines, one per text line; empty if unknown. A single string is cheaper to
   * transfer than an array.
   */
  readonly amounts: string;
};

/**
 * Returns only plain values, which can be transferred between threads.
 *
 * @param withJson also return the page as a JSON string
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
 * Net amounts (BT-131). Line groups and informational lines count as zero (BR-FXEXT-CO-10); amounts in different
 * currencies cannot be summed.
 */
function countedAmounts({ invoice, lineRoles, leftovers }: Rendered['read']): string[] {
  const currencies = amountCurrencies(leftovers, invoice.currency);
  return invoice.lines.map(({ netAmount }, index) => {
    if (isUncounted(lineRoles[index])) return '0';
    // An amount that contains a line break is invalid and would shift the following lines.
    return netAmount === null || /\s/.test(netAmount) || currencies.has(`BT-131 line ${index}`) ? '' : netAmount;
  });
}

/** Joins the lines of a name: titles and lists require a single line. */
const inOneLine = (text: string | null): string | null => text?.replaceAll(/\s+/g, ' ').trim() ?? null;
