import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Readable, Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { makeProblem, Problem } from './problems.ts';

/** The caller closed the connection before the request was complete: there is nobody to answer. */
export class CallerGone extends Error {
  constructor() {
    super('The caller closed the connection');
    this.name = 'CallerGone';
  }
}

const DECODERS = {
  gzip: () => createGunzip(),
  'x-gzip': () => createGunzip(),
  deflate: () => createInflate(),
  br: () => createBrotliDecompress(),
} as const;

const CONTENT_ENCODINGS = ['gzip', 'deflate', 'br'] as const;

const continued = new WeakSet<IncomingMessage>();

/** True while the caller waits for leave to send its body (RFC 9110, section 10.1.1). */
export const awaitsContinue = (request: IncomingMessage): boolean =>
  request.headers.expect?.toLowerCase() === '100-continue' && !continued.has(request);

/** How long a refused upload may go on being read, so that its sender gets to see the refusal. */
const DRAIN_MS = 5_000;

/**
 * The body's bytes, decompressed. Never holds more than `limit` bytes, whatever the body claims or unpacks to.
 *
 * @throws Problem `body_too_large`, `content_encoding_unsupported`, `malformed_body`; CallerGone.
 */
export function readBody(request: IncomingMessage, response: ServerResponse, limit: number): Promise<Buffer> {
  const source = openSource(request, response, limit);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const fail = (error: Error): void => {
      release();
      abandon(request, source);
      reject(error);
    };
    const onData = (chunk: Buffer): void => {
      size += chunk.length;
      if (size > limit) fail(makeProblem('body_too_large', { limit }));
      else chunks.push(chunk);
    };
    const onEnd = (): void => {
      release();
      resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, size));
    };
    const onError = (error: Error): void => fail(toBodyError(error));
    const onClose = (): void => {
      if (!request.complete) fail(new CallerGone());
    };
    const release = (): void => {
      source.off('data', onData).off('end', onEnd).off('error', onError);
      request.off('close', onClose);
      // A late error of an abandoned stream has no listener of its own and must not end the process.
      source.on('error', () => undefined);
    };
    source.on('data', onData).on('end', onEnd).on('error', onError);
    request.on('close', onClose);
  });
}

/** The body as a stream, decompressed, which fails with `body_too_large` past `limit` bytes. */
export function openBody(request: IncomingMessage, response: ServerResponse, limit: number): Readable {
  const source = openSource(request, response, limit);
  let size = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _, done) {
      size += chunk.length;
      done(size > limit ? makeProblem('body_too_large', { limit }) : null, chunk);
    },
  });
  source.on('error', (error) => counted.destroy(toBodyError(error)));
  request.on('close', () => {
    if (!request.complete) counted.destroy(new CallerGone());
  });
  // It failed, or whoever read it wanted no more of it.
  counted.on('close', () => {
    if (!counted.readableEnded) abandon(request, source);
  });
  return source.pipe(counted);
}

function openSource(request: IncomingMessage, response: ServerResponse, limit: number): Readable {
  const named = (request.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  const makeDecoder = Object.hasOwn(DECODERS, named) ? DECODERS[named as keyof typeof DECODERS] : null;
  if (makeDecoder === null && named !== 'identity') {
    abandon(request, request);
    throw makeProblem('content_encoding_unsupported', { given: named, accepted: CONTENT_ENCODINGS.join(', ') });
  }
  if (Number(request.headers['content-length'] ?? 0) > limit) {
    abandon(request, request);
    throw makeProblem('body_too_large', { limit });
  }
  if (awaitsContinue(request)) {
    continued.add(request);
    response.writeContinue();
  }
  if (makeDecoder === null) return request;
  const decoder = makeDecoder();
  request.on('error', (error) => decoder.destroy(error));
  return request.pipe(decoder);
}

/** Stops using a body: what is still on its way is read and thrown away for a while, then the connection is cut. */
function abandon(request: IncomingMessage, source: Readable): void {
  if (source !== request) {
    request.unpipe();
    source.destroy();
  }
  if (request.complete || request.destroyed) return;
  const timer = setTimeout(() => request.destroy(), DRAIN_MS).unref();
  request.once('close', () => clearTimeout(timer));
  request.resume();
}

function toBodyError(error: Error & { code?: string }): Error {
  if (error instanceof Problem || error instanceof CallerGone) return error;
  if (error.code === 'ECONNRESET' || error.code === 'ERR_STREAM_PREMATURE_CLOSE') return new CallerGone();
  return makeProblem('malformed_body', { form: 'Content-Encoding' }, { cause: error });
}
