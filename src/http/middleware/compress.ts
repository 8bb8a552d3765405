import { pipeline, Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';
import { type Coding, chooseCoding } from '../responses/content-coding.ts';
import type { Middleware, RequestContext } from '../routing/state.ts';

/** What is text inside. PDFs and archives are compressed already; events must not wait for each other. */
const TEXTS = /^(?:text\/(?!event-stream\b)[\w.-]+|application\/(?:[\w.-]+\+)?(?:json|xml|x-ndjson))\s*(?:;|$)/i;

/** Smaller bodies are sent as they are: compressing them for one answer costs more than it saves. */
const WORTH_IT = 1_024;

/** The same for bodies that are compressed once for many answers: only the headers cost, about 45 bytes. */
const KEPT_WORTH_IT = 256;

/** Quick ones, for what is written for one caller: Brotli at 4 is smaller than gzip at 6, in the same time. */
const QUICK = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
const GZIP = { level: 6 };

type Stored = Map<Coding, Promise<Buffer>>;

/** By their memory, so that they go with it. */
const storedFor = new WeakMap<ArrayBufferLike, Stored>();

/**
 * The bytes are the body of many answers: each compressed form of them is made once, as small as it gets.
 *
 * @param brotli such a form that is there already
 */
export function keepCompressed(bytes: Buffer, brotli: Buffer | null = null): Buffer {
  // Memory of its own: that of short buffers is shared.
  const own = Buffer.from(new Uint8Array(bytes).buffer);
  storedFor.set(own.buffer, new Map(brotli === null ? [] : [['br', Promise.resolve(brotli)]]));
  return own;
}

/**
 * Compresses answers with Brotli or gzip where the caller takes it (RFC 9110, section 12.5.3): in the threads of zlib,
 * whole ones at once and streams as they flow. Ranges count bytes as they are, and what takes ranges stays so too.
 * The entity tag of a compressed answer is weak, as its bytes are not those of the other codings (section 8.8.1).
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
    // Its end is told by the answer's: a source that breaks off destroys the encoder, and the connection with it.
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
  const isKept = Buffer.isBuffer(body) && storedFor.has(body.buffer);
  return (
    TEXTS.test(response.get('Content-Type')) && (response.length ?? WORTH_IT) >= (isKept ? KEPT_WORTH_IT : WORTH_IT)
  );
}

/** 304 has the tag that 200 would have had (section 15.4.5): the one in the caller's hand. */
function repeatTag(ctx: RequestContext): void {
  const tag: unknown = ctx.response.get('ETag');
  ctx.vary('Accept-Encoding');
  if (typeof tag === 'string' && tag.startsWith('"') && ctx.get('If-None-Match').includes(`W/${tag}`))
    ctx.set('ETag', `W/${tag}`);
}

const brotliOf = promisify<Buffer, object, Buffer>(brotliCompress);
const gzipOf = promisify<Buffer, object, Buffer>(gzip);

function compressed(body: Buffer, coding: Coding): Promise<Buffer> {
  const kept = storedFor.get(body.buffer);
  if (kept === undefined) return coding === 'br' ? brotliOf(body, QUICK) : gzipOf(body, GZIP);
  const found = kept.get(coding) ?? (coding === 'br' ? brotliOf(body, {}) : gzipOf(body, { level: 9 }));
  kept.set(coding, found);
  return found;
}
