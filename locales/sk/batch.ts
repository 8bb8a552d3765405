import type { batch as english } from '../en/batch.ts';
import type { TranslationOf } from '../icu/translation.ts';

export const batch = {
  'batch.file-skipped': 'Súbor podľa názvu ani obsahu nie je XML ani PDF, preto sa nekontroloval.',
  'batch.file-unfinished': 'Validácia súboru sa pre poruchu služby nedokončila. Súbor sa dá skúsiť znova.',
  'batch.file-unfinished-remedy': "Skúste nedokončené súbory dávky znova (POST /api/batches/'{id}'/retry).",
  'batch.vat-unfinished': 'Overenie sa pre poruchu služby nedokončilo. Nie je to záporná odpoveď.',
} as const satisfies TranslationOf<typeof english>;
