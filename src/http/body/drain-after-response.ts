import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { drain } from './drain.ts';

/** How long the rest of a rejected body is read, in milliseconds. A shutdown waits for it. */
const LINGER_MS = 30_000;

/**
 * Response stream that sends the text at once and ends when the rest of the request has arrived or after a timeout.
 * Closing a connection with unread bytes resets it, and a client that is still sending would lose the response.
 */
export function drainAfterResponse(text: string, request: IncomingMessage): Readable {
  async function* parts(): AsyncGenerator<string> {
    yield text;
    if (request.complete || request.destroyed) return;
    await new Promise<void>((done) => {
      const timer = setTimeout(done, LINGER_MS).unref();
      const end = (): void => {
        clearTimeout(timer);
        done();
      };
      request.once('end', end).once('close', end);
      drain(request);
    });
  }
  return Readable.from(parts(), { objectMode: false });
}
