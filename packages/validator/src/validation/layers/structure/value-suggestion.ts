/** Known mistakes in values. */
export type ValueMistake =
  | 'empty'
  | 'no-such-day'
  | 'local-date'
  | 'date-with-time'
  | 'date-separators'
  | 'date-with-zone'
  | 'decimal-comma'
  | 'currency'
  | 'grouped'
  | 'with-text'
  | 'scientific'
  | 'letters'
  | 'sign'
  | 'double-point'
  | 'short-date'
  | 'date-words'
  | 'date-number'
  | 'word';

export type ValueSuggestion = {
  readonly mistake: ValueMistake | null;
  /** The correct form of the value, if certain. */
  readonly corrected: string | null;
  /** Possible values, likeliest first, if uncertain; the rest of the document decides which one is correct. */
  readonly readings?: readonly string[];
};
