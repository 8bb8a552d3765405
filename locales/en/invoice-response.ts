/** Responses to invoices. */
export const invoiceResponse = {
  'invoice-response.takes': 'The supplier accepts Invoice Responses.',
  'invoice-response.takes-not': 'According to the Peppol network the supplier does not accept Invoice Responses. Inform the supplier in another way.',
  'invoice-response.unknown': 'The Peppol network did not answer whether the supplier accepts Invoice Responses. This does not mean that the supplier rejects them.',
  'invoice-response.slovak-rejection': 'In Slovakia a rejection through Peppol does not cancel the invoice. The supplier corrects it with a credit note.',
} as const;
