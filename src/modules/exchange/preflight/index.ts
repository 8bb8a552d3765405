/**
 * Preflight: eleven checks of a document before it is sent. It changes, sends and stores nothing, and reports an
 * unknown result as `unknown`, never as pass or fail.
 */
export { makePreflight, type PreflightRequest } from './make-preflight.ts';
export { makeResponsePreflight } from './make-response-preflight.ts';
export { CHECK_IDS, CHECK_OUTCOMES, decide, type Preflight, VERDICTS } from './preflight.ts';
