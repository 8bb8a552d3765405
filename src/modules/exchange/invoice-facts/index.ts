/**
 * What of an invoice matters beside its judgement: before it is sent (parties, dates, money, attachments, what the tax
 * office would know it by), and in a protocol about it. Plain values; it judges nothing.
 */
export { type InvoiceDetails, readDetails } from './read-details.ts';
export { type ForSending, readForSending } from './read-for-sending.ts';
export { type Particulars, type PartyParticulars, readParticulars } from './read-particulars.ts';
