import type { Layer } from './layer.ts';
import type { Level } from './level.ts';

/** A text for people in both languages of the service. */
export type Text = {
  readonly sk: string;
  readonly en: string;
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
  readonly ruleUrl: string;
  readonly fix: Text;
  /** Present and true when the rule stopped with a dynamic error: it neither holds nor fails, and validity is not claimed. */
  readonly undetermined?: true;
};
