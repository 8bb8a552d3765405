import type { Layer } from './layer.ts';
import type { Level } from './level.ts';

/** A text in both languages of the service. */
export type Text = {
  readonly sk: string;
  readonly en: string;
};

/** How to fix an issue: the text of the rule or cause, and variants for two audiences. */
export type Fix = Text & {
  /** For users of accounting software: what to do there and on the invoice, without XML element names. */
  readonly program: Text;
  /** For developers. */
  readonly xml: Text;
};

/** A number in a calculation. */
export type CalculationTerm = {
  /** Null for a constant, e.g. 100 in a percentage. */
  readonly business_term: string | null;
  readonly label: Text;
  /** As stated in the invoice. */
  readonly amount: string;
  /** Terms are evaluated from left to right; the first term is the initial value. */
  readonly operation: 'add' | 'subtract' | 'multiply' | 'divide';
  /** Null if the value is not stated and its default applies. */
  readonly location: string | null;
};

/** The calculation of an arithmetic rule in exact decimals. */
export type Calculation = {
  readonly terms: readonly CalculationTerm[];
  /** Number of terms omitted because of the limit; the result includes them. */
  readonly terms_left_out?: number;
  readonly result: string;
  /** The amount stated in the invoice, or null. */
  readonly stated: string | null;
  /** Stated amount minus result. */
  readonly difference: string | null;
};

/** One finding. Field names follow the published interface (2.4) and the contract (section 2). */
export type Issue = {
  readonly level: Level;
  readonly layer: Layer;
  readonly rule_id: string;
  readonly catalogRuleId: string;
  /** In Slovak, or in English if requested. */
  readonly message: string;
  readonly message_en: string;
  /** Absolute path with positional predicates and the usual prefixes, e.g. `/Invoice/cac:InvoiceLine[2]/cbc:ID`. */
  readonly location: string;
  readonly xpath: string;
  /** Position of the element in the submitted text, from 1; null if there is no position (empty file). */
  readonly line: number | null;
  readonly column: number | null;
  readonly business_terms: readonly string[];
  /** The offending text, at most 200 characters. */
  readonly value: string | null;
  /** The correct value, if it can be computed. */
  readonly expected: string | null;
  /** For arithmetic rules: the total, its terms and the difference. */
  readonly calculation?: Calculation;
  /** For code list rules: similar codes, most likely first. */
  readonly suggestions?: readonly string[];
  readonly ruleUrl: string;
  readonly fix: Fix;
  /**
   * Present and true if evaluation of the rule ended with a dynamic error: the rule neither holds nor fails, and the
   * document is not reported as valid.
   */
  readonly undetermined?: true;
};
