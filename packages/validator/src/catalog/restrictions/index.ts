/** Rules about the presence of elements; their texts are generated from the meanings of the elements. */

export { ciiXPathOfRestriction, namedCiiPath } from './cii-paths.ts';
export { describeRestriction, type RestrictionSentences } from './describe-restriction.ts';
export { explainRestriction } from './explain-restriction.ts';
export { type RestrictionFacts, readSubject } from './restriction.ts';
