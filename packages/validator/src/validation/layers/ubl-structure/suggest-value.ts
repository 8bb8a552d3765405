import { isLexical } from './lexical.ts';
import type { ValueType } from './read-structure.ts';

/** Why a value is not of its type, where people make a known mistake. */
export type ValueMistake =
  | 'empty'
  | 'no-such-day'
  | 'local-date'
  | 'date-with-time'
  | 'date-separators'
  | 'decimal-comma'
  | 'currency'
  | 'grouped'
  | 'with-text'
  | 'scientific'
  | 'word';

export type ValueSuggestion = {
  readonly mistake: ValueMistake | null;
  /** The value as it should be written, where there is no doubt. */
  readonly corrected: string | null;
};

/** What is wrong with a value that is not of its type. */
export function suggestValue(type: ValueType, value: string): ValueSuggestion {
  const suggestion = guess(type, value);
  const isRight = suggestion.corrected !== null && isLexical(type, suggestion.corrected);
  return isRight ? suggestion : { ...suggestion, corrected: null };
}

function guess(type: ValueType, value: string): ValueSuggestion {
  if (value === '') return { mistake: 'empty', corrected: null };
  switch (type) {
    case 'decimal':
      return suggestDecimal(value);
    case 'date':
      return suggestDate(value);
    case 'boolean':
      return suggestBoolean(value);
    default:
      return { mistake: null, corrected: null };
  }
}

const YES = ['true', '1', 'áno', 'ano', 'yes', 'ja', 'pravda', 'a', 'y'];
const NO = ['false', '0', 'nie', 'ne', 'no', 'nein', 'nepravda', 'n'];

function suggestBoolean(value: string): ValueSuggestion {
  const word = value.trim().toLowerCase();
  const corrected = YES.includes(word) ? 'true' : NO.includes(word) ? 'false' : null;
  return { mistake: corrected === null ? null : 'word', corrected };
}

function suggestDecimal(value: string): ValueSuggestion {
  if (/^[-+]?\d+,\d+$/.test(value)) {
    // `1,234` may be a grouped whole number as well.
    return { mistake: 'decimal-comma', corrected: /^[-+]?\d+,\d{3}$/.test(value) ? null : value.replace(',', '.') };
  }
  if (/^[-+]?\d{1,3}([ \u00a0\u202f']\d{3})+([.,]\d+)?$/.test(value)) {
    return { mistake: 'grouped', corrected: value.replace(/[ \u00a0\u202f']/g, '').replace(',', '.') };
  }
  // Two kinds of separators: the last one is that of the decimals.
  const [, whole, decimals] =
    /^([-+]?\d{1,3}(?:\.\d{3})+),(\d+)$|^$/.exec(value) ?? /^([-+]?\d{1,3}(?:,\d{3})+)\.(\d+)$/.exec(value) ?? [];
  if (whole !== undefined) return { mistake: 'grouped', corrected: `${whole.replace(/[.,]/g, '')}.${decimals}` };
  if (/^[-+]?\d[\d.,]*$/.test(value)) return { mistake: 'grouped', corrected: null };
  if (SCIENTIFIC.test(value)) return { mistake: 'scientific', corrected: withoutExponent(value) };
  const bare = /^(?:(?:EUR|\u20ac)[ \u00a0]?)?([-+]?\d[^A-Za-z\u20ac%]{0,40}?)[ \u00a0]?(?:EUR|\u20ac|%)?$/i.exec(
    value,
  )?.[1];
  if (bare !== undefined && bare !== value) {
    return { mistake: 'currency', corrected: isLexical('decimal', bare) ? bare : suggestDecimal(bare).corrected };
  }
  // `597,-` is a price without cents.
  const round = WITHOUT_CENTS.exec(value)?.[1];
  if (round !== undefined) return { mistake: 'currency', corrected: round };
  const number = WITH_WORD.exec(value)?.[1];
  if (number !== undefined) {
    return {
      mistake: 'with-text',
      corrected: isLexical('decimal', number) ? number : suggestDecimal(number).corrected,
    };
  }
  return { mistake: null, corrected: null };
}

const SCIENTIFIC = /^([-+]?\d{1,20})(?:\.(\d{1,20}))?E([-+]?\d{1,2})$/i;
const WITHOUT_CENTS = /^([-+]?\d{1,12})[.,](?:-{1,2}|\u2013|\u2014)$/;
const WITH_WORD = /^([-+]?\d[\d.,\u00a0 ]{0,30}?)[ \u00a0]?(?!E[-+]?\d)[\p{L}$£][\p{L}.²³/]{0,9}$/iu;

/** `2.55E2` as `255`. */
function withoutExponent(value: string): string {
  const [, whole = '', decimals = '', exponent = '0'] = SCIENTIFIC.exec(value) ?? [];
  const sign = whole.startsWith('-') ? '-' : '';
  const digits = whole.replace(/^[-+]/, '') + decimals;
  const point = digits.length - decimals.length + Number(exponent);
  const padded = point > 0 ? digits.padEnd(point, '0') : digits.padStart(digits.length - point + 1, '0');
  const at = Math.max(point, 1);
  const [before, after] = [padded.slice(0, at).replace(/^0+(?=\d)/, ''), padded.slice(at)];
  return `${sign}${before}${after === '' ? '' : `.${after}`}`;
}

function suggestDate(value: string): ValueSuggestion {
  const local = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})$/.exec(value);
  if (local !== null) {
    const [, day = '', month = '', year = ''] = local;
    return { mistake: 'local-date', corrected: `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` };
  }
  const written = /^(\d{4})(?:\/(\d{2})\/|(\d{2}))(\d{2})$/.exec(value);
  if (written !== null) {
    const [, year, slashed, bare, day] = written;
    return { mistake: 'date-separators', corrected: `${year}-${slashed ?? bare}-${day}` };
  }
  const dayFirst = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})$/.exec(value);
  if (dayFirst !== null) {
    const [, day = '', month = '', year = ''] = dayFirst;
    // `03/04/2026` is the third of April here and the fourth of March in America.
    const isCertain = Number(day) > 12 || day === month;
    // A month above twelve is a day: the date is written as in America.
    const [realMonth, realDay] = Number(month) > 12 ? [day, month] : [month, day];
    const corrected = `${year}-${realMonth.padStart(2, '0')}-${realDay.padStart(2, '0')}`;
    return { mistake: 'local-date', corrected: isCertain || Number(month) > 12 ? corrected : null };
  }
  const timed = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}/.exec(value);
  if (timed !== null) return { mistake: 'date-with-time', corrected: timed[1]! };
  if (/^\d{4}-\d{2}-\d{2}(Z|[-+]\d{2}:\d{2})?$/.test(value)) return { mistake: 'no-such-day', corrected: null };
  return { mistake: null, corrected: null };
}
