import type { Document } from './document.ts';

/**
 * Whether the validation result covers all rules for the document, which sending requires. A result for selected
 * layers or another rule set is not sufficient.
 */
export function isWhollyJudged({ ruleset, options }: Pick<Document, 'ruleset' | 'options'>): boolean {
  if (ruleset !== null) return ruleset.coverage !== 'asked';
  // Results of earlier versions store no coverage, so it is derived from the options.
  return options.layers === undefined && options.ruleset === undefined;
}
