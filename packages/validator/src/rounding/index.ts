/** Reconciles the totals of the books with the rounded lines of an invoice. Pure; runs in browsers. */
export type {
  BookedTotals,
  PriceMode,
  RateTotals,
  RoundingAllowance,
  RoundingLine,
  RoundingRequest,
} from './request.ts';
export type {
  ContradictingNumber,
  RoundedInvoice,
  RoundedLine,
  RoundedRate,
  RoundingChange,
  RoundingOffer,
  RoundingResult,
} from './result.ts';
export { solveRounding } from './solve-rounding.ts';
