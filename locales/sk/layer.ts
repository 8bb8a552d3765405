import type { layer as english } from '../en/layer.ts';
import type { TranslationOf } from '../icu/translation.ts';

export const layer = {
  'layer.XML': 'Zápis XML',
  'layer.SBDH': 'Obálka SBDH',
  'layer.UBL': 'Štruktúra UBL',
  'layer.CII': 'Štruktúra CII',
  'layer.EN16931': 'Norma EN 16931',
  'layer.PEPPOL': 'Peppol BIS Billing',
  'layer.NATIONAL': 'Pravidlá iných štátov',
  'layer.SK': 'Slovenská vrstva',
} as const satisfies TranslationOf<typeof english>;
