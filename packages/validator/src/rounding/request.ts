/**
 * Input of the rounding solver. Amounts, quantities, prices and rates are decimal strings such as `-12.50`; amounts
 * have at most two decimals. An omitted number is unknown, except `prepaid`, which is zero.
 */

/** Whether prices, discounts and amounts of lines exclude (`net`) or include (`gross`) VAT. */
export type PriceMode = 'net' | 'gross';

/** VAT category (UNTDID 5305; default `S`) and rate in percent (default 0; ignored for `O`). */
type Vat = { readonly category?: string; readonly rate?: string | null };

export type RoundingLine = Vat & {
  /** BT-129 */
  readonly quantity: string;
  /** Unit price of `baseQuantity` units, zero or more. A line that reduces the invoice has a negative quantity. */
  readonly price: string;
  /** BT-149; default 1. */
  readonly baseQuantity?: string;
  /** Discounts less charges of the line, in money; default 0. */
  readonly discount?: string;
  /** Default: that of the request. */
  readonly priceMode?: PriceMode;
  /** Amount of the line in the books; default: quantity × price ÷ base quantity, in cents, less the discount. */
  readonly amount?: string;
};

/** Allowance or charge on document level (BG-20, BG-21), without VAT. */
export type RoundingAllowance = Vat & { readonly amount: string; readonly isCharge?: boolean };

/** Totals of one category and rate in the books. */
export type RateTotals = Vat & {
  /** BT-116 */
  readonly taxable?: string;
  /** BT-117 */
  readonly vat?: string;
  /** Taxable amount and VAT. */
  readonly gross?: string;
};

/** Totals of the books. */
export type BookedTotals = {
  readonly rates?: readonly RateTotals[];
  /** BT-109 */
  readonly taxable?: string;
  /** BT-110 */
  readonly vat?: string;
  /** BT-112 */
  readonly gross?: string;
  /** BT-115 */
  readonly due?: string;
};

export type RoundingRequest = {
  readonly lines: readonly RoundingLine[];
  readonly totals?: BookedTotals;
  readonly allowances?: readonly RoundingAllowance[];
  /** Default `net`. */
  readonly priceMode?: PriceMode;
  /** BT-113 */
  readonly prepaid?: string;
  /**
   * BT-114, e.g. the rounding of cash to five cents. If unknown, up to two cents are derived from `due`, and up to four
   * from a `due` of 0.05.
   */
  readonly rounding?: string;
};
