import type { Text } from '@e-invoice/validator/issues';

export const COLUMN_NAMES = {
  position: { sk: 'Poradové číslo', en: 'Number' },
  id: { sk: 'Záznam', en: 'Record' },
  created_at: { sk: 'Čas kontroly (UTC)', en: 'Checked at (UTC)' },
  filename: { sk: 'Súbor', en: 'File' },
  sha256: { sk: 'SHA-256', en: 'SHA-256' },
  size_bytes: { sk: 'Veľkosť (B)', en: 'Size (B)' },
  verdict: { sk: 'Výsledok', en: 'Verdict' },
  fatal: { sk: 'Závažné chyby', en: 'Fatal errors' },
  warning: { sk: 'Upozornenia', en: 'Warnings' },
  info: { sk: 'Poznámky', en: 'Notes' },
  document_type: { sk: 'Druh dokladu', en: 'Type' },
  invoice_id: { sk: 'Číslo faktúry', en: 'Invoice number' },
  issue_date: { sk: 'Dátum vyhotovenia', en: 'Issue date' },
  seller_name: { sk: 'Predávajúci', en: 'Seller' },
  buyer_name: { sk: 'Kupujúci', en: 'Buyer' },
  payable_amount: { sk: 'Suma na úhradu', en: 'Amount due' },
  currency: { sk: 'Mena', en: 'Currency' },
  log_index: { sk: 'Miesto vo verejnom denníku', en: 'Place in the public log' },
  document_id: { sk: 'Doklad (ID)', en: 'Document (id)' },
} as const satisfies Readonly<Record<string, Text>>;

export const VERDICTS = {
  valid: { sk: 'vyhovuje', en: 'valid' },
  invalid: { sk: 'nevyhovuje', en: 'not valid' },
} as const satisfies Readonly<Record<string, Text>>;
