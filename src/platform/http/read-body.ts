import { type Duplex, pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createUnzip } from 'node:zlib';
import { HttpFault } from './fault.ts';

type BodySource = {
  readonly host: string;
  /** The value of Content-Encoding. */
  readonly coding: string | undefined;
  /** Of the decoded body. */
  readonly maxBytes: number;
  /** What a larger body is: a fault, or cut off there. */
  readonly larger: 'fault' | 'cut';
  /** In milliseconds: what has not come by then, or cannot be read or decoded, is left out. Null: that is a fault. */
  readonly bodyLimit: number | null;
};

/** Compressed bytes that decode to nothing count too, with room for the headers of the coding. */
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
 * Reads a body in its decoded form, and never more of it than allowed.
 *
 * @returns the bytes, and whether they are all
 * @throws HttpFault `too_large` or `protocol`; what the stream throws; nothing with a `bodyLimit`
 */
export async function readBody(stream: Readable, source: BodySource): Promise<{ body: Buffer; complete: boolean }> {
  const { host, maxBytes, larger, bodyLimit } = source;
  // Destroying a body that is not at its end makes undici emit an error that is nobody's.
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
