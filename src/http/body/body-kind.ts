import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import { parseInSlices } from '../../lib/parse-in-slices.ts';
import { withoutNulls } from '../../lib/schema-fields.ts';
import { makeJsonParser } from '../../platform/json/index.ts';
import { MAX_ERRORS, makeFieldError, toFieldErrors, WITH_INPUT } from '../problems/field-errors.ts';
import { invalidRequest } from '../problems/problems.ts';
import { findTextErrors, type PerEntry } from './check-texts.ts';
import { openBody } from './read-body.ts';

/** How much a request may carry. */
export type BodyLimits = {
  /** Of the whole body, decompressed. */
  readonly bytes: number;
  /** Of one file in it. */
  readonly fileBytes: number;
  readonly files: number;
  /** Values and names of fields in JSON; unset: what so many files need, and a good deal beside them. */
  readonly nodes?: number;
};

/** Of a file as JSON these are five: itself, two fields, two values. */
const NODES_PER_FILE = 20;
const OTHER_NODES = 1_000;

const nodesOf = ({ nodes, files }: BodyLimits): number => nodes ?? OTHER_NODES + NODES_PER_FILE * files;

export type IncomingBody = {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly limits: BodyLimits;
  /** Where a body that must be read in any order may be kept meanwhile. */
  readonly dataDir: string;
  /** Is told of every further byte that is held until the request is answered. Throws Problem `memory_full`. */
  readonly hold: (bytes: number) => void;
};

/** One form that a body may have: which media types it goes by, how it is told in the contract, how it is read. */
export type BodyKind<T> = {
  readonly mediaTypes: readonly string[];
  readonly schema: z.ZodType;
  /** A body that fits the schema. */
  readonly example?: unknown;
  readonly read: (body: IncomingBody) => Promise<T>;
};

/**
 * A JSON body that fits the schema.
 *
 * @param perEntry the list whose entries may have U+0000, see `findTextErrors`
 */
export function jsonBody<S extends z.ZodType>(schema: S, perEntry: PerEntry = null): BodyKind<z.output<S>> {
  return {
    mediaTypes: ['application/json'],
    schema,
    read: async (body) => checkFields(schema, await readJson(body), perEntry),
  };
}

/**
 * The value that the JSON body says, built as its bytes come.
 *
 * @throws Problem `malformed_json` when it is not JSON in UTF-8 (RFC 8259, section 8.1), `json_too_deep`,
 *   `body_too_complex`, `memory_full`, `invalid_request` where an object has a name twice, of which every reader may take
 *   another, and those of openBody; CallerGone
 */
export async function readJson({ request, response, limits, hold }: IncomingBody): Promise<unknown> {
  const parser = makeJsonParser({ nodes: nodesOf(limits), depth: DEEPEST, text: limits.fileBytes });
  for await (const chunk of openBody(request, response, limits.bytes)) {
    hold(chunk.length);
    parser.readAll(chunk);
  }
  parser.end();
  const repeated = parser.repeated();
  if (repeated !== null) throw invalidRequest([makeFieldError('body', repeated, 'field_repeated')]);
  return parser.value();
}

/** Arrays and objects of JSON may stand in each other so deep: far more than any body here needs. */
export const DEEPEST = 100;

/**
 * A value as its schema says; an optional field that is null is absent. Texts that cannot be stored are rejected before
 * the schema is applied.
 *
 * @throws Problem `field_unknown`, `invalid_request` naming the fields that do not fit the schema
 */
export async function checkFields<S extends z.ZodType>(
  schema: S,
  value: unknown,
  perEntry: PerEntry = null,
): Promise<z.output<S>> {
  const unstorable = findTextErrors('body', value, perEntry);
  if (unstorable.length > 0) throw invalidRequest(unstorable);
  const checked = await parseInSlices(schema, withoutNulls(schema, value), {
    parameters: WITH_INPUT,
    most: MAX_ERRORS,
    nextTurn,
  });
  if (!checked.success) throw invalidRequest(toFieldErrors('body', checked, schema), checked.count);
  return checked.data;
}

/** The kind that takes the media type, or null. Structured suffixes (RFC 6838) count: `…+xml` is XML. */
export function findBodyKind<T>(kinds: readonly BodyKind<T>[], mediaType: string): BodyKind<T> | null {
  const suffixed = /^application\/[^;]*\+(xml|json)$/.exec(mediaType)?.[1];
  const wanted = suffixed === undefined ? mediaType : `application/${suffixed}`;
  return kinds.find((kind) => kind.mediaTypes.includes(wanted)) ?? null;
}

/** The media type of a Content-Type header, without its parameters. */
export const toMediaType = (header: string | undefined): string =>
  (header ?? '').split(';', 1)[0]!.trim().toLowerCase();

/** A schema for bodies that are bytes, which no schema can describe further. */
export const rawBytes = (description: string): z.ZodType => z.string().meta({ description });
