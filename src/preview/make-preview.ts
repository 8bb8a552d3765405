import { writeUbl } from '../invoice/index.ts';
import type { FileResult } from '../issues/index.ts';
import type { Validator } from '../validation/index.ts';
import { toAmount } from './amounts.ts';
import type { DraftInvoice } from './draft.ts';
import { type Reachability, type Readiness, toReadiness } from './readiness.ts';
import { toInvoice } from './to-invoice.ts';
import type { Totals } from './totals.ts';

/** The sums as they are told: decimal strings, field names of the contract. */
export type PreviewTotals = ReturnType<typeof tellTotals>;

export type Preview = {
  readonly xml: string;
  readonly totals: PreviewTotals;
  readonly validation: FileResult;
  readonly readiness: Readiness;
};

export type PreviewRequest = { readonly today: string; readonly clock: () => number; readonly reach: Reachability };

/** Turns drafts into invoices with their validation and checklist. Nothing is kept. */
export function makePreview(validator: Validator): (draft: DraftInvoice, request: PreviewRequest) => Preview {
  return (draft, { today, clock, reach }) => {
    const { invoice, totals } = toInvoice(draft);
    const xml = writeUbl(invoice);
    const validation = validator.validate(Buffer.from(xml), {
      filename: null,
      ruleset: 'peppol-bis-3+sk',
      today,
      clock,
    });
    return {
      xml,
      totals: tellTotals(totals, draft),
      validation,
      readiness: toReadiness(draft, totals, validation, reach),
    };
  };
}

function tellTotals(totals: Totals, { currency, pricesIncludeVat }: DraftInvoice) {
  return {
    currency,
    lines_net: toAmount(totals.lines),
    without_vat: toAmount(totals.withoutVat),
    vat: toAmount(totals.vat),
    with_vat: toAmount(totals.withVat),
    rounding: toAmount(totals.rounding),
    payable: toAmount(totals.due),
    vat_in_euro: totals.vatInEuro === null ? null : toAmount(totals.vatInEuro),
    prices_include_vat: pricesIncludeVat,
    vat_breakdown: totals.rates.map(({ decision, taxableAmount, vatAmount, bridge }) => ({
      category: decision.category,
      rate: decision.rate,
      taxable_amount: toAmount(taxableAmount),
      vat_amount: toAmount(vatAmount),
      rounding_bridge: toAmount(bridge),
      legal_phrase: decision.exemption?.reason ?? null,
      exemption_code: decision.exemption?.code ?? null,
      sure: decision.sure,
      decision: decision.why,
    })),
  };
}
