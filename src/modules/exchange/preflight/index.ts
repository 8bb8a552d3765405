/**
 * A document looked over before it is sent, from eleven sides. It changes nothing, sends nothing, keeps nothing, and an
 * unknown is told as such: never as a no, and never as a yes.
 */
export { makePreflight, type PreflightRequest } from './make-preflight.ts';
export { makeResponsePreflight } from './make-response-preflight.ts';
export { CHECK_IDS, CHECK_OUTCOMES, decide, type Preflight, VERDICTS } from './preflight.ts';
