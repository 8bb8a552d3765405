import { isLexical } from './lexical.ts';
import type { ValueType } from './read-structure.ts';
import { suggestDate } from './suggest-date.ts';
import { suggestDecimal } from './suggest-decimal.ts';
import type { ValueSuggestion } from './value-suggestion.ts';

/** Explains an invalid value of a type and suggests a correction. */
export function suggestValue(type: ValueType, value: string): ValueSuggestion {
  const suggestion = guess(type, value);
  const isRight = suggestion.corrected !== null && isLexical(type, suggestion.corrected);
  if (isRight) return suggestion;
  const readings = suggestion.readings?.filter((reading) => isLexical(type, reading)) ?? [];
  return { mistake: suggestion.mistake, corrected: null, ...(readings.length > 0 && { readings }) };
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
