/**
 * Document records: status, timeline, artifacts and follow-up jobs, written in one transaction. The module neither
 * validates nor runs jobs; it records events and enqueues the work that follows.
 */
export type { Artifact, OpenArtifact } from './artifacts/make-artifacts.ts';
export type { GroupOutcome } from './bulk/groups.ts';
export type { PreparationOutcome } from './bulk/preparing.ts';
export type { Document, Metadata, NewDocument, Preparation, Send } from './document.ts';
export {
  ARTIFACT_NAMES,
  type DocumentEvent,
  EVENT_TYPES,
  type EventType,
  isSideStep,
  type SendError,
  type SideStep,
  STEPS,
} from './event.ts';
export { followUps, OFFERED_STEPS, STEP_EVENTS, STEP_JOBS } from './follow-ups.ts';
export { isFullyValidated } from './is-fully-validated.ts';
export type { Verdict } from './lifecycle.ts';
export { type Documents, makeDocuments } from './make-documents.ts';
export type { Prepared, Preparing } from './preparation.ts';
export type { SendOutcome } from './sends.ts';
export { isFinal, STATUSES, type Status, sourcesOf, TRANSITIONS } from './status.ts';
