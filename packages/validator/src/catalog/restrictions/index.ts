/** Rules about the presence of elements; their texts are generated from the meanings of the elements. */

export { describeRestriction, type RestrictionSentences } from './describe-restriction.ts';
export { explainRestriction } from './explain-restriction.ts';
export { labelOf, type RestrictionFacts } from './restriction.ts';
