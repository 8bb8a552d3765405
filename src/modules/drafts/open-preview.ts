import { writeUbl } from '@e-invoice/validator/invoice';
import type { FileResult } from '@e-invoice/validator/issues';
import { toAmount } from './amounts.ts';
import type { DraftInvoice } from './draft.ts';
import { type Reachability, type Readiness, toReadiness } from './readiness.ts';
import { toInvoice } from './to-invoice.ts';
import type { Totals } from './totals.ts';

/** Totals in their published form: decimal strings, with the contract's field names. */
type PreviewTotals = ReturnType<typeof describeTotals>;

export type Preview = {
  readonly xml: string;
  readonly totals: PreviewTotals;
  readonly validation: FileResult;
  readonly readiness: Readiness;
};

/** Draft converted to an invoice that is not validated yet. */
type OpenPreview = {
  readonly xml: string;
  /**
   * Completes the preview with the validation result.
   *
   * @param validation result of validating `xml` with `rulesetOf`
   * @param reach whether the buyer receives such documents in the Peppol network
   */
  readonly complete: (validation: FileResult, reach: Reachability) => Preview;
};

/** Rule set for the invoice of a draft (contract, section 4). */
export const rulesetOf = ({ kind }: Pick<DraftInvoice, 'kind'>): string =>
  kind === 'selfbilling' ? 'peppol-selfbilling-3+sk' : 'peppol-bis-3+sk';

/** Converts a draft into an invoice, which the caller validates. Nothing is stored. */
export function openPreview(draft: DraftInvoice): OpenPreview {
  const { invoice, totals } = toInvoice(draft);
  const xml = writeUbl(invoice);
  return {
    xml,
    complete: (validation, reach) => ({
      xml,
      totals: describeTotals(totals, draft),
      validation,
      readiness: toReadiness(draft, totals, validation, reach),
    }),
  };
}

function describeTotals(totals: Totals, { currency, pricesIncludeVat }: DraftInvoice) {
  return {
    currency,
    lines_net: toAmount(totals.lines),
    without_vat: toAmount(totals.withoutVat),
    vat: toAmount(totals.vat),
    with_vat: toAmount(totals.withVat),
    rounding: toAmount(totals.rounding),
    paid: toAmount(totals.paid),
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
