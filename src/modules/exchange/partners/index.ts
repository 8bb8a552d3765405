/**
 * Partner records: connections to access point providers with encrypted secrets, and an adapter per kind. Partners do
 * not decide which documents are sent; every call passes the outbound address guard (SSRF protection).
 */

export type { InboundDocument } from './adapter.ts';
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
