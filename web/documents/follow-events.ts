import { call, ServiceRefused } from './call.ts';
import { readStream, type TimelineEvent } from './read-stream.ts';

/** Delays before reconnecting. The delay grows with each attempt that delivers no event. */
const PAUSES_MS = [500, 1_000, 2_000, 5_000, 15_000, 30_000] as const;

/** Statuses that a retry cannot change, such as an expired key or a missing document. */
const isFinal = (status: number): boolean => status >= 400 && status < 500 && status !== 408 && status !== 429;

/** Resolves after the delay, or early when the browser is online again or the signal aborts. */
const pause = (time: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      window.removeEventListener('online', done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, time);
    window.addEventListener('online', done);
    signal.addEventListener('abort', done);
  });

/**
 * Yields the events of a document once each until the signal aborts. When the stream ends or breaks, it reconnects
 * and resumes after the last event (`Last-Event-ID`).
 *
 * @param onConnected called when the stream connects and when it disconnects
 * @throws ServiceRefused if the service rejects the stream permanently
 */
export async function* followEvents(
  path: string,
  onConnected: (isConnected: boolean) => void,
  signal: AbortSignal,
): AsyncGenerator<TimelineEvent> {
  let last: string | null = null;
  let failures = 0;
  while (!signal.aborted) {
    try {
      const headers: Record<string, string> = last === null ? {} : { 'Last-Event-ID': last };
      const response = await call(path, { accept: 'text/event-stream', signal, headers });
      onConnected(true);
      for await (const event of readStream(response)) {
        last = event.id;
        failures = 0;
        yield event;
      }
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof ServiceRefused && isFinal(error.status)) throw error;
    }
    if (signal.aborted) return;
    onConnected(false);
    await pause(PAUSES_MS[Math.min(failures, PAUSES_MS.length - 1)]!, signal);
    failures += 1;
  }
}
