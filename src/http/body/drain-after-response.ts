import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { drain } from './drain.ts';

/** How long the rest of a refused body is read while it comes, in milliseconds: a stop of the service waits for it. */
const LINGER_MS = 30_000;

/**
 * A text that is sent at once, and ends when the rest of the request has come, or has been waited for long enough. The
 * connection is closed after its last answer, and one that is closed with bytes on their way is reset: whoever is still
 * sending would then lose the answer.
 */
export function lingering(text: string, request: IncomingMessage): Readable {
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
