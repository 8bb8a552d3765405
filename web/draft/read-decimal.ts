import type { Language } from '../../src/modules/result-view/index.ts';

/** A number as a decimal with a point, or, for ambiguous input, both readings written unambiguously. */
type ReadDecimal = { readonly decimal: string } | { readonly thousands: string; readonly fraction: string };

/**
 * Ambiguous: with one separator and three digits the number is a thousand in one country and has three decimals in
 * another.
 */
const TWO_WAYS = /^(-?[1-9]\d{0,2})([.,])(\d{3})$/;

/**
 * Parses a number as typed; a percent sign is preserved. On Slovak pages a comma is always the decimal mark; a point
 * is ambiguous, because some users write "1.000" for a thousand. Input that is not a number is returned unchanged.
 *
 * @param language of the page on which it was typed
 */
export function readDecimal(typed: string, language: Language): ReadDecimal {
  const signed = typed
    .trim()
    .replace(/^[\u2212\u2013]/, '-')
    .replace(/^-\s+/, '-');
  const text = signed.endsWith('%') ? `${signed.slice(0, -1).trimEnd()}%` : signed;
  const [, whole = '', mark, decimals = ''] = TWO_WAYS.exec(text) ?? [];
  if (mark === '.' || (mark === ',' && language === 'en')) {
    const isShorter = decimals.endsWith('0');
    const unlikeThousands = isShorter ? decimals.slice(0, -1) : language === 'en' ? `${decimals}0` : decimals;
    return { thousands: whole + decimals, fraction: `${whole}${language === 'en' ? '.' : ','}${unlikeThousands}` };
  }
  // Spaces are removed only between groups of thousands; in other positions a space may be meant as a decimal mark.
  const isGrouped = /^-?\d{1,3}(\s\d{3})+([.,]\d*)?%?$/.test(text);
  return { decimal: (isGrouped ? text.replaceAll(/\s/g, '') : text).replace(',', '.') };
}
