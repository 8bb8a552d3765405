import type { Language } from '../../src/modules/result-view/index.ts';

/** What was typed as a number: in the form that programs write; or two numbers that it may be, each so written that it is one alone. */
type ReadDecimal = { readonly decimal: string } | { readonly thousands: string; readonly fraction: string };

/** A thousand of one country, a one with three decimals of another. */
const TWO_WAYS = /^(-?[1-9]\d{0,2})([.,])(\d{3})$/;

/**
 * Reads a number that a person has typed; a percentage stays one. A comma is the decimal mark of Slovakia and of nothing
 * else there; a point is both for who is used to "1.000". What is no number is given back as it is.
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
  // Blanks stand between thousands alone: elsewhere one may be the mark that was meant.
  const isGrouped = /^-?\d{1,3}(\s\d{3})+([.,]\d*)?%?$/.test(text);
  return { decimal: (isGrouped ? text.replaceAll(/\s/g, '') : text).replace(',', '.') };
}
