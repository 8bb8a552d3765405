import { isLexical } from './lexical.ts';
import type { ValueSuggestion } from './value-suggestion.ts';

/** Suggests the intended date for an invalid value. */
export function suggestDate(value: string): ValueSuggestion {
  const local = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})$/.exec(value);
  if (local !== null) {
    const [, day = '', month = '', year = ''] = local;
    return { mistake: 'local-date', corrected: dateOf(year, month, day) };
  }
  const short = /^(\d{1,2})\.\s?(\d{1,2})\.\s?([2-4]\d)$/.exec(value);
  if (short !== null) {
    const [, day = '', month = '', year = ''] = short;
    return { mistake: 'short-date', corrected: dateOf(`20${year}`, month, day) };
  }
  const words = /^(\d{1,2})\.?\s{1,3}(\p{L}{3,12})\.?\s{1,3}(\d{4})$/u.exec(value);
  if (words !== null) {
    const [, day = '', name = '', year = ''] = words;
    const month = monthOf(name);
    return { mistake: 'date-words', corrected: month === null ? null : dateOf(year, month, day) };
  }
  const loose = /^(\d{4})([-./])(\d{1,2})\2(\d{1,2})$/.exec(value);
  // A value in the right format names a day that does not exist.
  if (loose !== null && !/^\d{4}-\d{2}-\d{2}$/.test(value)) {
    const [, year = '', , month = '', day = ''] = loose;
    return { mistake: 'date-separators', corrected: dateOf(year, month, day) };
  }
  if (/^[3-6]\d{4}$/.test(value)) return { mistake: 'date-number', corrected: dateOfSheet(Number(value)) };
  if (/^[\dOolI]{4}-[\dOolI]{2}-[\dOolI]{2}$/.test(value) && /[OolI]/.test(value)) {
    return { mistake: 'letters', corrected: value.replaceAll(/[Oo]/g, '0').replaceAll(/[lI]/g, '1') };
  }
  const written = /^(\d{4})(?:\/(\d{2})\/|(\d{2}))(\d{2})$/.exec(value);
  if (written !== null) {
    const [, year, slashed, bare, day] = written;
    return { mistake: 'date-separators', corrected: `${year}-${slashed ?? bare}-${day}` };
  }
  const dayFirst = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})$/.exec(value);
  if (dayFirst !== null) {
    const [, day = '', month = '', year = ''] = dayFirst;
    // `03/04/2026` is 3 April in Europe and March 4 in the USA.
    const isCertain = Number(day) > 12 || day === month;
    // A month above twelve is a day: the date is in US order.
    const [realMonth, realDay] = Number(month) > 12 ? [day, month] : [month, day];
    const corrected = dateOf(year, realMonth, realDay);
    if (isCertain || Number(month) > 12) return { mistake: 'local-date', corrected };
    return { mistake: 'local-date', corrected: null, readings: [corrected, dateOf(year, day, month)] };
  }
  const timed = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}/.exec(value);
  if (timed !== null) return { mistake: 'date-with-time', corrected: timed[1]! };
  // An invoice date has no time of day, so removing its time zone does not change it. A day that does not exist stays
  // invalid.
  const zoned = /^(\d{4}-\d{2}-\d{2})(?:Z|[-+]\d{2}:\d{2})$/.exec(value)?.[1];
  if (zoned !== undefined && isLexical('date', zoned)) return { mistake: 'date-with-zone', corrected: zoned };
  if (/^\d{4}-\d{2}-\d{2}(Z|[-+]\d{2}:\d{2})?$/.test(value)) return { mistake: 'no-such-day', corrected: null };
  return { mistake: null, corrected: null };
}

const dateOf = (year: string, month: string, day: string): string =>
  `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;

/** Beginnings of month names in Slovak, Czech, German and English, without accents. */
const MONTHS: readonly RegExp[] = [
  /^(jan|led)/,
  /^(feb|uno)/,
  /^(mar|bre)/,
  /^(apr|dub)/,
  /^(maj|may|mai|kve)/,
  /^(jun|cerven$|cervna)/,
  /^(jul|cervenec|cervence)/,
  /^(aug|srp)/,
  /^(sep|zar)/,
  /^(okt|oct|rij)/,
  /^(nov|lis)/,
  /^(dec|dez|pro)/,
];

function monthOf(name: string): string | null {
  const plain = name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const found = MONTHS.flatMap((month, index) => (month.test(plain) ? [index + 1] : []));
  return found.length === 1 ? String(found[0]) : null;
}

const MILLISECONDS_A_DAY = 86_400_000;
/** Day 0 of spreadsheet date numbers above 60 (lower numbers are off by one). */
const SHEET_START = Date.UTC(1899, 11, 30);

/** The date of a spreadsheet day number. */
const dateOfSheet = (days: number): string =>
  new Date(SHEET_START + days * MILLISECONDS_A_DAY).toISOString().slice(0, 10);
