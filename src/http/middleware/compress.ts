import { pipeline, Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';
import { type Coding, chooseCoding } from '../responses/content-coding.ts';
import type { Middleware, RequestContext } from '../routing/state.ts';

/** Compressible media types. PDFs and archives are already compressed; server-sent events must not be delayed. */
const TEXTS = /^(?:text\/(?!event-stream\b)[\w.-]+|application\/(?:[\w.-]+\+)?(?:json|xml|x-ndjson))\s*(?:;|$)/i;

/** Minimum body size: compressing a smaller body for one response costs more than it saves. */
const WORTH_IT = 1_024;

/** Minimum size of a body that is compressed once for many responses: only the headers cost, about 45 bytes. */
const KEPT_WORTH_IT = 256;

/** Fast settings for a response to a single caller: Brotli at 4 is smaller than gzip at 6 and takes the same time. */
const QUICK = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
const GZIP = { level: 6 };

type Stored = Map<Coding, Promise<Buffer>>;

/** Keyed by the memory of the body, so that the compressed forms are freed with it. */
const cachedBodies = new WeakMap<ArrayBufferLike, Stored>();

/**
 * Marks bytes as the body of many responses: each coding is computed once, at maximum compression.
 *
 * @param brotli existing Brotli form of the bytes
 */
export function keepCompressed(bytes: Buffer, brotli: Buffer | null = null): Buffer {
  // Copy the bytes: short buffers share their ArrayBuffer.
  const own = Buffer.from(new Uint8Array(bytes).buffer);
  cachedBodies.set(own.buffer, new Map(brotli === null ? [] : [['br', Promise.resolve(brotli)]]));
  return own;
}

/**
 * Compresses responses with Brotli or gzip if the client accepts it (RFC 9110, section 12.5.3), in zlib's threads,
 * whole bodies at once and streams as they flow. Responses that support ranges are not compressed, because ranges count
 * the original bytes. The entity tag of a compressed response is weak, because its bytes differ between codings
 * (section 8.8.1).
 */
export const compress: Middleware = async (ctx, next) => {
  await next();
  if (ctx.status === 304) return repeatTag(ctx);
  if (!isWorthIt(ctx)) return;
  ctx.vary('Accept-Encoding');
  const coding = chooseCoding(ctx.req.headers['accept-encoding']);
  if (coding === null) return;
  const { body } = ctx;
  const { etag } = ctx.response.headers;
  if (body instanceof Readable) {
    const encoder = coding === 'br' ? createBrotliCompress(QUICK) : createGzip(GZIP);
    // Errors surface in the response: a failing source destroys the encoder, and with it the connection.
    ctx.body = pipeline(body, encoder, () => undefined);
  } else ctx.body = await compressed(typeof body === 'string' ? Buffer.from(body) : (body as Buffer), coding);
  ctx.set('Content-Encoding', coding);
  if (typeof etag === 'string' && etag.startsWith('"')) ctx.set('ETag', `W/${etag}`);
};

function isWorthIt({ status, body, response, res }: RequestContext): boolean {
  if (status < 200 || status >= 300 || status === 206) return false;
  if (!(body instanceof Readable || Buffer.isBuffer(body) || typeof body === 'string')) return false;
  if (res.hasHeader('Content-Encoding') || res.hasHeader('Accept-Ranges')) return false;
  if (/\bno-transform\b/.test(response.get('Cache-Control'))) return false;
  const isKept = Buffer.isBuffer(body) && cachedBodies.has(body.buffer);
  return (
    TEXTS.test(response.get('Content-Type')) && (response.length ?? WORTH_IT) >= (isKept ? KEPT_WORTH_IT : WORTH_IT)
  );
}

/** A 304 response has the tag that the 200 response would have (section 15.4.5): the one that the client sent. */
function repeatTag(ctx: RequestContext): void {
  const tag: unknown = ctx.response.get('ETag');
  ctx.vary('Accept-Encoding');
  if (typeof tag === 'string' && tag.startsWith('"') && ctx.get('If-None-Match').includes(`W/${tag}`))
    ctx.set('ETag', `W/${tag}`);
}

const brotliOf = promisify<Buffer, object, Buffer>(brotliCompress);
const gzipOf = promisify<Buffer, object, Buffer>(gzip);

function compressed(body: Buffer, coding: Coding): Promise<Buffer> {
  const cached = cachedBodies.get(body.buffer);
  if (cached === undefined) return coding === 'br' ? brotliOf(body, QUICK) : gzipOf(body, GZIP);
  const found = cached.get(coding) ?? (coding === 'br' ? brotliOf(body, {}) : gzipOf(body, { level: 9 }));
  cached.set(coding, found);
  return found;
}
