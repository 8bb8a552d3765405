/**
 * What comes back over the Peppol network for a document that was sent: Message Level Status 1.0 (from access point to
 * access point) and Invoice Response (from the buyer, Peppol BIS 3, T111). Read with tolerance; whether a message keeps
 * the rules of its kind, these say (`RULES_OF`). An Invoice Response is written, too. It looks nothing up and stores nothing.
 */
export { ACTION_CODES, REASON_CODES, RESPONSE_CODES } from './codes.data.ts';
export { incomingOf, RULES_OF } from './incoming.ts';
export { LARGEST_MESSAGE, readStatusMessage } from './read-message.ts';
export { INVOICE_RESPONSE, type InvoiceResponse, writeInvoiceResponse } from './write-response.ts';
