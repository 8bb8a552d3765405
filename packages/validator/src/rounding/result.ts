/** Output of the rounding solver. Amounts are decimal strings with two decimals; prices have as many as needed. */

/** A line as it is written into the invoice. */
export type RoundedLine = {
  /** BT-131 */
  readonly amount: string;
  /** BT-146: quantity × price ÷ base quantity, in cents, less the discount is `amount`. */
  readonly price: string;
  /** Discounts less charges of the line, without VAT. */
  readonly discount: string;
};

export type RoundedRate = {
  readonly category: string;
  /** Percent; null for category `O`. */
  readonly rate: string | null;
  /** BT-116 */
  readonly taxable: string;
  /** BT-117 */
  readonly vat: string;
  /** Charge (positive) or allowance (negative) for rounding to add at this rate; `0.00` if none. */
  readonly adjustment: string;
};

/** The numbers of an invoice that satisfies EN 16931 and Peppol BIS. */
export type RoundedInvoice = {
  /** In the order of the request. */
  readonly lines: readonly RoundedLine[];
  readonly rates: readonly RoundedRate[];
  /** BT-106 */
  readonly lineTotal: string;
  /** BT-107 and BT-108, including adjustments. */
  readonly allowances: string;
  readonly charges: string;
  /** BT-109, BT-110, BT-112 */
  readonly taxable: string;
  readonly vat: string;
  readonly gross: string;
  /** BT-113, BT-114, BT-115 */
  readonly prepaid: string;
  readonly rounding: string;
  readonly due: string;
};

/** A number that an offer leaves as in the books. */
export type Unchanged = 'due' | 'vat' | 'taxable' | 'gross' | 'lines' | 'prices';

/** A number that differs from that of the request. */
export type RoundingChange = {
  /** Business term; BT-131 also for the computed amount of a line that states none. */
  readonly term: string;
  /** Index of the line. */
  readonly line?: number;
  /** VAT category and rate, for numbers of one rate. */
  readonly category?: string;
  readonly rate?: string | null;
  /** Null if absent from the request. */
  readonly from: string | null;
  readonly to: string;
  /**
   * Only for prices: the price differs from that of the request by more than its own rounding. Compare it with the
   * contract.
   */
  readonly isContractPrice?: true;
};

/**
 * `lines`: at most one cent on each line, all totals as in the books. `rounding`: the difference becomes BT-114, the
 * amount due as in the books. `adjustment`: an allowance or charge per rate, all totals as in the books. `recompute`:
 * all totals computed from the lines.
 */
export type RoundingOffer = {
  readonly kind: 'lines' | 'rounding' | 'adjustment' | 'recompute';
  readonly keeps: readonly Unchanged[];
  readonly changes: readonly RoundingChange[];
  /** New amount due less that of the books (or of the computed books, where unknown). */
  readonly difference: string;
  readonly invoice: RoundedInvoice;
};

/** A number of the request that takes part in a contradiction. */
export type ContradictingNumber = {
  /** `lines`: the sum of the lines, charges and allowances of a rate; `gross`: taxable amount and VAT of a rate. */
  readonly term: 'lines' | 'gross' | `BT-${number}`;
  /** Index of the line, for BT-129, BT-131 and BT-146. */
  readonly line?: number;
  readonly category?: string;
  readonly rate?: string | null;
  readonly value: string;
};

export type RoundingResult = {
  /** In the order in which they should be considered; the first changes the books least. */
  readonly offers: readonly RoundingOffer[];
  /**
   * The smallest set of numbers of which no invoice can have all; null if there is one. Offers then keep the other
   * numbers. With `lines` in the set a part is missing, and there are no offers.
   */
  readonly contradiction: { readonly numbers: readonly ContradictingNumber[] } | null;
};
