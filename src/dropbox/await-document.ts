import type { Document, Documents } from '../documents/index.ts';
import { type EventType, isSideStep, STEP_EVENTS } from '../documents/index.ts';
import type { Scope } from '../lib/scope.ts';

/** How long one wait for an event lasts before it looks for itself, in milliseconds. */
const PATIENCE_MS = 300_000;

const IN_WORK: ReadonlySet<string> = new Set(['received', 'validating', 'preparing_send']);
const ENDED: ReadonlySet<string> = new Set(['failed', 'canceled']);

/** Whether everything that was asked for with the document has come to an end, well or not. */
function isSettled({ status, steps, failed_steps, erased_at }: Document, seen: ReadonlySet<EventType>): boolean {
  if (erased_at !== null || ENDED.has(status)) return true;
  if (IN_WORK.has(status)) return false;
  return steps.filter(isSideStep).every((step) => failed_steps.includes(step) || seen.has(STEP_EVENTS[step]));
}

/**
 * Waits until a document is judged and its steps are done.
 *
 * @throws Refusal `document_not_found` when its workspace is gone; the signal's reason
 */
export async function awaitDocument(
  { get, timeline }: Pick<Documents, 'get' | 'timeline'>,
  scope: Scope,
  id: string,
  signal: AbortSignal,
): Promise<Document> {
  const seen = new Set<EventType>();
  let after: string | null = null;
  for (;;) {
    const events = await timeline.wait(scope, id, after, PATIENCE_MS, signal);
    signal.throwIfAborted();
    for (const { type } of events) seen.add(type);
    after = events.at(-1)?.id ?? after;
    // Between these two nothing is settled, and a look costs a query.
    if (events.every(({ type }) => type === 'document.received' || type === 'validation.started')) continue;
    const document = await get(scope, id);
    if (isSettled(document, seen)) return document;
  }
}
