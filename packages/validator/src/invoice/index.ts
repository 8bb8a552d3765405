/**
 * The semantic model of EN 16931-1: an invoice in business terms, read from and written to UBL and CII.
 *
 * It neither validates nor corrects invoices, and it loses no content silently: content without a term is listed.
 */
export { CII_NAMING, toCiiNames } from './cii-names.ts';
export { compareInvoices, type InvoiceDifference } from './compare-invoices.ts';
export { type Conversion, convertInvoice, type LostValue } from './convert-invoice.ts';
export { findInvoice } from './find-invoice.ts';
export type { Leftover } from './leftovers.ts';
export type { Buyer, InvoiceLine, Payment, Seller, VatBreakdown } from './model/invoice.ts';
export type { Address } from './model/party.ts';
export { parseNumber } from './parse-number.ts';
export { readCiiSummary } from './read-cii-summary.ts';
export { type Invoice, type LineRole, type ReadInvoice, readInvoice } from './read-invoice.ts';
export { digestTerms, semanticDigest } from './semantic-digest.ts';
export type { Attachment, Classification, Identifier, Note, Quantity } from './term.ts';
export { listCiiPaths, type TermPath } from './term-paths.ts';
export { UNIT_WORDS } from './unit-words.data.ts';
export { writeCii, writeUbl } from './write-invoice.ts';
