import type { IncomingMessage } from 'node:http';

/** A refused upload that has been silent for so long is cut, in milliseconds. */
const SILENT_MS = 5_000;

/** Calls back again and again, until the function that it returns is called. */
type Every = (tick: () => void) => () => void;

const everySilence: Every = (tick) => {
  const timer = setInterval(tick, SILENT_MS).unref();
  return () => clearInterval(timer);
};

/**
 * Reads a refused upload on, and throws it away, while it comes: its sender may read nothing before all is sent, and
 * shall see the refusal. It is cut when nothing came between two ticks; none goes on longer than any request may.
 */
export function drain(request: IncomingMessage, every: Every = everySilence): void {
  if (request.complete || request.destroyed) return;
  const { socket } = request;
  // Once it is answered, the request itself tells nothing of what still comes.
  let read = -1;
  const stop = every(() => {
    if (request.complete) stop();
    else if (socket.bytesRead === read) request.destroy();
    read = socket.bytesRead;
  });
  request.once('close', stop).on('error', () => undefined);
  // A reader that was just stopped takes its hands off the request in this turn.
  setImmediate(() => request.resume());
}
