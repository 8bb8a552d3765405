/**
 * The Slovak tax data document (SK TDD 1.0.0) that an access point reports for an invoice, with the invoice values
 * that it includes and omits. A preview of a specification under review: nothing is reported.
 */
export { documentUuid } from './document-uuid.ts';
export { makeTaxData, reportOf, taxDataOf } from './make-tax-data.ts';
export { type WriteTaxDataOptions, type WrittenTaxData, writeTaxData } from './write-tax-data.ts';
