/**
 * Outcomes as SVRL (ISO/IEC 19757-3, annex D).
 *
 * Validation code never imports this entry point, so that pages that display finding objects do not load it.
 */
export { type SvrlOptions, type SvrlOutcome, toSvrl } from './run/svrl.ts';
