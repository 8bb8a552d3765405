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

/** Limits of a request body. */
export type BodyLimits = {
  /** Whole body, decompressed. */
  readonly bytes: number;
  /** Each file in the body. */
  readonly fileBytes: number;
  readonly files: number;
  /** Values and field names in JSON. Default: enough for `files` files, with a margin. */
  readonly nodes?: number;
};

/** A file in JSON needs five: the object, two field names, two values. */
const NODES_PER_FILE = 20;
const OTHER_NODES = 1_000;

const nodesOf = ({ nodes, files }: BodyLimits): number => nodes ?? OTHER_NODES + NODES_PER_FILE * files;

export type IncomingBody = {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly limits: BodyLimits;
  /** Folder for bodies that need random access. */
  readonly dataDir: string;
  /**
   * Must be called with the number of further bytes that are held until the response. Throws Problem `memory_full`.
   */
  readonly hold: (bytes: number) => void;
};

/** A body format: its media types, its description in the OpenAPI contract, and its reader. */
export type BodyKind<T> = {
  readonly mediaTypes: readonly string[];
  readonly schema: z.ZodType;
  /** A body that matches the schema. */
  readonly example?: unknown;
  readonly read: (body: IncomingBody) => Promise<T>;
};

/**
 * Format for a JSON body that matches the schema.
 *
 * @param perEntry name of the list whose entries may contain U+0000, see `findTextErrors`
 */
export function jsonBody<S extends z.ZodType>(schema: S, perEntry: PerEntry = null): BodyKind<z.output<S>> {
  return {
    mediaTypes: ['application/json'],
    schema,
    read: async (body) => checkFields(schema, await readJson(body), perEntry),
  };
}

/**
 * Parses a JSON body as its bytes arrive.
 *
 * @throws Problem `malformed_json` when it is not JSON in UTF-8 (RFC 8259, section 8.1), `json_too_deep`,
 *   `body_too_complex`, `memory_full`, `invalid_request` when an object repeats a name (parsers disagree on which one
 *   counts), and those of openBody; CallerGone
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

/** Maximum nesting depth of JSON, far above the need of any request body. */
export const DEEPEST = 100;

/**
 * Validates a value against its schema; an optional field that is null counts as absent. Texts that cannot be stored
 * are rejected first.
 *
 * @throws Problem `field_unknown`, `invalid_request` naming the invalid fields
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

/** Finds the format for a media type, or null. A structured suffix (RFC 6838) counts: `…+xml` is XML. */
export function findBodyKind<T>(kinds: readonly BodyKind<T>[], mediaType: string): BodyKind<T> | null {
  const suffixed = /^application\/[^;]*\+(xml|json)$/.exec(mediaType)?.[1];
  const accepted = suffixed === undefined ? mediaType : `application/${suffixed}`;
  return kinds.find((kind) => kind.mediaTypes.includes(accepted)) ?? null;
}

/** Media type of a Content-Type header, without parameters. */
export const toMediaType = (header: string | undefined): string =>
  (header ?? '').split(';', 1)[0]!.trim().toLowerCase();

/** Schema of a binary body. */
export const rawBytes = (description: string): z.ZodType => z.string().meta({ description });
