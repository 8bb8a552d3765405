/** Tax data reports. */
export const taxData = {
  'tax-data.title': 'Data reported to the tax office',
  'tax-data.preview': 'A preview according to the specification SK Tax Data Document 1.0.0, which is under review. Nothing was sent; the access point reports the data, not you. Its identifiers in the preview are placeholders.',
  'tax-data.missing': 'The report would be incomplete; the invoice does not contain',
  'tax-data.document': 'Identifier of the document',
  'tax-data.unknown': 'cannot be determined',
  'tax-data.reporter': 'Who reports',
  'tax-data.C2': 'the sender’s access point (C2)',
  'tax-data.C3': 'the receiver’s access point (C3)',
  'tax-data.scope': 'Scope',
  'tax-data.D': 'domestic',
  'tax-data.IC': 'within the European Union',
  'tax-data.INTL': 'outside the European Union',
  'tax-data.reported': 'Reported',
  'tax-data.dropped': 'Not reported',
  'tax-data.nothing': 'Nothing.',
} as const;
