/**
 * The second judge, and the way to a third: our own translation of Schematron into XSLT 3.0 run by SaxonJS, libxml2
 * with an XML Schema made from the table of UBL, adapters to external validators, and the comparison of what all say.
 *
 * It reads rule sources and documents with its own libraries and shares no code with `engine` or `validation`, so that
 * agreement between the judges is evidence. It must never import them, nor take a finding over from them. Files of
 * strangers are judged in a process of their own; nothing of a file is sent anywhere unless the caller agreed to it.
 * `structure.ts` is that process's alone: libxml2 would take 20 MB of every other.
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
export { loadPackJudge, type PackJudge, type PackPlace } from './pack-validator.ts';
export type { PackName } from './process-messages.ts';
export { readableLocation } from './readable-location.ts';
export { type Opinion, type OpinionIssue, REASONS, toJudged, type ValidationOutcome } from './reference-result.ts';
export {
  type Judgement,
  makeSaxonJudge,
  type RawFinding,
  type ReferenceValidatorError,
  readFinding,
  type SaxonFinding,
  type SaxonJudge,
} from './saxon.ts';
export { type Check, type Translation, toXslt } from './schematron-to-xslt.ts';
export { makeItb } from './third-party/itb.ts';
export { makePhorm } from './third-party/phorm.ts';
export type { Departure, Submission, ThirdOpinion, ThirdParty } from './third-party/validator.ts';
export { validateFile } from './validate-file.ts';
