import type { Status } from './status.ts';

/** No such document in this workspace; another workspace's document is the same as none. */
export class DocumentNotFound extends Error {
  readonly code = 'document_not_found';
  readonly id: string;
  constructor(id: string) {
    super(`There is no document ${id}`);
    this.name = 'DocumentNotFound';
    this.id = id;
  }
}

/** The document has no artifact of this name (yet). */
export class ArtifactNotFound extends Error {
  readonly code = 'artifact_not_found';
  readonly id: string;
  // Named so, as `name` is the error's own.
  readonly artifact: string;
  constructor(id: string, artifact: string) {
    super(`The document ${id} has no artifact ${artifact}`);
    this.name = 'ArtifactNotFound';
    this.id = id;
    this.artifact = artifact;
  }
}

/** The timeline does not have the event after which it was asked for. */
export class EventNotFound extends Error {
  readonly code = 'event_not_found';
  readonly id: string;
  readonly event: string;
  constructor(id: string, event: string) {
    super(`The timeline of ${id} has no event ${event}`);
    this.name = 'EventNotFound';
    this.id = id;
    this.event = event;
  }
}

/** The transition table has no way from the document's status to the wanted one. */
export class TransitionRefused extends Error {
  readonly code = 'transition_not_allowed';
  readonly id: string;
  readonly status: Status;
  constructor(id: string, status: Status) {
    super(`The document ${id} does not allow this in the status ${status}`);
    this.name = 'TransitionRefused';
    this.id = id;
    this.status = status;
  }
}

/** The content of the document was erased: nothing further can happen to it. */
export class DocumentErased extends Error {
  readonly code = 'document_erased';
  readonly id: string;
  constructor(id: string) {
    super(`The content of the document ${id} was erased`);
    this.name = 'DocumentErased';
    this.id = id;
  }
}

/** The idempotency key belongs to a request with other content. */
export class IdempotencyKeyReused extends Error {
  readonly code = 'idempotency_key_reused';
  constructor() {
    super('The idempotency key belongs to a request with other content');
    this.name = 'IdempotencyKeyReused';
  }
}
