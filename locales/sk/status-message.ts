import type { statusMessage as english } from '../en/status-message.ts';
import type { TranslationOf } from '../icu/translation.ts';

export const statusMessage = {
  'status-message.rejected': 'Prístupový bod príjemcu doklad odmietol alebo ho nedoručil.',
} as const satisfies TranslationOf<typeof english>;
