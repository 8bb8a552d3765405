import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Duplex, pipeline } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import { makeProblem, Problem } from '../problems/problems.ts';
import { drain } from './drain.ts';
import { CallerGone, type RequestBytes, readRequest } from './request-bytes.ts';

export { CallerGone } from './request-bytes.ts';

const PIECES = { chunkSize: 64 * 1024 };

/** Creates the decoder for a body that starts with this byte. */
type MakeDecoder = (first: number | undefined) => Duplex;

/** Tests the compression method in the zlib header (RFC 1950); no encoder starts raw deflate with these four bits. */
const isZlib = (first: number | undefined): boolean => first === undefined || (first & 0x0f) === 8;

const DECODERS = {
  gzip: () => createGunzip(PIECES),
  'x-gzip': () => createGunzip(PIECES),
  // `deflate` means zlib (RFC 9110, section 8.4.1.2), but some programs send raw deflate, for example .NET's
  // DeflateStream.
  deflate: (first) => (isZlib(first) ? createInflate(PIECES) : createInflateRaw(PIECES)),
  br: () => createBrotliDecompress(PIECES),
} satisfies Record<string, MakeDecoder>;

const CONTENT_ENCODINGS = ['gzip', 'deflate', 'br'] as const;

const continued = new WeakSet<IncomingMessage>();

/** True while the client waits for `100 Continue` before it sends its body (RFC 9110, section 10.1.1). */
export const awaitsContinue = (request: IncomingMessage): boolean =>
  request.headers.expect?.toLowerCase() === '100-continue' && !continued.has(request);

/** The compression ratio is checked only for bodies that unpack to more than this. */
const UNSUSPICIOUS_BYTES = 32 * 1024 * 1024;

/** Under gzip, thousands of almost identical invoices reach a ratio of 140; decompression bombs reach 1,000. */
const SUSPICIOUS_RATIO = 250;

/** Bytes processed before yielding to other requests. */
const STRETCH_BYTES = 256 * 1024;

/**
 * Streams the decompressed body, at most `limit` bytes, regardless of its headers. Between slices it yields to other
 * requests and checks that the client is still connected. To stop early, leave the iteration.
 *
 * The iteration throws Problem `body_too_large`, `body_suspicious`, `malformed_body`; CallerGone.
 *
 * @throws Problem `body_too_large`, `content_encoding_unsupported`, `transfer_coding_unsupported`
 */
export function openBody(request: IncomingMessage, response: ServerResponse, limit: number): AsyncGenerator<Buffer> {
  checkTransferCoding(request);
  const makeDecoder = chooseDecoder(request, limit);
  if (awaitsContinue(request)) {
    continued.add(request);
    response.writeContinue();
  }
  return readOpened(request, response, limit, makeDecoder);
}

async function* readOpened(
  request: IncomingMessage,
  response: ServerResponse,
  limit: number,
  makeDecoder: MakeDecoder | null,
): AsyncGenerator<Buffer> {
  const source = readRequest(request);
  const sent = { bytes: 0 };
  let size = 0;
  let stretch = 0;
  let whole = false;
  let decoder: Duplex | null = null;
  try {
    const packed = countBytes(source, sent);
    let bytes: AsyncIterable<unknown> = packed;
    if (makeDecoder !== null) {
      const first = await packed.next();
      decoder = makeDecoder(first.done ? undefined : first.value[0]);
      // Errors of the pipeline surface where its output is read.
      bytes = pipeline(prepend(first, packed), decoder, () => undefined);
    }
    for await (const chunk of bytes) {
      const piece = chunk as Buffer;
      size += piece.length;
      if (size > limit) throw makeProblem('body_too_large', { limit });
      checkRatio(size, sent.bytes);
      stretch += piece.length;
      if (stretch >= STRETCH_BYTES) {
        stretch = 0;
        await nextTurn();
      }
      if (response.destroyed) throw new CallerGone();
      yield piece;
    }
    whole = true;
  } catch (error) {
    throw toBodyError(error as Error & { code?: string });
  } finally {
    if (!whole) abandon(request, source, decoder);
  }
}

/** Reads the whole decompressed body; reports its bytes to `hold` as they arrive. Throws the errors of openBody. */
export async function readBody(
  request: IncomingMessage,
  response: ServerResponse,
  limit: number,
  hold: (bytes: number) => void = () => undefined,
): Promise<Buffer> {
  const joined: Buffer[] = [];
  // Join chunks regularly: for a client that sends single bytes, a list of chunks takes many times their memory.
  let chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of openBody(request, response, limit)) {
    hold(chunk.length);
    chunks.push(chunk);
    size += chunk.length;
    if (size < JOINED_BYTES && chunks.length < JOINED_CHUNKS) continue;
    joined.push(Buffer.concat(chunks, size));
    chunks = [];
    size = 0;
  }
  const all = [...joined, ...chunks];
  return all.length === 1 ? all[0]! : Buffer.concat(all);
}

const JOINED_BYTES = 64 * 1024;
const JOINED_CHUNKS = 1024;

async function* prepend(first: IteratorResult<Buffer>, rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  if (first.done) return;
  yield first.value;
  yield* rest;
}

async function* countBytes(source: RequestBytes, sent: { bytes: number }): AsyncGenerator<Buffer> {
  for await (const chunk of source) {
    sent.bytes += chunk.length;
    yield chunk;
  }
}

function checkRatio(size: number, sent: number): void {
  if (size <= UNSUSPICIOUS_BYTES || size <= SUSPICIOUS_RATIO * sent) return;
  throw makeProblem('body_suspicious', { limit: SUSPICIOUS_RATIO }, { members: { limit: SUSPICIOUS_RATIO } });
}

/**
 * Node removes only `chunked` and passes on a body with other transfer codings undecoded (RFC 9112, section 6.1).
 *
 * @throws Problem `transfer_coding_unsupported`
 */
function checkTransferCoding(request: IncomingMessage): void {
  const codings = request.headers['transfer-encoding']?.trim();
  if (codings === undefined || codings.toLowerCase() === 'chunked') return;
  abandon(request);
  throw makeProblem('transfer_coding_unsupported', { given: codings.slice(0, 100) });
}

function chooseDecoder(request: IncomingMessage, limit: number): MakeDecoder | null {
  const named = (request.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  const makeDecoder = Object.hasOwn(DECODERS, named) ? DECODERS[named as keyof typeof DECODERS] : null;
  if (makeDecoder === null && named !== 'identity') {
    abandon(request);
    throw makeProblem('content_encoding_unsupported', { given: named, accepted: CONTENT_ENCODINGS.join(', ') });
  }
  if (Number(request.headers['content-length'] ?? 0) > limit) {
    abandon(request);
    throw makeProblem('body_too_large', { limit });
  }
  return makeDecoder;
}

/** Stops using a body: the rest is read and discarded. */
function abandon(request: IncomingMessage, source?: RequestBytes, decoder?: Duplex | null): void {
  source?.stop();
  decoder?.destroy();
  drain(request);
}

function toBodyError(error: Error & { code?: string }): Error {
  if (error instanceof Problem || error instanceof CallerGone) return error;
  if (error.code === 'ECONNRESET' || error.code === 'ERR_STREAM_PREMATURE_CLOSE') return new CallerGone();
  return makeProblem('malformed_body', { form: 'Content-Encoding' }, { cause: error });
}
