import type { vat as english } from '../en/vat.ts';
import type { TranslationOf } from '../icu/translation.ts';

export const vat = {
  'vat.register-silent': 'Register štátu {country} ani do 24 hodín neodpovedal. Nie je to záporná odpoveď.',
} as const satisfies TranslationOf<typeof english>;
