import type { Document } from './document.ts';

/**
 * Whether the validation result covers all rules for the document, which sending requires. A result for selected
 * layers or another rule set is not sufficient.
 */
export function isFullyValidated({ ruleset, options }: Pick<Document, 'ruleset' | 'options'>): boolean {
  if (ruleset !== null) return ruleset.coverage !== 'asked';
  // Before the validation, the options decide.
  return options.layers === undefined && options.ruleset === undefined;
}
