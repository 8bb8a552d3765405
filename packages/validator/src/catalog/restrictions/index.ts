/** Rules about an element's presence alone: what is said of them is made from what the element means. */
export { explainRestriction } from './explain-restriction.ts';
export { meaningOf, type RestrictionFacts } from './restriction.ts';
export { type RestrictionSentences, sayRestriction } from './say-restriction.ts';
