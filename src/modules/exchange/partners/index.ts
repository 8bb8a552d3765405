/**
 * The record of partners: connections to certified postmen, with sealed secrets, and what an adapter can do with one.
 * It never decides what is sent; whatever it asks is asked under the guard of outgoing addresses.
 */

export { capabilitiesOf } from './make-adapter.ts';
export { MAX_PARTNERS, makePartners, type Partners } from './make-partners.ts';
export { opensPartnerSecrets } from './opens-secrets.ts';
export {
  CONNECTION_CODES,
  type Connected,
  type Connection,
  type NewPartner,
  PACKAGE_PARTS,
  type Partner,
  USUAL_LIMITS,
} from './partner.ts';
export type { Submitted } from './submitted.ts';
