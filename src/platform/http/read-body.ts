import { type Duplex, pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createUnzip } from 'node:zlib';
import { HttpFault } from './fault.ts';

type BodySource = {
  readonly host: string;
  /** Value of Content-Encoding. */
  readonly coding: string | undefined;
  /** Limit of the decoded body. */
  readonly maxBytes: number;
  /** Treatment of a larger body: error or truncation. */
  readonly larger: 'fault' | 'cut';
  /** In milliseconds: data that arrives later, or cannot be read or decoded, is dropped. Null: both are errors. */
  readonly bodyLimit: number | null;
};

/** Allowance for the coding's headers; limits compressed bytes that decode to nothing. */
const CODING_BYTES = 64 * 1024;

function decoderOf({ coding, host }: BodySource): Duplex | null {
  switch (coding?.trim().toLowerCase()) {
    case undefined:
    case '':
    case 'identity':
      return null;
    case 'gzip':
    case 'x-gzip':
    case 'deflate':
      return createUnzip();
    case 'br':
      return createBrotliDecompress();
    default:
      throw new HttpFault('protocol', host, 'the answer has an unknown coding');
  }
}

const tooLate = (host: string): HttpFault => new HttpFault('timeout', host, 'the body takes too long');

/**
 * Reads and decodes a body, up to the limit.
 *
 * @returns the bytes, and whether they are complete
 * @throws HttpFault `too_large` or `protocol`; errors of the stream; no error with a `bodyLimit`
 */
export async function readBody(stream: Readable, source: BodySource): Promise<{ body: Buffer; complete: boolean }> {
  const { host, maxBytes, larger, bodyLimit } = source;
  // Destroying an unfinished body makes undici emit an error, which needs a listener.
  stream.on('error', () => undefined);
  const tooLarge = (): HttpFault => new HttpFault('too_large', host, `the answer has more than ${maxBytes} bytes`);
  const chunks: Buffer[] = [];
  let size = 0;
  let raw = 0;
  const limit = bodyLimit === null ? undefined : setTimeout(() => stream.destroy(tooLate(host)), bodyLimit);
  try {
    const decoder = decoderOf(source);
    if (decoder !== null) {
      stream.on('data', (chunk: Buffer) => {
        raw += chunk.length;
        if (raw > maxBytes + CODING_BYTES) stream.destroy(tooLarge());
      });
    }
    const decoded = decoder === null ? stream : pipeline(stream, decoder, () => undefined);
    for await (const chunk of decoded as AsyncIterable<Buffer>) {
      if (size + chunk.length > maxBytes) {
        if (larger === 'fault') throw tooLarge();
        chunks.push(chunk.subarray(0, maxBytes - size));
        return { body: Buffer.concat(chunks), complete: false };
      }
      size += chunk.length;
      chunks.push(chunk);
    }
    return { body: Buffer.concat(chunks), complete: true };
  } catch (error) {
    if (bodyLimit === null) throw error;
    return { body: Buffer.concat(chunks), complete: false };
  } finally {
    clearTimeout(limit);
    stream.destroy();
  }
}
