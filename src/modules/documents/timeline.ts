import { makeNotifier } from '../../lib/notifier.ts';
import type { Scope } from '../../lib/scope.ts';
import { refusal } from '../../platform/errors/index.ts';
import { type Database, inWorkspace, watchEvents } from './document-store.ts';
import type { DocumentEvent } from './event.ts';
import { readEvents } from './event-store.ts';

/** Maximum number of events per read. */
const PAGE = 100;

/** Poll interval in milliseconds when no notification arrives. */
const PATIENCE_MS = 30_000;

/**
 * Reads timelines. `after` is the id of the last known event, null to read from the start. All methods throw
 * `document_not_found`, and `event_not_found` for an `after` that is not in the timeline.
 */
export type Timeline = {
  /** The next events, oldest first, at most 100; empty when there are no newer events. */
  readonly readAfter: (scope: Scope, documentId: string, after: string | null) => Promise<readonly DocumentEvent[]>;
  /** Same as `readAfter`, but waits for the first event; empty after the timeout or on abort. */
  readonly wait: (
    scope: Scope,
    documentId: string,
    after: string | null,
    milliseconds: number,
    signal?: AbortSignal,
  ) => Promise<readonly DocumentEvent[]>;
  /** Yields every event after the supplied one without gap or repetition, until the signal aborts. */
  readonly subscribe: (
    scope: Scope,
    documentId: string,
    options: { readonly after: string | null; readonly signal: AbortSignal },
  ) => AsyncGenerator<DocumentEvent, void, void>;
};

/** Creates the timelines of a database; listens from the first wait. */
export function makeTimeline({ db }: { readonly db: Database }): Timeline {
  const notifier = makeNotifier();
  let watching: Promise<unknown> | null = null;
  const watched = (): Promise<unknown> => {
    watching ??= watchEvents(db, notifier.notify, notifier.notifyAll);
    return watching;
  };

  const readAfter: Timeline['readAfter'] = async (scope, documentId, after) => {
    const reading = await inWorkspace(db, scope.workspaceId, (trx) =>
      readEvents(trx, scope.workspaceId, documentId, after, PAGE),
    );
    if (reading.found === 'no document') throw refusal('document_not_found', { id: documentId });
    if (reading.found === 'no such event') throw refusal('event_not_found', { event: after ?? '' });
    return reading.events;
  };

  const wait: Timeline['wait'] = async (scope, documentId, after, milliseconds, signal) => {
    const end = performance.now() + milliseconds;
    // Subscribed before the first read: an event between read and wait triggers a notification.
    const subscription = notifier.subscribe(documentId);
    try {
      await watched();
      for (;;) {
        const events = await readAfter(scope, documentId, after);
        if (events.length > 0) return events;
        if (!(await subscription.wait(end - performance.now(), signal))) return [];
      }
    } finally {
      subscription.close();
    }
  };

  async function* subscribe(
    scope: Scope,
    documentId: string,
    { after, signal }: { readonly after: string | null; readonly signal: AbortSignal },
  ): AsyncGenerator<DocumentEvent, void, void> {
    let last = after;
    while (!signal.aborted) {
      for (const event of await wait(scope, documentId, last, PATIENCE_MS, signal)) {
        yield event;
        last = event.id;
      }
    }
  }

  return { readAfter, wait, subscribe };
}
