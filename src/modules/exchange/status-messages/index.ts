/**
 * Messages about a sent document from the Peppol network: Message Level Status 1.0 (between access points) and
 * Invoice Response (from the buyer, Peppol BIS 3, T111). The parser is tolerant; `RULES_OF` names the rule sets that
 * validate a message. Invoice Responses are also written here. No lookups, no storage.
 */
export { ACTION_CODES, REASON_CODES, RESPONSE_CODES } from './codes.data.ts';
export { incomingOf, RULES_OF } from './incoming.ts';
export { LARGEST_MESSAGE, readStatusMessage } from './read-message.ts';
export { INVOICE_RESPONSE, type InvoiceResponse, writeInvoiceResponse } from './write-response.ts';
