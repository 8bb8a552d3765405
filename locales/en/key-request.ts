/** Requests for keys. */
export const keyRequest = {
  'key-request.neither': 'Enter the IČO or the VAT number.',
  'key-request.no-ico': 'An IČO has eight digits. The check digit is wrong.',
} as const;
