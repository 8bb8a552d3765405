import type { taxData as english } from '../en/tax-data.ts';
import type { TranslationOf } from '../icu/translation.ts';

export const taxData = {
  'tax-data.title': 'Čo sa z faktúry dozvie finančná správa',
  'tax-data.preview': 'Náhľad podľa špecifikácie SK Tax Data Document 1.0.0, ktorá je v pripomienkovaní. Nikomu sa nič neodoslalo; údaje hlási digitálny poštár, nie vy. Jeho identifikátory v náhľade sú zástupné.',
  'tax-data.missing': 'Hlásenie by nebolo úplné, vo faktúre chýba',
  'tax-data.document': 'Identifikátor dokladu',
  'tax-data.unknown': 'nedá sa určiť',
  'tax-data.reporter': 'Kto hlási',
  'tax-data.C2': 'digitálny poštár odosielateľa (C2)',
  'tax-data.C3': 'digitálny poštár príjemcu (C3)',
  'tax-data.scope': 'Rozsah',
  'tax-data.D': 'tuzemské plnenie',
  'tax-data.IC': 'v rámci Európskej únie',
  'tax-data.INTL': 'mimo Európskej únie',
  'tax-data.reported': 'Nahlási sa',
  'tax-data.dropped': 'Nenahlási sa',
  'tax-data.nothing': 'Nič.',
} as const satisfies TranslationOf<typeof english>;
