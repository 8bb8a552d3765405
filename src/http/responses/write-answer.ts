import { Readable } from 'node:stream';
import type { RequestContext } from '../routing/state.ts';
import { toJsonParts } from './json-parts.ts';
import { Written } from './pre-serialized.ts';
import { type Answer, type Answers, faultOfAnswer, mediaTypeOf } from './response.ts';

/** The response is not declared: an error of the handler, never of the client. */
class UndeclaredAnswer extends Error {
  constructor(id: string, fault: string) {
    super(`The operation ${id} broke its declaration: ${fault}`);
    this.name = 'UndeclaredAnswer';
  }
}

/** Writes a checked response. JSON bodies are serialized once, yielding to other requests. */
export async function writeAnswer(ctx: RequestContext, answers: Answers, response: Answer): Promise<void> {
  const spec = answers[response.status];
  const mediaType = spec === undefined ? (response.mediaType ?? null) : mediaTypeOf(spec, response);
  ctx.status = response.status;
  ctx.set({ ...response.headers });
  if (mediaType === null) {
    ctx.body = null;
    ctx.status = response.status;
    return;
  }
  const { body } = response;
  if (body instanceof Readable) {
    ctx.body = body;
    // HEAD responses have no body; close its stream.
    if (ctx.method === 'HEAD') body.destroy();
  } else {
    const bytes = body instanceof Written ? body.bytes : body;
    if (bytes instanceof Uint8Array) ctx.body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    else if (typeof body === 'string' && mediaType !== 'application/json') ctx.body = body;
    else {
      const parts = await toJsonParts(body);
      ctx.body = parts.length === 1 ? parts[0] : Readable.from(parts, { objectMode: false });
      ctx.length = parts.reduce((sum, part) => sum + part.length, 0);
    }
  }
  ctx.set('Content-Type', CHARSET.test(mediaType) ? `${mediaType}; charset=utf-8` : mediaType);
}

/** @throws UndeclaredAnswer when the response deviates from the declaration of the route */
export function checkAnswer(id: string, answers: Answers, response: Answer, thorough: boolean): void {
  const fault = faultOfAnswer(answers, response, thorough);
  if (fault !== null) throw new UndeclaredAnswer(id, fault);
}

const CHARSET = /^(text\/[\w.-]+|application\/json)$/;
