/**  */
export const vat = {
  'vat.register-silent': 'The register of {country} did not answer within 24 hours. This is not a negative answer.',
} as const;
