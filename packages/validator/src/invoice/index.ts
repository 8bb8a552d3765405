/**
 * The semantic model of EN 16931-1: an invoice in business terms, read from UBL and CII, written to UBL.
 *
 * It neither validates nor corrects invoices, and it loses no content silently: content without a term is listed.
 */
export { findInvoice } from './find-invoice.ts';
export type { Leftover } from './leftovers.ts';
export type { Buyer, InvoiceLine, Payment, Seller, VatBreakdown } from './model/invoice.ts';
export type { Address } from './model/party.ts';
export { type Invoice, type LineRole, type ReadInvoice, readInvoice } from './read-invoice.ts';
export type { Attachment, Classification, Identifier, Note, Quantity } from './term.ts';
export { UNIT_WORDS } from './unit-words.data.ts';
export { writeUbl } from './write-ubl.ts';
