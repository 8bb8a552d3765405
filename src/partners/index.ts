/**
 * The record of partners: connections to certified postmen, with sealed secrets, and what an adapter can do with one.
 * It never decides what is sent; whatever it asks is asked under the guard of outgoing addresses.
 */
export type { Connection, ConnectionFault, DeliveryStatus } from './adapter.ts';
export {
  type Handed,
  MOST_PARTNERS,
  makePartners,
  type PartnerChanges,
  type PartnerParts,
  type Partners,
} from './make-partners.ts';
export {
  CONNECTION_CODES,
  type ConnectionCode,
  type NewPartner,
  PARTNER_KINDS,
  type Partner,
  type PartnerKind,
  type SapiSettings,
  type SendLimits,
  USUAL_LIMITS,
} from './partner.ts';
export { SUBMIT_CODES, type SubmitCode, type Submitted } from './submitted.ts';
