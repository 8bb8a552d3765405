import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { hasEnded } from '../../batches/index.ts';
import type { Scope } from '../../lib/scope.ts';
import { refusal } from '../../problems/index.ts';
import { answer, answerIn, BYTES, emptyAnswer } from '../answers/answer.ts';
import { expectKey } from '../answers/endings.ts';
import { STREAM_HEADERS, streamEvents } from '../answers/stream.ts';
import type { AppParts } from '../app-parts.ts';
import { type Route, route } from '../routing/route.ts';
import { BatchEvent, BatchId, toBatchEvent } from '../schemas/batch.ts';

const LONGEST_WAIT_S = 30;

/** A stream tells no more often than this how far the batch is, in milliseconds. */
const PACE_MS = 500;

/** GET /api/batches/{id}/events: the progress, read at once, waited for, or streamed. */
export const listBatchEvents: Route = route({
  method: 'get',
  path: '/api/batches/{id}/events',
  id: 'listBatchEvents',
  tag: 'batches',
  summary: 'Follow the progress of a batch',
  description:
    'Every event carries the whole progress at its time, so one that is newer replaces all before it; the last one, ' +
    '`batch.completed` or `batch.canceled`, is never left out. Event ids grow with every change. `wait` keeps the ' +
    'request open until something changes. With `Accept: text/event-stream` events are sent as they come (server-sent ' +
    'events), at most two a second, until the batch has ended; a client that comes back with `Last-Event-ID` is told ' +
    'what changed since, never the same again, and gets a 204 when nothing can follow. Within a second after the key has ' +
    'ended, the stream ends too, and a wait is answered with 401.',
  who: 'public',
  limit: 'per-key',
  params: BatchId,
  query: z.object({
    after: z.string().min(1).max(100).optional().meta({
      description: 'Only what has changed since the event with this id.',
      example: '7',
    }),
    wait: z.coerce
      .number()
      .int()
      .min(0)
      .max(LONGEST_WAIT_S)
      .default(0)
      .meta({ description: 'Seconds to wait for a change.', example: 30 }),
  }),
  headers: z.object({
    'Last-Event-ID': z
      .string()
      .max(100)
      .optional()
      .meta({ description: 'As `after`, sent by a client that comes back.' }),
  }),
  answers: {
    200: answerIn('What has changed: one event, or none.', {
      'application/json': z.object({ events: z.array(BatchEvent) }),
      'text/event-stream': BYTES,
    }),
    204: emptyAnswer('The batch has ended and its last event is known: nothing follows.'),
  },
  problems: ['batch_not_found', 'event_not_found'],
  handle: async ({ params: { id }, query, headers }, { app, caller, mediaType, ending }) => {
    const after = headers['Last-Event-ID'] || query.after || null;
    const known = toSequence(after);
    // Read first: an unknown batch or event must be told before a stream begins.
    const batch = await app.batches.get(caller, id);
    if (known > batch.sequence) throw refusal('event_not_found', { event: String(after) });
    const isOver = hasEnded(batch) && known === batch.sequence;
    if (mediaType === 'text/event-stream') {
      if (isOver) return answer(204, null);
      const first = batch.sequence > known ? [toBatchEvent(batch)] : [];
      const options = {
        after,
        first,
        ending: ending(),
        isLast: ({ data }: z.output<typeof BatchEvent>) => hasEnded(data),
      };
      return answer(200, streamEvents(paced(app, caller, id), options), STREAM_HEADERS, mediaType);
    }
    const wait = isOver ? 0 : query.wait * 1000;
    const signal = ending();
    const changed = await app.batches.waitForChange(caller, id, known, wait, signal);
    expectKey(signal);
    const events = changed === null ? [] : [toBatchEvent(changed)];
    return answer(200, { events }, { 'Cache-Control': 'no-store' }, mediaType);
  },
});

/** @throws Refusal `event_not_found` */
function toSequence(event: string | null): number {
  if (event === null) return 0;
  if (!/^\d{1,9}$/.test(event)) throw refusal('event_not_found', { event });
  return Number(event);
}

/** Reads one state after another; between two of them a busy batch goes on unread. */
function paced({ batches }: Pick<AppParts, 'batches'>, scope: Scope, id: string) {
  let told: number | null = null;
  return async (after: string | null, wait: number, signal: AbortSignal) => {
    if (told !== null) {
      const rest = told + PACE_MS - performance.now();
      if (rest > 0) await pause(rest, undefined, { signal }).catch(() => undefined);
    }
    const changed = await batches.waitForChange(scope, id, toSequence(after), wait, signal);
    if (changed === null) return [];
    told = performance.now();
    return [toBatchEvent(changed)];
  };
}
