import type { Fix, Layer, Level, Text } from '../issues/index.ts';
import type { RuleSource } from './rule-facts.ts';

/** What the catalog tells of a rule: the fields of the contract (section 9) and what pages and assistants show beside them. */
export type CatalogEntry = {
  readonly rule_id: string;
  readonly layer: Layer;
  readonly level: Level;
  /** The mistake in a few words. */
  readonly title: Text;
  /** What is wrong, in one sentence. */
  readonly message: Text;
  /** Why the rule is there. */
  readonly explanation: Text;
  /** What usually goes wrong in practice. */
  readonly cause: Text;
  /** What to change. */
  readonly fix: Fix;
  /** Where an invoice has what the rule is about. */
  readonly xpath: string;
  /** The XPath of what the rule is asked of; null where the rule is not written in Schematron. */
  readonly context: string | null;
  /** Business terms and groups of EN 16931 that the rule speaks of. */
  readonly business_terms: readonly string[];
  /** The same with their names, in the same order. */
  readonly terms: readonly { readonly id: string; readonly name: Text }[];
  /** Fragments of an invoice, with the usual prefixes; null where no fragment can show the mistake. */
  readonly example: { readonly wrong: string; readonly right: string } | null;
  readonly source: RuleSource;
  /** The page of the rule, relative. */
  readonly ruleUrl: string;
  /** Rules about the same terms, the nearest first. */
  readonly related: readonly string[];
};

/** The relative link of a rule's page. */
export const ruleUrlOf = (ruleId: string): string => `/chyby/${encodeURIComponent(ruleId)}/`;
