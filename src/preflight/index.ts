/**
 * A document looked over before it is sent, from eleven sides. It changes nothing, sends nothing, keeps nothing, and an
 * unknown is told as such: never as a no, and never as a yes.
 */
export type { Same } from './checks/advice.ts';
export type { PartnerSaid } from './checks/network.ts';
export { makePreflight, type Preflight, type PreflightParts, type PreflightRequest } from './make-preflight.ts';
export { CHECK_IDS, CHECK_OUTCOMES, type Check, type CheckId, decide, VERDICTS } from './preflight.ts';
