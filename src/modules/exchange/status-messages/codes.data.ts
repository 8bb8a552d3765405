/** What a buyer says of an invoice (Peppol BIS 3, T111; a part of UNCL4343). */
export const RESPONSE_CODES = ['AB', 'IP', 'UQ', 'CA', 'RE', 'AP', 'PD'] as const;
export type ResponseCode = (typeof RESPONSE_CODES)[number];

/** Why (list OPStatusReason of T111). */
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

/** What the seller is asked to do (list OPStatusAction of T111). */
export const ACTION_CODES = ['NOA', 'PIN', 'NIN', 'CNF', 'CNP', 'CNA', 'OTH'] as const;
