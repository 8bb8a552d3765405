import { setImmediate as nextTurn } from 'node:timers/promises';
import { atOnce, inTurns, type Steps } from '@e-invoice/validator/cooperative-yield';
import { isRefusal } from '../errors/index.ts';
import { makeJsonParser } from './parser.ts';

/** So short a text is parsed by the platform: it costs about a millisecond, whatever it says. */
const SHORT_BYTES = 64 * 1024;

/** Values and names of fields of what is read at once: far more than any answer about one document has. */
const FEW_VALUES = 5_000;
/** The same of what is read in turns: a list of a thousand documents has about so many. */
const MANY_VALUES = 50_000;
/** No answer of a service is nested so deep (SAPI-SK 1.0: five). */
const DEEPEST = 50;

/** Bytes that are read in one turn: in 0.1 ms where they are text, in some 10 ms where they are empty objects. */
const STRETCH = 16 * 1024;

/** What is read at once; no more is taken of an answer unless an exchange says otherwise. */
const SHORT_ENOUGH = 1024 * 1024;

/**
 * What the JSON of an answer from outside says, read at once: of answers that say little.
 *
 * @returns undefined when it is no JSON in UTF-8 (RFC 8259), is longer than 1 MB, or nests or holds more than such an
 *   answer does
 */
export const readJson = (body: Buffer): unknown =>
  body.length > SHORT_ENOUGH ? undefined : atOnce(read(body, FEW_VALUES));

/**
 * The same of an answer of any length: others have their turn meanwhile.
 *
 * @param values how many values and names of fields it may have together
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
