/**
 * The record of a document over time: status, timeline, artifacts, and the work that follows, written in one
 * transaction or not at all. It never judges an invoice and never runs work itself: it says what happened and asks
 * for what shall happen.
 */
export type { NewArtifact } from './advance.ts';
export type { Artifact, Artifacts, OpenArtifact } from './artifacts/make-artifacts.ts';
export type { Document, Metadata, NewDocument, Preparation, Send } from './document.ts';
export { type Erasure, RETENTION_ACTOR } from './erasure.ts';
export {
  ARTIFACT_NAMES,
  type ArtifactName,
  type Counts,
  type DocumentEvent,
  EVENT_DATA,
  EVENT_TYPES,
  type EventData,
  type EventType,
  type Failure,
  isSideStep,
  type SendError,
  type SideStep,
  STEPS,
  type Step,
} from './event.ts';
export { followUps, OFFERED_STEPS, STEP_EVENTS, STEP_JOBS } from './follow-ups.ts';
export type { Begun, Lifecycle, Verdict } from './lifecycle.ts';
export { type Documents, makeDocuments } from './make-documents.ts';
export type { Preparations, Prepared, Preparing } from './preparation.ts';
export type { DocumentQuery } from './read-documents.ts';
export type { Outgoing, SendOutcome, Sends } from './sends.ts';
export type { SideSteps, StepInput } from './side-steps.ts';
export { isFinal, STATUSES, type Status, sourcesOf, TRANSITIONS } from './status.ts';
export type { Timeline } from './timeline.ts';
