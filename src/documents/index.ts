/**
 * The record of a document over time: status, timeline, artifacts, and the work that follows, written in one
 * transaction or not at all. It never judges an invoice and never runs work itself: it says what happened and asks
 * for what shall happen.
 */
export type { Artifact, Artifacts, OpenArtifact } from './artifacts.ts';
export type { Document, Metadata, NewDocument } from './document.ts';
export {
  ArtifactNotFound,
  DocumentNotFound,
  EventNotFound,
  IdempotencyKeyReused,
  TransitionRefused,
} from './errors.ts';
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
  STEPS,
  type Step,
} from './event.ts';
export { FOLLOW_UPS } from './follow-ups.ts';
export type { Begun, Lifecycle, NewArtifact, Verdict } from './lifecycle.ts';
export { type Documents, makeDocuments } from './make-documents.ts';
export type { DocumentQuery } from './read-documents.ts';
export { isFinal, STATUSES, type Status, sourcesOf, TRANSITIONS } from './status.ts';
export type { Timeline } from './timeline.ts';
