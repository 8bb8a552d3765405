import { fill } from '../../lib/format.ts';
import { formatNumber } from './format.ts';
import type { Language } from './labels.data.ts';

/**
 * Discounts and interest in the encoding of XRechnung (BR-DE-18): `#SKONTO#TAGE=14#PROZENT=2.00#BASISBETRAG=252.94#`.
 */
const CODED =
  /^[ \t]*#(SKONTO|VERZUG)#TAGE=(\d{1,5})#PROZENT=(\d{1,3}(?:\.\d{1,4})?)#(?:BASISBETRAG=(-?\d{1,15}(?:\.\d{1,4})?)#)?[ \t]*$/gm;

const WORDS = {
  sk: {
    SKONTO: 'Skonto {percent} % pri úhrade do {days} dní',
    VERZUG: 'Úrok z omeškania {percent} % od {days}. dňa po splatnosti',
    base: 'zo sumy',
  },
  en: {
    SKONTO: '{percent} % discount for payment within {days} days',
    VERZUG: '{percent} % interest from day {days} after the due date',
    base: 'of',
  },
} as const;

/** Formats payment terms (BT-20): encoded discounts as text, all other lines unchanged. */
export const formatTerms = (text: string | null, language: Language): string | null =>
  text?.replaceAll(CODED, (_, kind: 'SKONTO' | 'VERZUG', days: string, percent: string, base: string | undefined) => {
    const words = WORDS[language];
    const sentence = fill(words[kind], { days: Number(days), percent: formatNumber(percent, language) });
    return base === undefined ? sentence : `${sentence} ${words.base} ${formatNumber(base, language, 2)}`;
  }) ?? null;
