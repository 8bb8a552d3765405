import type { keyRequest as english } from '../en/key-request.ts';
import type { TranslationOf } from '../icu/translation.ts';

export const keyRequest = {
  'key-request.neither': 'Uveďte IČO alebo IČ DPH.',
  'key-request.no-ico': 'IČO má osem číslic. Kontrolná číslica nesedí.',
} as const satisfies TranslationOf<typeof english>;
