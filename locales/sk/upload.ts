import type { upload as english } from '../en/upload.ts';
import type { TranslationOf } from '../icu/translation.ts';

export const upload = {
  'upload.either': 'files so zoznamom súborov, alebo content s jediným súborom',
} as const satisfies TranslationOf<typeof english>;
