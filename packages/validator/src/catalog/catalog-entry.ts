import type { Fix, Layer, Level, Text } from '../issues/index.ts';
import type { RuleSource } from './rule-facts.ts';

/** Catalog entry of a rule: the fields of the contract (section 9) and further fields for pages and assistants. */
export type CatalogEntry = {
  readonly rule_id: string;
  readonly layer: Layer;
  readonly level: Level;
  /** Short description of the mistake. */
  readonly title: Text;
  /** The mistake in one sentence. */
  readonly message: Text;
  /** Purpose of the rule. */
  readonly explanation: Text;
  /** Usual cause in practice. */
  readonly cause: Text;
  /** How to fix it. */
  readonly fix: Fix;
  /** Path of the element that the rule is about: in UBL, of rules for CII only in CII. */
  readonly xpath: string;
  /** The same path in a Cross Industry Invoice; null if the rule does not apply to CII. */
  readonly xpath_cii: string | null;
  /** XPath of the rule's context; null if the rule is not written in Schematron. */
  readonly context: string | null;
  /** Ids of the business terms and groups of EN 16931 that the rule refers to. */
  readonly business_terms: readonly string[];
  /** The business terms with their names and their places in both syntaxes, in the same order. */
  readonly terms: readonly TermEntry[];
  /** Fragments of an invoice, with the usual prefixes; null if no fragment can show the mistake. */
  readonly example: { readonly wrong: string; readonly right: string } | null;
  readonly source: RuleSource;
  /** Relative URL of the rule's page. */
  readonly ruleUrl: string;
  /** Ids of related rules, closest first. */
  readonly related: readonly string[];
};

export type TermEntry = {
  readonly id: string;
  readonly name: Text;
  /** Place in a UBL invoice. */
  readonly xpath: string;
  /** Place in a Cross Industry Invoice; null if the term has no place there. */
  readonly xpath_cii: string | null;
};

/** Relative URL of a rule's page. */
export const ruleUrlOf = (ruleId: string): string => `/chyby/${encodeURIComponent(ruleId)}/`;
