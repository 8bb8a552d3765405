/**
 * Conversion and comparison of invoice files: the results of `POST /api/convert` and `POST /api/compare`, except for the
 * validation of a converted invoice.
 */
export { compareFiles } from './compare-files.ts';
export { convertFile } from './convert-file.ts';
export type {
  AmountChange,
  ConversionResult,
  InvoiceComparison,
  InvoiceDifference,
  LostValue,
  ReadingOptions,
  Syntax,
} from './result.ts';
