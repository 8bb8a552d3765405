import type { loadShedding as english } from '../en/load-shedding.ts';
import type { TranslationOf } from '../icu/translation.ts';

export const loadShedding = {
  'load-shedding.late': 'Proces služby práve odpovedá oneskorene, napríklad preto, že je počítač zaťažený. Z tejto požiadavky nič neprečítal.',
} as const satisfies TranslationOf<typeof english>;
