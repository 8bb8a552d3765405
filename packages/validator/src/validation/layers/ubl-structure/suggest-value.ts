import { isLexical } from './lexical.ts';
import type { ValueType } from './read-structure.ts';

/** Why a value is not of its type, where people make a known mistake. */
export type ValueMistake =
  | 'empty'
  | 'no-such-day'
  | 'local-date'
  | 'date-with-time'
  | 'decimal-comma'
  | 'currency'
  | 'grouped'
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
      return /^(true|false)$/i.test(value)
        ? { mistake: 'word', corrected: value.toLowerCase() }
        : { mistake: null, corrected: null };
    default:
      return { mistake: null, corrected: null };
  }
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
  const bare = /^(?:(?:EUR|\u20ac)[ \u00a0]?)?([-+]?\d[^A-Za-z\u20ac%]{0,40}?)[ \u00a0]?(?:EUR|\u20ac|%)?$/i.exec(
    value,
  )?.[1];
  if (bare !== undefined && bare !== value) {
    return { mistake: 'currency', corrected: isLexical('decimal', bare) ? bare : suggestDecimal(bare).corrected };
  }
  return { mistake: null, corrected: null };
}

function suggestDate(value: string): ValueSuggestion {
  const local = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})$/.exec(value);
  if (local !== null) {
    const [, day = '', month = '', year = ''] = local;
    return { mistake: 'local-date', corrected: `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` };
  }
  const timed = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}/.exec(value);
  if (timed !== null) return { mistake: 'date-with-time', corrected: timed[1]! };
  if (/^\d{4}-\d{2}-\d{2}(Z|[-+]\d{2}:\d{2})?$/.test(value)) return { mistake: 'no-such-day', corrected: null };
  return { mistake: null, corrected: null };
}
