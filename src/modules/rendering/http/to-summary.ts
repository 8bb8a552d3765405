import type { Summary } from '@e-invoice/validator/issues';
import type { Shown } from '../index.ts';

/**
 * Summary of a rendered invoice: from the validation result, or from the model for CII, which validation does not
 * summarize.
 */
export function toSummary({ syntax, invoice }: Shown['read'], validated: Summary | null): Summary {
  if (syntax === 'ubl' && validated !== null) return validated;
  return {
    invoice_id: invoice.number,
    currency: invoice.currency,
    detected_profile: null,
    issue_date: invoice.issueDate,
    seller_name: invoice.seller?.name ?? null,
    buyer_name: invoice.buyer?.name ?? null,
    payable_amount: invoice.totals?.due ?? null,
    line_count: invoice.lineCount,
  };
}
