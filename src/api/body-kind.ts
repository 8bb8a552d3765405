import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { toFieldErrors, WITH_INPUT } from './field-errors.ts';
import { makeProblem } from './problems.ts';
import { readBody } from './read-body.ts';

/** How much a request may carry. */
export type BodyLimits = {
  /** Of the whole body, decompressed. */
  readonly bytes: number;
  /** Of one file in it. */
  readonly fileBytes: number;
  readonly files: number;
};

export type IncomingBody = {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly limits: BodyLimits;
  /** Where a body that must be read in any order may be kept meanwhile. */
  readonly dataDir: string;
};

/** One form that a body may have: which media types it goes by, how it is told in the contract, how it is read. */
export type BodyKind<T> = {
  readonly mediaTypes: readonly string[];
  readonly schema: z.ZodType;
  /** A body that fits the schema. */
  readonly example?: unknown;
  readonly read: (body: IncomingBody) => Promise<T>;
};

/** A JSON body that fits the schema. */
export function jsonBody<S extends z.ZodType>(schema: S): BodyKind<z.output<S>> {
  return {
    mediaTypes: ['application/json'],
    schema,
    read: async (body) => checkFields(schema, await readJson(body)),
  };
}

const decoder = new TextDecoder('utf-8', { fatal: true });

/**
 * The value that the JSON body says.
 *
 * @throws Problem `malformed_json` when it is not JSON in UTF-8 (RFC 8259, section 8.1), `json_too_deep`, and those of
 *   readBody.
 */
export async function readJson({ request, response, limits }: IncomingBody): Promise<unknown> {
  const bytes = await readBody(request, response, limits.bytes);
  if (isNestedDeeper(bytes, DEEPEST)) throw makeProblem('json_too_deep', { limit: DEEPEST });
  try {
    return JSON.parse(decoder.decode(bytes));
  } catch (cause) {
    throw makeProblem('malformed_json', {}, { cause });
  }
}

/** Far more than any body here needs; much deeper ones would take seconds to parse, and the stack to check. */
const DEEPEST = 100;

/** True when arrays and objects of the JSON text stand in each other deeper than the limit. */
export function isNestedDeeper(json: Uint8Array, limit: number): boolean {
  let depth = 0;
  let inText = false;
  for (let index = 0; index < json.length; index += 1) {
    switch (json[index]) {
      case 0x22: // "
        inText = !inText;
        break;
      case 0x5c: // \ and the character that it guards
        index += 1;
        break;
      case 0x5b: // [
      case 0x7b: // {
        if (!inText) depth += 1;
        if (depth > limit) return true;
        break;
      case 0x5d: // ]
      case 0x7d: // }
        if (!inText) depth -= 1;
        break;
    }
  }
  return false;
}

/** @throws Problem `invalid_request` naming every field that does not fit the schema. */
export function checkFields<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const checked = schema.safeParse(value, WITH_INPUT);
  if (checked.success) return checked.data;
  const errors = toFieldErrors('body', checked.error);
  throw makeProblem('invalid_request', { count: errors.length }, { errors });
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
