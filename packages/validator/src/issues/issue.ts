import type { Layer } from './layer.ts';
import type { Level } from './level.ts';

/** A text for people in both languages of the service. */
export type Text = {
  readonly sk: string;
  readonly en: string;
};

/** What to change: in the words of the rule or cause, and for either of its readers. */
export type Fix = Text & {
  /** For whoever sits at the accounting software: what to do there and on the invoice, without names of elements. */
  readonly program: Text;
  /** For developers. */
  readonly xml: Text;
};

/** A number that a calculation reads. */
export type CalculationTerm = {
  /** Null for a constant, e.g. the hundred of a percentage. */
  readonly business_term: string | null;
  readonly label: Text;
  /** As the invoice states it. */
  readonly amount: string;
  /** How it enters: the terms are read from left to right, the first as it is. */
  readonly operation: 'add' | 'subtract' | 'multiply' | 'divide';
  /** Null where it is not stated and its default counts. */
  readonly location: string | null;
};

/** What an arithmetic rule computes, number by number; exact decimals. */
export type Calculation = {
  readonly terms: readonly CalculationTerm[];
  /** How many more there are, when they are too many to be told; the result counts them. */
  readonly terms_left_out?: number;
  readonly result: string;
  /** What the invoice states instead; null when it states nothing. */
  readonly stated: string | null;
  /** Stated less result. */
  readonly difference: string | null;
};

/** One finding. Field names are the published interface's (2.4) and the contract's (section 2). */
export type Issue = {
  readonly level: Level;
  readonly layer: Layer;
  readonly rule_id: string;
  readonly catalogRuleId: string;
  /** Slovak, unless the caller asked for English. */
  readonly message: string;
  readonly message_en: string;
  /** Absolute path with positional predicates and the usual prefixes, e.g. `/Invoice/cac:InvoiceLine[2]/cbc:ID`. */
  readonly location: string;
  readonly xpath: string;
  /** Of the element in the submitted text, both from 1; null where there is no place (an empty file). */
  readonly line: number | null;
  readonly column: number | null;
  readonly business_terms: readonly string[];
  /** The offending text, at most 200 characters. */
  readonly value: string | null;
  /** What would have been right, where that can be computed. */
  readonly expected: string | null;
  /** Of an arithmetic rule: the sum, its parts and the difference. */
  readonly calculation?: Calculation;
  /** Of a code list rule: the nearest codes, the likeliest first. */
  readonly suggestions?: readonly string[];
  readonly ruleUrl: string;
  readonly fix: Fix;
  /** Present and true when the rule stopped with a dynamic error: it neither holds nor fails, and validity is not claimed. */
  readonly undetermined?: true;
};
