import type { Level, Text } from '@e-invoice/validator/issues';

export const LABELS = {
  title: { sk: 'Kontrola elektronickej faktúry', en: 'E-invoice validation' },
  valid: { sk: 'Doklad vyhovuje použitým pravidlám.', en: 'The document complies with the rules applied.' },
  invalid: {
    sk: 'Doklad nevyhovuje použitým pravidlám.',
    en: 'The document does not comply with the rules applied.',
  },
  field: { sk: 'Údaj', en: 'Field' },
  value: { sk: 'Hodnota', en: 'Value' },
  file: { sk: 'Súbor', en: 'File' },
  number: { sk: 'Číslo faktúry', en: 'Invoice number' },
  issued: { sk: 'Dátum vyhotovenia', en: 'Issue date' },
  seller: { sk: 'Predávajúci', en: 'Seller' },
  buyer: { sk: 'Kupujúci', en: 'Buyer' },
  due: { sk: 'Suma na úhradu', en: 'Amount due' },
  digest: { sk: 'Odtlačok SHA-256', en: 'SHA-256 digest' },
  rules: { sk: 'Použité pravidlá', en: 'Rules applied' },
  skipped: { sk: 'Neposúdené vrstvy', en: 'Layers not checked' },
  counts: { sk: 'Nálezy', en: 'Findings' },
  causes: { sk: 'Čo je príčinou', en: 'Root causes' },
  findings: { sk: 'Nálezy', en: 'Findings' },
  fix: { sk: 'Ako opraviť', en: 'How to fix' },
  line: { sk: 'riadok', en: 'line' },
  more: { sk: 'Ďalšie nálezy sú v súbore result.json, počet', en: 'Further findings are in result.json, in number' },
} as const satisfies Readonly<Record<string, Text>>;

export const LEVEL_NAMES: Readonly<Record<Level, Text>> = {
  fatal: { sk: 'chyba', en: 'error' },
  warning: { sk: 'upozornenie', en: 'warning' },
  info: { sk: 'informácia', en: 'information' },
};
