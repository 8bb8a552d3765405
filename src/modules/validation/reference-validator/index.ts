/**
 * Reference validator: an independent translation of Schematron to XSLT 3.0 run by SaxonJS, libxml2 with an XML
 * Schema generated from the UBL table, adapters to external validators, and the comparison of all results.
 *
 * It reads rule sources and documents with its own libraries and shares no code with the validator and Schematron
 * packages, so that agreement between both is evidence. It must never import them or reuse their findings. Untrusted
 * files are validated in a separate process; file content leaves the machine only with the caller's consent. Only
 * that process may import `structure.ts`: libxml2 adds 20 MB to a process.
 */
export {
  AGREEMENTS,
  type Agreement,
  type Comparison,
  compareOpinions,
  type Difference,
  type SafeSummary,
  summarize,
} from './compare.ts';
export { makeReference, type Reference, type ReferenceParts } from './make-reference.ts';
export { loadReferencePack, type PackPlace, type ReferencePack } from './pack-validator.ts';
export type { PackName } from './process-messages.ts';
export { readableLocation } from './readable-location.ts';
export {
  type Opinion,
  type OpinionIssue,
  REASONS,
  toJudged,
  toPublicOpinion,
  unavailable,
  type ValidationOutcome,
} from './reference-result.ts';
export {
  type Judgement,
  makeSaxonValidator,
  type RawFinding,
  type ReferenceValidatorError,
  readFinding,
  type SaxonFinding,
  type SaxonValidator,
} from './saxon.ts';
export { type Check, type Translation, toXslt } from './schematron-to-xslt.ts';
export { makeItb } from './third-party/itb.ts';
export { makePhorm } from './third-party/phorm.ts';
export type { Departure, Submission, ThirdOpinion, ThirdParty } from './third-party/validator.ts';
export { REFERENCE_NAME, validateFile } from './validate-file.ts';
