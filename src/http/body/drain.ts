import type { IncomingMessage } from 'node:http';

/** Idle time after which the connection of a rejected upload is closed, in milliseconds. */
const SILENT_MS = 5_000;

/** Calls `tick` periodically until the returned function is called. */
type Every = (tick: () => void) => () => void;

const everySilence: Every = (tick) => {
  const timer = setInterval(tick, SILENT_MS).unref();
  return () => clearInterval(timer);
};

/**
 * Reads and discards the rest of a rejected upload, because a client may read the response only after it has sent
 * everything. Closes the connection when nothing arrives between two ticks. The request timeout of the server applies
 * as well.
 */
export function drain(request: IncomingMessage, every: Every = everySilence): void {
  if (request.complete || request.destroyed) return;
  const { socket } = request;
  // After the response the request emits no data, so the byte count of the socket shows progress.
  let read = -1;
  const stop = every(() => {
    if (request.complete) stop();
    else if (socket.bytesRead === read) request.destroy();
    read = socket.bytesRead;
  });
  request.once('close', stop).on('error', () => undefined);
  // A reader that was just stopped still detaches from the request in this tick.
  setImmediate(() => request.resume());
}
