/** Why a value is not of its type, where people make a known mistake. */
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
  /** The value as it should be written, where there is no doubt. */
  readonly corrected: string | null;
  /** What it may mean where there is doubt, the likeliest first: what the rest of the document agrees with decides. */
  readonly readings?: readonly string[];
};
