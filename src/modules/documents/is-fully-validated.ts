import type { Document } from './document.ts';

/**
 * Whether the verdict is on all rules that are there for the document, so that it may go out. One on what its submitter
 * asked for alone, some layers or another rule set, says nothing of the rest.
 */
export function isWhollyJudged({ ruleset, options }: Pick<Document, 'ruleset' | 'options'>): boolean {
  if (ruleset !== null) return ruleset.coverage !== 'asked';
  // A verdict of before does not say: of a document that was not to be judged by its own rules nobody knows.
  return options.layers === undefined && options.ruleset === undefined;
}
