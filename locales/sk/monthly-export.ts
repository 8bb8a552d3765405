import type { monthlyExport as english } from '../en/monthly-export.ts';
import type { TranslationOf } from '../icu/translation.ts';

export const monthlyExport = {
  'monthly-export.column.position': 'Poradové číslo',
  'monthly-export.column.id': 'Záznam',
  'monthly-export.column.created_at': 'Čas kontroly (UTC)',
  'monthly-export.column.filename': 'Súbor',
  'monthly-export.column.sha256': 'SHA-256',
  'monthly-export.column.size_bytes': 'Veľkosť (B)',
  'monthly-export.column.verdict': 'Výsledok',
  'monthly-export.column.fatal': 'Závažné chyby',
  'monthly-export.column.warning': 'Upozornenia',
  'monthly-export.column.info': 'Poznámky',
  'monthly-export.column.document_type': 'Druh dokladu',
  'monthly-export.column.invoice_id': 'Číslo faktúry',
  'monthly-export.column.issue_date': 'Dátum vyhotovenia',
  'monthly-export.column.seller_name': 'Predávajúci',
  'monthly-export.column.buyer_name': 'Kupujúci',
  'monthly-export.column.payable_amount': 'Suma na úhradu',
  'monthly-export.column.currency': 'Mena',
  'monthly-export.column.log_index': 'Miesto vo verejnom denníku',
  'monthly-export.column.document_id': 'Doklad (ID)',
  'monthly-export.verdict.valid': 'vyhovuje',
  'monthly-export.verdict.invalid': 'nevyhovuje',
} as const satisfies TranslationOf<typeof english>;
