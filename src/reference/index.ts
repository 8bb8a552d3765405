/**
 * The second judge: our own translation of Schematron into XSLT 3.0, run by SaxonJS.
 *
 * It reads rule sources and documents with its own libraries and shares no code with `engine` or `validation`, so that
 * agreement between the two judges is evidence. It must never import them, nor take a finding over from them.
 */
export { readableLocation } from './readable-location.ts';
export { type JudgeError, type Judgement, makeSaxonJudge, type SaxonFinding, type SaxonJudge } from './saxon.ts';
export { type Check, type Translation, toXslt } from './schematron-to-xslt.ts';
