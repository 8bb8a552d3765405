/**
 * Facts of an invoice other than its validation result: parties, dates, amounts, attachments and tax office
 * identifier, for sending and for reports. Plain values; no validation.
 */
export { type InvoiceDetails, readDetails } from './read-details.ts';
export { type ForSending, readForSending } from './read-for-sending.ts';
export { type Particulars, type PartyParticulars, readParticulars } from './read-particulars.ts';
