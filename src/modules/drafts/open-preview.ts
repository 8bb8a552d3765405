import { writeUbl } from '@e-invoice/validator/invoice';
import type { FileResult } from '@e-invoice/validator/issues';
import type { RoundingResult } from '@e-invoice/validator/rounding';
import { toAmount } from './amounts.ts';
import { type DraftInvoice, includesVat } from './draft.ts';
import { type Reachability, type Readiness, toReadiness } from './readiness.ts';
import { toInvoice } from './to-invoice.ts';
import type { Totals } from './totals.ts';

/** Totals in their published form: decimal strings, with the contract's field names. */
type PreviewTotals = ReturnType<typeof describeTotals>;

export type Preview = {
  readonly xml: string;
  readonly totals: PreviewTotals;
  /** Null if the draft states neither totals nor a price mode nor cash rounding. */
  readonly reconciliation: Reconciliation | null;
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
  const { invoice, totals, reconciliation } = toInvoice(draft);
  const xml = writeUbl(invoice);
  return {
    xml,
    complete: (validation, reach) => ({
      xml,
      totals: describeTotals(totals, draft),
      reconciliation: reconciliation === null ? null : describeReconciliation(reconciliation),
      validation,
      readiness: toReadiness(draft, totals, validation, reach),
    }),
  };
}

type Reconciliation = ReturnType<typeof describeReconciliation>;

/** The offers without their invoices: the first is the one of `xml`. */
function describeReconciliation({ offers, contradiction }: RoundingResult) {
  return {
    offers: offers.map(({ kind, keeps, difference, changes }) => ({
      kind,
      keeps: [...keeps],
      difference,
      changes: changes.map(({ term, line, category, rate, from, to, isContractPrice = false }) => ({
        term,
        line: line === undefined ? null : line + 1,
        category: category ?? null,
        rate: rate ?? null,
        from,
        to,
        is_contract_price: isContractPrice,
      })),
    })),
    contradiction:
      contradiction === null
        ? null
        : contradiction.numbers.map(({ term, line, category, rate, value }) => ({
            term,
            line: line === undefined ? null : line + 1,
            category: category ?? null,
            rate: rate ?? null,
            value,
          })),
  };
}

function describeTotals(totals: Totals, draft: DraftInvoice) {
  return {
    currency: draft.currency,
    lines_net: toAmount(totals.lines),
    without_vat: toAmount(totals.withoutVat),
    vat: toAmount(totals.vat),
    with_vat: toAmount(totals.withVat),
    rounding: toAmount(totals.rounding),
    paid: toAmount(totals.paid),
    payable: toAmount(totals.due),
    vat_in_euro: totals.vatInEuro === null ? null : toAmount(totals.vatInEuro),
    prices_include_vat: includesVat(draft),
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
