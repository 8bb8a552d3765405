/**
 * Outcomes as SVRL (ISO/IEC 19757-3, annex D).
 *
 * It must never be imported by what only judges: a page that shows objects does not load it.
 */
export { type SvrlOptions, type SvrlOutcome, toSvrl } from './run/svrl.ts';
