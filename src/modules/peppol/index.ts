/**
 * Participants of the Peppol network and the document types they receive: DNS, SMP, signatures. It must never turn
 * "unknown" into "no", and must use only signed metadata of an SMP.
 */
export {
  CHAINS,
  type DocumentType,
  ENDPOINT_STATES,
  type Endpoint,
  METADATA_STATES,
  OUTCOMES,
  type Outcome,
  type ParticipantFinding,
  STEPS,
} from './answer.ts';
export { canReceive } from './can-receive.ts';
export { DOCUMENT_TYPE_ALIASES, readDocumentType } from './document-type.ts';
export type { Looked, Lookup } from './lookup.ts';
export { loadAnchors, makePeppol, type Peppol, type PeppolParts } from './make-peppol.ts';
export { type Participant, readParticipant } from './participant.ts';
export { REASONS, type Reason } from './reasons.data.ts';
