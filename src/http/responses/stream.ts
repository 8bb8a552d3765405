import { Readable } from 'node:stream';
import { isKeyEnd } from './abort-signals.ts';

/** An event as a stream tells it. */
export type StreamedEvent = { readonly id: string; readonly type: string };

/**
 * Reads what came after an event, waiting up to so many milliseconds for the first one; empty when none came in time
 * or the signal aborted.
 */
type ReadNext<E extends StreamedEvent> = (
  after: string | null,
  wait: number,
  signal: AbortSignal,
) => Promise<readonly E[]>;

const HEARTBEAT_MS = 15_000;

/** How soon a client comes back after a lost connection. */
const RETRY_MS = 2_000;

/**
 * A timeline as server-sent events (HTML, section 9.2). The reader sets the pace: events are read from the record only
 * when the ones before are gone, so a slow reader costs one batch of memory, and nothing is skipped or repeated.
 * Ends when the signal aborts.
 */
export function streamEvents<E extends StreamedEvent>(
  readNext: ReadNext<E>,
  options: {
    readonly after: string | null;
    /** What has been read already: sent first, even when a stop has begun meanwhile. */
    readonly first?: readonly E[];
    readonly ending: AbortSignal;
    readonly heartbeat?: number;
    /** True for an event after which none can come: the stream ends with it. */
    readonly isLast?: (event: E) => boolean;
  },
): Readable {
  const { first = [], ending, heartbeat = HEARTBEAT_MS, isLast = () => false } = options;
  async function* lines(): AsyncGenerator<string> {
    let { after } = options;
    yield `retry: ${RETRY_MS}\n\n`;
    for (let events = first; ; events = await readNext(after, heartbeat, ending)) {
      for (const event of events) {
        // The caller's key may have ended since it was read. A stop keeps nothing back.
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

/** What proxies and browsers must know to pass events on at once. */
export const STREAM_HEADERS = { 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' } as const;

/** JSON has no raw line breaks, so one `data` line carries it all. */
const toMessage = (event: StreamedEvent): string =>
  `id: ${event.id}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
