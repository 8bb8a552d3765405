import { setImmediate as nextTurn } from 'node:timers/promises';
import { atOnce, inTurns, type Steps } from '@e-invoice/validator/cooperative-yield';
import { isRefusal } from '../errors/index.ts';
import { makeJsonParser } from './parser.ts';

/** Up to this size JSON.parse takes about a millisecond, whatever the content. */
const SHORT_BYTES = 64 * 1024;

/** Limit of values and field names for synchronous parsing: far above any response about one document. */
const FEW_VALUES = 5_000;
/** The same for parsing in steps: a list of a thousand documents has about this many. */
const MANY_VALUES = 50_000;
/** Maximum depth of a service's response (SAPI-SK 1.0 needs five). */
const DEEPEST = 50;

/** Bytes per step: 0.1 ms for text, about 10 ms for empty objects. */
const STRETCH = 16 * 1024;

/** Maximum size for synchronous parsing, and the default maximum response size. */
const SHORT_ENOUGH = 1024 * 1024;

/**
 * Parses a small external response synchronously.
 *
 * @returns undefined when it is not JSON in UTF-8 (RFC 8259), is longer than 1 MB, or exceeds the limits of depth or
 *   size
 */
export const readJson = (body: Buffer): unknown =>
  body.length > SHORT_ENOUGH ? undefined : atOnce(read(body, FEW_VALUES));

/**
 * Parses a response of any length in steps, yielding to the event loop in between.
 *
 * @param values maximum total of values and field names
 */
export const readLongJson = (body: Buffer, values = MANY_VALUES): Promise<unknown> =>
  inTurns(read(body, values), nextTurn);

function* read(body: Buffer, nodes: number): Steps<unknown> {
  try {
    if (body.length <= SHORT_BYTES) return JSON.parse(body.toString('utf8'));
    const parser = makeJsonParser({ nodes, depth: DEEPEST, text: body.length });
    for (let from = 0; from < body.length; from += STRETCH) {
      parser.readAll(body.subarray(from, from + STRETCH));
      yield;
    }
    parser.end();
    return parser.value();
  } catch (error) {
    if (error instanceof SyntaxError || isRefusal(error, 'malformed_json', 'json_too_deep', 'body_too_complex')) {
      return undefined;
    }
    throw error;
  }
}
