import { setTimeout as pause } from 'node:timers/promises';
import type { z } from 'zod';
import {
  type AppParts,
  answer,
  eventRoute,
  expectKey,
  type Route,
  type RouteContext,
  route,
  STREAM_HEADERS,
  streamEvents,
  type Tag,
} from '../../../http/index.ts';
import type { Scope } from '../../../lib/scope.ts';
import { type ProblemCode, refusal } from '../../../platform/errors/index.ts';
import type { Progress, RecordVerbs } from '../index.ts';

/** Minimum interval between two events of a stream, in milliseconds. */
const PACE_MS = 500;

/**
 * Definition of a progress stream for one kind of record: many items (files, VAT numbers or participants) with one
 * progress.
 */
type Followed<T, Event extends z.ZodType<{ readonly id: string; readonly type: string }>> = {
  readonly path: `/${string}/{id}/events`;
  readonly id: string;
  readonly tag: Tag;
  readonly who: 'public' | 'viewer';
  readonly params: z.ZodObject<{ id: z.ZodString }>;
  readonly summary: string;
  /** Type of the last event, for the description. */
  readonly last: string;
  readonly event: Event;
  readonly toEvent: (progress: Progress<T>) => z.output<Event>;
  readonly recordsOf: (app: AppParts) => Pick<RecordVerbs<T>, 'getProgress' | 'waitForChange'>;
  /** True when no further event can follow. */
  readonly hasEnded: (record: T) => boolean;
  readonly notFound: ProblemCode;
};

/** GET …/events: progress of a record as a snapshot, long poll or event stream. */
export function progressEvents<T, Event extends z.ZodType<{ readonly id: string; readonly type: string }>>(
  followed: Followed<T, Event>,
): Route {
  const { recordsOf, toEvent, hasEnded } = followed;

  /** Reads states with a minimum interval; intermediate states of a busy record are skipped. */
  const paced = (app: AppParts, scope: Scope, id: string, onRead: (progress: Progress<T>) => void) => {
    let readAt: number | null = null;
    return async (after: string | null, wait: number, signal: AbortSignal): Promise<z.output<Event>[]> => {
      if (readAt !== null) {
        const rest = readAt + PACE_MS - performance.now();
        if (rest > 0) await pause(rest, undefined, { signal }).catch(() => undefined);
      }
      const changed = await recordsOf(app).waitForChange(scope, id, toSequence(after), wait, signal);
      if (changed === null) return [];
      readAt = performance.now();
      onRead(changed);
      return [toEvent(changed)];
    };
  };

  const stream = (
    known: Progress<T>,
    after: string | null,
    { app, caller, ending, keepOpen, mediaType }: RouteContext,
    id: string,
  ) => {
    keepOpen();
    let latest = known;
    const readNext = paced(app, caller, id, (progress) => {
      latest = progress;
    });
    const first = known.sequence > toSequence(after) ? [toEvent(known)] : [];
    const options = { after, first, ending: ending(), isLast: () => hasEnded(latest.record) };
    return answer(200, streamEvents(readNext, options), STREAM_HEADERS, mediaType);
  };

  return route({
    method: 'get',
    path: followed.path,
    id: followed.id,
    tag: followed.tag,
    summary: followed.summary,
    description:
      'Every event contains the complete progress at its time, so a newer event replaces all earlier ones; the last ' +
      `one, ${followed.last}, is always delivered. Event ids increase with every change. \`wait\` keeps the request open ` +
      'until something changes. With `Accept: text/event-stream`, events are sent as they occur (server-sent events), ' +
      'at most two per second, until the last event. A client that reconnects with `Last-Event-ID` receives ' +
      'the changes since that event, without repeats, or 204 after the last event. Within a second after the ' +
      'API key expires or is revoked, streams end and waiting requests return 401.',
    who: followed.who,
    limit: 'per-key',
    params: followed.params,
    ...eventRoute(followed.event, {
      after: 'Only changes after the event with this id.',
      example: '7',
      wait: 'Seconds to wait for a change.',
      events: 'One event with the changes, or none.',
    }),
    problems: [followed.notFound, 'event_not_found'],
    handle: async ({ params: { id }, query, headers }, context) => {
      const { app, caller, mediaType, ending, keepOpen } = context;
      const after = headers['Last-Event-ID'] || query.after || null;
      const known = toSequence(after);
      // Read first: an unknown record or event must be rejected before the stream begins.
      const progress = await recordsOf(app).getProgress(caller, id);
      if (known > progress.sequence) throw refusal('event_not_found', { event: String(after) });
      const isOver = hasEnded(progress.record) && known === progress.sequence;
      if (mediaType === 'text/event-stream') {
        return isOver ? answer(204, null) : stream(progress, after, context, id);
      }
      const wait = isOver ? 0 : query.wait * 1000;
      if (wait > 0) keepOpen();
      const signal = ending();
      const changed = await recordsOf(app).waitForChange(caller, id, known, wait, signal);
      expectKey(signal);
      const events = changed === null ? [] : [toEvent(changed)];
      return answer(200, { events } as never, { 'Cache-Control': 'no-store' }, mediaType);
    },
  });
}

/** @throws Refusal `event_not_found` */
function toSequence(event: string | null): number {
  if (event === null) return 0;
  if (!/^\d{1,9}$/.test(event)) throw refusal('event_not_found', { event });
  return Number(event);
}
