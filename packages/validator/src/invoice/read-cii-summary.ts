import type { XmlDocument } from '@e-invoice/schematron/xml';
import { findInvoice } from './find-invoice.ts';
import { readInvoice } from './read-invoice.ts';

/** Reads the summary of a CII invoice, with its process (BT-23) as the profile; absent terms are null. */
export function readCiiSummary(document: XmlDocument) {
  const root = findInvoice(document);
  const invoice = root === null ? undefined : readInvoice(root)?.invoice;
  return {
    invoice_id: shown(invoice?.number),
    currency: shown(invoice?.currency),
    detected_profile: shown(invoice?.process),
    issue_date: shown(invoice?.issueDate),
    seller_name: shown(invoice?.seller?.name),
    buyer_name: shown(invoice?.buyer?.name),
    payable_amount: shown(invoice?.totals?.due),
    line_count: invoice?.lines.length ?? null,
  };
}

/** XML may break a value over lines; the summary shows it in one line. */
function shown(value: string | null | undefined): string | null {
  const text = (value ?? '').replaceAll(/\s+/g, ' ').trim();
  return text === '' ? null : text;
}
