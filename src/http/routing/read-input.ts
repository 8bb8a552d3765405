import type { z } from 'zod';
import { firstCharacters } from '../../lib/first-characters.ts';
import { nearestName } from '../../lib/nearest-name.ts';
import type { AppParts } from '../app-parts.ts';
import { findBodyKind, toMediaType } from '../body/body-kind.ts';
import { openBody } from '../body/read-body.ts';
import {
  cut,
  type FieldError,
  type FieldPlace,
  MAX_ERRORS,
  makeFieldError,
  toFieldErrors,
  WITH_INPUT,
} from '../problems/field-errors.ts';
import { invalidRequest, makeProblem, Problem } from '../problems/problems.ts';
import { findMalformedPercent } from './malformed-percent.ts';
import type { Route, RouteBody } from './route.ts';
import type { RequestContext } from './state.ts';

type Input = { params: unknown; query: unknown; headers: unknown; body: unknown };

const NOTHING = Object.freeze({});

/**
 * Reads and validates the input of a route. The body comes last, so that an invalid request needs no upload.
 *
 * @throws Problem `invalid_request` naming the invalid fields, `parameter_unknown`, `not_found`,
 *   `media_type_unsupported`, and those of the body formats.
 */
export async function readInput(
  ctx: RequestContext,
  route: Route,
  params: Readonly<Record<string, string>>,
  config: AppParts['config'],
  hold: (bytes: number) => void,
): Promise<Input> {
  if (Object.values(params).some(hasNul)) throw makeProblem('not_found', { path: ctx.path });
  const malformed = findMalformedPercent(route.path, ctx.path, ctx.querystring);
  if (malformed.length > 0) throw invalidRequest(malformed);
  refuseUnknown(ctx.query, Object.keys(route.query?.shape ?? {}));
  const errors: FieldError[] = [];
  const input: Input = {
    params: check('path', route.params, params, errors),
    query: route.query ? check('query', route.query, { ...ctx.query }, errors) : NOTHING,
    headers: route.headers ? check('header', route.headers, pickHeaders(ctx, route.headers), errors) : NOTHING,
    body: undefined,
  };
  addNuls(ctx.query, errors);
  if (errors.length > 0) throw invalidRequest(errors);
  if (route.body) input.body = await readRouteBody(ctx, route.body, config, hold);
  else if (CARRYING.has(ctx.method)) await refuseBody(ctx, Object.keys(route.query?.shape ?? {}));
  return input;
}

/** For other methods a body has no defined meaning (RFC 9110, sections 9.3.1 and 9.3.5). */
const CARRYING = new Set(['POST', 'PUT', 'PATCH']);

/** Maximum size of a body that counts as empty. */
const EMPTY_BYTES = 64;

/** Many client libraries send an empty object instead of no body. */
const EMPTY = /^\s*(?:(?:\{\s*\}|null)\s*)?$/;

/**
 * Rejects a body that the route would ignore: the client may believe that it had an effect, for example that a secret
 * ends at once.
 */
async function refuseBody(ctx: RequestContext, known: readonly string[]): Promise<void> {
  const { 'content-length': length = '0', 'transfer-encoding': coding } = ctx.req.headers;
  if (length === '0' && coding === undefined) return;
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of openBody(ctx.req, ctx.res, EMPTY_BYTES)) chunks.push(chunk);
    if (EMPTY.test(Buffer.concat(chunks).toString())) return;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
  }
  throw invalidRequest([makeFieldError('body', [], 'body_unexpected', known.join(', '))]);
}

/** Rejects unknown query parameters: the client would misinterpret the response. */
function refuseUnknown(query: RequestContext['query'], known: readonly string[]): void {
  const unknown = Object.keys(query).filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  const listed = unknown.slice(0, MAX_ERRORS);
  const errors = listed.map((name) => makeFieldError('query', [name], 'parameter_unknown', nearestName(name, known)));
  const names = firstCharacters(listed.map(cut).join(', '), 1_000);
  throw makeProblem('parameter_unknown', { names, known: known.join(', ') || '–' }, { errors });
}

/** PostgreSQL text cannot contain U+0000, so no object has such a name. */
const hasNul = (text: string | undefined): boolean => text?.includes('\u0000') === true;

function addNuls(query: RequestContext['query'], errors: FieldError[]): void {
  for (const [name, value] of Object.entries(query)) {
    if (![value].flat().some(hasNul)) continue;
    const error = makeFieldError('query', [name], 'invalid');
    if (!errors.some(({ pointer }) => pointer === error.pointer)) errors.push(error);
  }
}

function check(place: FieldPlace, schema: z.ZodObject | undefined, inputValue: unknown, errors: FieldError[]): unknown {
  if (schema === undefined) return NOTHING;
  const checked = schema.safeParse(inputValue, WITH_INPUT);
  if (checked.success) return checked.data;
  errors.push(...toFieldErrors(place, checked.error));
  return NOTHING;
}

function pickHeaders(ctx: RequestContext, schema: z.ZodObject): Record<string, unknown> {
  const { headers } = ctx.req;
  return Object.fromEntries(Object.keys(schema.shape).map((name) => [name, headers[name.toLowerCase()]]));
}

function readRouteBody(
  ctx: RequestContext,
  body: RouteBody<unknown>,
  config: AppParts['config'],
  hold: (bytes: number) => void,
): Promise<unknown> {
  const mediaType = toMediaType(ctx.req.headers['content-type']);
  const kind = findBodyKind(body.kinds, mediaType);
  if (kind === null) {
    const accepted = body.kinds.flatMap((known) => known.mediaTypes).join(', ');
    throw makeProblem(
      'media_type_unsupported',
      { given: mediaType || '(–)', accepted },
      { headers: { Accept: accepted } },
    );
  }
  return kind.read({ request: ctx.req, response: ctx.res, limits: body.limits(config), dataDir: config.dataDir, hold });
}
