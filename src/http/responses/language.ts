import type { Language } from '@e-invoice/validator/issues';

export type { Language } from '@e-invoice/validator/issues';

/**
 * Chooses the language by the Accept-Language header (RFC 9110, section 12.5.4); Slovak unless English is preferred.
 */
export function chooseLanguage(header: string | undefined): Language {
  if (header === undefined || header === '') return 'sk';
  let best: Language = 'sk';
  let weight = 0;
  for (const part of header.split(',', 50)) {
    const [range = '', ...parameters] = part.trim().toLowerCase().split(';');
    const language = range.split('-', 1)[0];
    if (language !== 'sk' && language !== 'en') continue;
    const q = parameters
      .map((parameter) => /^\s*q=([\d.]+)\s*$/.exec(parameter)?.[1])
      .find((found) => found !== undefined);
    const quality = q === undefined ? 1 : Number(q);
    if (quality > weight) {
      best = language;
      weight = quality;
    }
  }
  return best;
}
