import type { job as english } from '../en/job.ts';
import type { TranslationOf } from '../icu/translation.ts';

export const job = {
  'job.ruleset-unknown': 'Sada pravidiel {requested} nie je nainštalovaná alebo v daný deň neplatí. Dostupné: {list}.',
  'job.layer-not-in-ruleset': 'Sada pravidiel {ruleset}, ktorá sa na dokument použije, nemá vrstvu {missing}. Má tieto: {has}.',
  'job.validation-too-costly': 'Validácia súboru prekročila povolený čas alebo pamäť a bola ukončená.',
  'job.pdf-unfinished': 'PDF sa pre poruchu služby nepodarilo vytvoriť. Krok sa dá skúsiť znova.',
  'job.no-invoice': 'Súbor nie je faktúra ani dobropis, ktorý by sa dal zobraziť.',
  'job.pdf-too-costly': 'PDF tejto faktúry prekročilo povolený čas alebo pamäť.',
  'job.validation-unfinished': 'Validácia sa pre poruchu služby nedokončila. Dokument sa dá skúsiť znova.',
  'job.evidence-unfinished': 'Protokol sa pre poruchu služby nepodarilo vytvoriť. Krok sa dá skúsiť znova.',
} as const satisfies TranslationOf<typeof english>;
