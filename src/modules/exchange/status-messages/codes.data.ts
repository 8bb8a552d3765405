/** Response codes of the buyer (Peppol BIS 3, T111; subset of UNCL4343). */
export const RESPONSE_CODES = ['AB', 'IP', 'UQ', 'CA', 'RE', 'AP', 'PD'] as const;
export type ResponseCode = (typeof RESPONSE_CODES)[number];

/** Reason codes (list OPStatusReason of T111). */
export const REASON_CODES = [
  'NON',
  'REF',
  'LEG',
  'REC',
  'QUA',
  'DEL',
  'PRI',
  'QTY',
  'ITM',
  'PAY',
  'UNR',
  'FIN',
  'PPD',
  'OTH',
] as const;

/** Action codes for the seller (list OPStatusAction of T111). */
export const ACTION_CODES = ['NOA', 'PIN', 'NIN', 'CNF', 'CNP', 'CNA', 'OTH'] as const;
