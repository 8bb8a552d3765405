import type { XmlDocument } from '@e-invoice/schematron/xml';
import { findInvoice, readInvoice } from '../invoice/index.ts';
import type { Summary } from '../issues/index.ts';
import { findSpecification } from './specifications/index.ts';

/** Reads the summary of a CII invoice; absent terms are null. */
export function readCiiSummary(document: XmlDocument): Summary {
  const root = findInvoice(document);
  const invoice = root === null ? undefined : readInvoice(root)?.invoice;
  const { customization = null, process = null } = invoice ?? {};
  return {
    invoice_id: shown(invoice?.number),
    currency: shown(invoice?.currency),
    detected_profile: customization === null ? process : findSpecification(customization).name.en,
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
