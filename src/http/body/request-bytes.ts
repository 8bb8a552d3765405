import type { IncomingMessage } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { makeProblem } from '../problems/problems.ts';

/** The caller closed the connection before the request was complete: there is nobody to answer. */
export class CallerGone extends Error {
  constructor() {
    super('The caller closed the connection');
    this.name = 'CallerGone';
  }
}

const FEW_BYTES = 1024;

/** A body of which nothing arrives for so long is given up, in milliseconds: it would keep a connection open for nothing. */
const SILENT_MS = 30_000;

/** @throws Problem `request_timeout` */
async function wokenInTime(woken: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_, reject) => {
    // Its sender may read nothing before all is sent, so the connection ends with the response.
    const fail = (): void => reject(makeProblem('request_timeout', {}, { headers: { Connection: 'close' } }));
    timer = setTimeout(fail, SILENT_MS).unref();
  });
  try {
    await Promise.race([woken, silence]);
  } finally {
    clearTimeout(timer);
  }
}

/** The bytes of a request as they come. */
export type RequestBytes = AsyncIterable<Buffer> & {
  /** Ends the reading at once, wherever it waits. */
  readonly stop: () => void;
};

/**
 * Reads a request in pieces as large as what has come meanwhile: a body of a million one-byte chunks costs its reader
 * no more than one of the same bytes at once. The request itself is left as it is when its reader stops.
 *
 * The iteration throws CallerGone, Problem `request_timeout` when nothing arrives for half a minute, and what else the
 * request's stream fails with.
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
          // Chunks of few bytes come in numbers: what else has come with this one is read together with it.
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
