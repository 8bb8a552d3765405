/** Rules about an element's presence alone: what is said of them is made from what the element means. */

export { describeRestriction, type RestrictionSentences } from './describe-restriction.ts';
export { explainRestriction } from './explain-restriction.ts';
export { meaningOf, type RestrictionFacts } from './restriction.ts';
