/**
 * What of an invoice matters before it is sent: parties, dates, money, attachments, and what the tax office would know it
 * by. Read once, as plain values; it judges nothing.
 */
export { type Particulars, type PartyParticulars, readParticulars } from './read-particulars.ts';
