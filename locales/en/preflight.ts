/** Combined check of a document before sending. */
export const preflight = {
  'preflight.check.bytes': 'The file and its attachments',
  'preflight.check.validation': 'Rules in force today and after their next change',
  'preflight.check.addressing': 'Electronic addresses',
  'preflight.check.consistency': 'Identifiers agree',
  'preflight.check.routing': 'Delivery through the Peppol network',
  'preflight.check.duplicate': 'Duplicate invoice',
  'preflight.check.law': 'Requirements of the VAT Act',
  'preflight.check.counterparty': 'The buyer’s VAT number',
  'preflight.check.tax_office': 'Data for the tax office',
  'preflight.check.partner': 'The connection to the partner',
  'preflight.check.rendering': 'Rendered invoice',
  'preflight.law.vat-in-euro': 'the VAT amount must also be stated in euro (BT-6, BT-111)',
  'preflight.law.preceding-invoice': 'a credit note should reference the invoice that it corrects (BT-25)',
  'preflight.law.seller-vat-number': 'the seller has no VAT number (BT-31): a VAT payer must state it; a seller not registered as a VAT payer charges no VAT (category O, BT-118)',
  'preflight.law.issue-deadline': 'issued after {deadline}, more than 15 days from delivery (BT-2, BT-72); other deadlines apply to some supplies',
} as const;
