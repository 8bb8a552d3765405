import { call, ServiceRefused } from './call.ts';
import { readStream, type TimelineEvent } from './read-stream.ts';

/** How long to wait before the stream is asked for again: longer each time that nothing came of it. */
const PAUSES_MS = [500, 1_000, 2_000, 5_000, 15_000, 30_000] as const;

/** Of such an answer nothing else will come: the key has ended, the document is not there. */
const isFinal = (status: number): boolean => status >= 400 && status < 500 && status !== 408 && status !== 429;

/** Resolves after the time, at once when the browser finds its network again or the signal aborts. */
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
 * The events of a document as they come, each once, until the signal aborts: a stream that ends or breaks off is asked
 * for again from the last event on.
 *
 * @param onConnected told whenever the stream is there, or no more
 * @throws ServiceRefused where the service will tell no more
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
