/**
 * What the Slovak tax office will be told of an invoice: the tax data document (SK TDD 1.0.0) that an access point
 * reports, and beside it what of the invoice is kept and what is not. A preview of a specification under review: it
 * reports nothing to anybody.
 */
export { documentUuid } from './document-uuid.ts';
export { makeTaxData, reportOf, taxDataOf } from './make-tax-data.ts';
export { type RenderIssuesOptions, type WrittenTaxData, writeTaxData } from './write-tax-data.ts';
