import type { intakeResult as english } from '../en/intake-result.ts';
import type { TranslationOf } from '../icu/translation.ts';

export const intakeResult = {
  'intake-result.label.title': 'Kontrola elektronickej faktúry',
  'intake-result.label.valid': 'Doklad vyhovuje použitým pravidlám.',
  'intake-result.label.invalid': 'Doklad nevyhovuje použitým pravidlám.',
  'intake-result.label.field': 'Údaj',
  'intake-result.label.value': 'Hodnota',
  'intake-result.label.file': 'Súbor',
  'intake-result.label.number': 'Číslo faktúry',
  'intake-result.label.issued': 'Dátum vyhotovenia',
  'intake-result.label.seller': 'Predávajúci',
  'intake-result.label.buyer': 'Kupujúci',
  'intake-result.label.due': 'Suma na úhradu',
  'intake-result.label.digest': 'Odtlačok SHA-256',
  'intake-result.label.rules': 'Použité pravidlá',
  'intake-result.label.skipped': 'Neposúdené vrstvy',
  'intake-result.label.counts': 'Nálezy',
  'intake-result.label.causes': 'Čo je príčinou',
  'intake-result.label.findings': 'Nálezy',
  'intake-result.label.fix': 'Ako opraviť',
  'intake-result.label.line': 'riadok',
  'intake-result.label.more': 'Ďalšie nálezy sú v súbore result.json, počet',
  'intake-result.level.fatal': 'chyba',
  'intake-result.level.warning': 'upozornenie',
  'intake-result.level.info': 'informácia',
} as const satisfies TranslationOf<typeof english>;
