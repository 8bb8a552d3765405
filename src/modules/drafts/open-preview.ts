import { writeUbl } from '@e-invoice/validator/invoice';
import type { FileResult } from '@e-invoice/validator/issues';
import { toAmount } from './amounts.ts';
import type { DraftInvoice } from './draft.ts';
import { type Reachability, type Readiness, toReadiness } from './readiness.ts';
import { toInvoice } from './to-invoice.ts';
import type { Totals } from './totals.ts';

/** The sums as they are told: decimal strings, field names of the contract. */
type PreviewTotals = ReturnType<typeof describeTotals>;

export type Preview = {
  readonly xml: string;
  readonly totals: PreviewTotals;
  readonly validation: FileResult;
  readonly readiness: Readiness;
};

/** A draft as an invoice that is not judged yet. */
type OpenPreview = {
  readonly xml: string;
  /**
   * The preview, once it is judged.
   *
   * @param validation what the rules of `rulesetOf` say of `xml`
   * @param reach whether the buyer receives such documents in the Peppol network
   */
  readonly complete: (validation: FileResult, reach: Reachability) => Preview;
};

/** The rule set that the invoice of a draft is judged by: contract, section 4. */
export const rulesetOf = ({ kind }: Pick<DraftInvoice, 'kind'>): string =>
  kind === 'selfbilling' ? 'peppol-selfbilling-3+sk' : 'peppol-bis-3+sk';

/** Turns a draft into an invoice, to be judged where the caller judges. Nothing is kept. */
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
