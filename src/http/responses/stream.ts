import { Readable } from 'node:stream';
import { isKeyEnd } from './abort-signals.ts';

/** A server-sent event. */
export type StreamedEvent = { readonly id: string; readonly type: string };

/**
 * Reads the events after an event, waiting up to the timeout for the first one; empty after the timeout or when the
 * signal aborted.
 */
type ReadNext<E extends StreamedEvent> = (
  after: string | null,
  wait: number,
  signal: AbortSignal,
) => Promise<readonly E[]>;

const HEARTBEAT_MS = 15_000;

/** Reconnection delay of clients. */
const RETRY_MS = 2_000;

/**
 * Streams a timeline as server-sent events (HTML, section 9.2) with backpressure: events are read from the database
 * only when the previous ones are sent, so a slow client costs the memory of one batch, and no event is skipped or
 * repeated. Ends when the signal aborts.
 */
export function streamEvents<E extends StreamedEvent>(
  readNext: ReadNext<E>,
  options: {
    readonly after: string | null;
    /** Events that have already been read: sent first, even if a shutdown has begun. */
    readonly first?: readonly E[];
    readonly ending: AbortSignal;
    readonly heartbeat?: number;
    /** True for a final event, which ends the stream. */
    readonly isLast?: (event: E) => boolean;
  },
): Readable {
  const { first = [], ending, heartbeat = HEARTBEAT_MS, isLast = () => false } = options;
  async function* lines(): AsyncGenerator<string> {
    let { after } = options;
    yield `retry: ${RETRY_MS}\n\n`;
    for (let events = first; ; events = await readNext(after, heartbeat, ending)) {
      for (const event of events) {
        // The caller's key may have ended since the read. A shutdown does not discard events.
        if (isKeyEnd(ending)) return;
        yield toMessage(event);
        after = event.id;
        if (isLast(event)) return;
      }
      if (ending.aborted) return;
      if (events !== first && events.length === 0) yield ': still here\n\n';
    }
  }
  return Readable.from(lines(), { objectMode: false });
}

/** Headers that keep proxies from buffering or caching the stream. */
export const STREAM_HEADERS = { 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' } as const;

/** JSON has no raw line breaks, so one `data` line is enough. */
const toMessage = (event: StreamedEvent): string =>
  `id: ${event.id}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
