import type { IncomingMessage } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { makeProblem } from '../problems/problems.ts';

/** The client closed the connection before the request was complete, so no response is sent. */
export class CallerGone extends Error {
  constructor() {
    super('The caller closed the connection');
    this.name = 'CallerGone';
  }
}

const FEW_BYTES = 1024;

/** Idle timeout of a request body, in milliseconds: a stalled upload must not hold a connection. */
const SILENT_MS = 30_000;

/** @throws Problem `request_timeout` */
async function wokenInTime(woken: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_, reject) => {
    // The client may read nothing before it has sent everything, so the connection closes after the response.
    const fail = (): void => reject(makeProblem('request_timeout', {}, { headers: { Connection: 'close' } }));
    timer = setTimeout(fail, SILENT_MS).unref();
  });
  try {
    await Promise.race([woken, silence]);
  } finally {
    clearTimeout(timer);
  }
}

/** Bytes of a request as they arrive. */
export type RequestBytes = AsyncIterable<Buffer> & {
  /** Stops reading immediately, also during a wait. */
  readonly stop: () => void;
};

/**
 * Reads a request in chunks as large as the data that has arrived, so that a body sent as a million one-byte chunks
 * costs as little as the same bytes in one chunk. The request is not destroyed when the reader stops.
 *
 * The iteration throws CallerGone, Problem `request_timeout` when nothing arrives for 30 seconds, and errors of the
 * request stream.
 */
export function readRequest(request: IncomingMessage): RequestBytes {
  let wake: () => void = () => undefined;
  let stopped = false;
  let failure: Error | null = null;

  async function* read(): AsyncGenerator<Buffer> {
    const onEvent = (): void => wake();
    const onError = (error: Error): void => {
      failure = error;
      wake();
    };
    request.on('readable', onEvent).on('end', onEvent).on('close', onEvent).on('error', onError);
    try {
      while (!stopped) {
        const woken = new Promise<void>((done) => {
          wake = done;
        });
        const chunk = request.read() as Buffer | null;
        if (chunk !== null) yield chunk;
        else if (failure !== null) throw failure;
        else if (request.readableEnded && request.complete) return;
        else if (request.readableEnded || request.destroyed) throw new CallerGone();
        else {
          await wokenInTime(woken);
          // Small chunks arrive in large numbers: wait one tick to read those that have already arrived together.
          if (request.readableLength < FEW_BYTES && !request.complete) await nextTurn();
        }
      }
    } finally {
      request.off('readable', onEvent).off('end', onEvent).off('close', onEvent).off('error', onError);
    }
  }

  return {
    [Symbol.asyncIterator]: read,
    stop: () => {
      stopped = true;
      wake();
    },
  };
}
