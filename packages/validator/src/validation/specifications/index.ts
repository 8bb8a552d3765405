/** The specification that a document claims (BT-24) and its relation to EN 16931. The registry is data. */
export { type ClaimedSpecification, findSpecification, NO_CLAIM } from './find-specification.ts';
export { bestMatch } from './match-customization.ts';
export type { Family, Specification } from './specification.ts';
