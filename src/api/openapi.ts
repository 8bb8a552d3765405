import { z } from 'zod';
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiResponseObject } from 'zod-openapi';
import { type AnswerSpec, BYTES } from './answer.ts';
import type { ProblemCode } from './problems.data.ts';
import { findProblemKind } from './problems.ts';
import { problemsOf, type Route, type Who } from './route.ts';
import { ProblemDetails } from './schemas/problem-details.ts';

/** The version of the published contract, told in its `info`. */
export const VERSION = '0.1.0';

const TAGS: Readonly<Record<string, string>> = {
  validation: 'Judge invoices.',
  evidence: 'Signed reports of validations, and the keys that verify them.',
  documents: 'Documents with a status, a timeline and artifacts.',
  batches: 'Many files with one progress.',
  accounts: 'Keys, usage, audit trail.',
  catalog: 'Every rule explained, and what to do about a finding.',
  assistants: 'The same work for assistants, by the Model Context Protocol.',
  operations: 'The service itself.',
};

/** The contract (OpenAPI 3.1) of the declared routes: every route, every answer, every problem. */
export function makeOpenApi(routes: readonly Route[]): ReturnType<typeof createDocument> {
  const paths = new Map<string, Record<string, ZodOpenApiOperationObject>>();
  for (const route of routes) {
    paths.set(route.path, { ...paths.get(route.path), [route.method]: toOperation(route) });
  }
  return createDocument(
    {
      openapi: '3.1.0',
      info: {
        title: 'E-invoice service',
        version: VERSION,
        description:
          'Validates, proves and tracks electronic invoices (UBL, EN 16931, Peppol BIS, Slovak layer). ' +
          'Every error is a problem (RFC 9457) whose code has a page under /docs/problems/.',
      },
      servers: [{ url: '/' }],
      tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
      paths: Object.fromEntries(paths),
      components: {
        securitySchemes: {
          apiKey: {
            type: 'apiKey',
            in: 'header',
            name: 'X-API-Key',
            description: 'In the sandbox any non-empty key works.',
          },
        },
      },
    },
    { override: ({ jsonSchema, io }) => simplify(jsonSchema, io) },
  );
}

function toOperation(route: Route): ZodOpenApiOperationObject {
  return {
    operationId: route.id,
    tags: [route.tag],
    summary: route.summary,
    description: `${route.description}\n\n${whoText(route)}`,
    security: SECURITY[route.who] ?? [{ apiKey: [] }],
    requestParams: {
      ...(route.params && { path: route.params }),
      ...(route.query && { query: route.query }),
      ...(route.headers && { header: route.headers }),
    },
    ...(route.body && {
      requestBody: {
        required: true,
        description: route.body.description,
        content: Object.fromEntries(
          route.body.kinds.flatMap(({ mediaTypes, schema, example }) =>
            mediaTypes.map((mediaType) => [mediaType, { schema, ...(example !== undefined && { example }) }]),
          ),
        ),
      },
    }),
    responses: {
      ...Object.fromEntries(Object.entries(route.answers).map(([status, spec]) => [status, toResponse(spec, route)])),
      ...problemResponses(route),
    },
  };
}

const SECURITY: Readonly<Partial<Record<Who, Record<string, string[]>[]>>> = {
  anyone: [],
  public: [{}, { apiKey: [] }],
};

function whoText({ who, limit, keyRole }: Route): string {
  const caller =
    who === 'anyone'
      ? 'Needs no key.'
      : who === 'public'
        ? `May be called without a key.${keyRole === undefined ? '' : ` A key needs the role \`${keyRole}\` or a larger one.`}`
        : `Needs a key with the role \`${who}\` or a larger one.`;
  return limit === 'public-daily' ? `${caller} Keyless calls count against a daily limit per client address.` : caller;
}

const RATE = {
  'RateLimit-Policy': 'The limit that the call counted against, if any did: of the key and second, or of the day.',
  RateLimit: 'What is left of it, and the seconds until it resets.',
};

function toResponse({ description, content, headers }: AnswerSpec, { limit }: Route): ZodOpenApiResponseObject {
  const bodies = Object.entries(content).map(([mediaType, schema]) => [mediaType, schema === BYTES ? {} : { schema }]);
  return {
    description,
    headers: toHeaders({ ...headers, ...(limit !== 'none' && RATE) }),
    ...(bodies.length > 0 && { content: Object.fromEntries(bodies) }),
  };
}

const toHeaders = (headers: Readonly<Record<string, string>>): z.ZodObject =>
  z.object(
    Object.fromEntries(
      Object.entries({ ...headers, 'X-Request-Id': 'The id of the request: the caller’s own, if it sent one.' }).map(
        ([name, description]) => [name, z.string().optional().meta({ description })],
      ),
    ),
  );

/** Problems stand under their status; a status may have several codes. */
function problemResponses(route: Route): Record<string, ZodOpenApiResponseObject> {
  const byStatus = new Map<number, ProblemCode[]>();
  for (const code of problemsOf(route)) {
    const { status } = findProblemKind(code);
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus]
      .filter(([status]) => route.answers[status] === undefined)
      .map(([status, codes]) => [
        String(status),
        {
          description: codes.map((code) => `\`${code}\`: ${findProblemKind(code).title.en}.`).join('\n'),
          headers: toHeaders({
            ...(status === 429 && RATE),
            ...((status === 429 || status === 503) && { 'Retry-After': 'Seconds to wait.' }),
          }),
          content: { 'application/problem+json': { schema: ProblemDetails } },
        },
      ]),
  );
}

/** Leaves out what says nothing: the bounds of every safe integer, and the promise that answers never grow fields. */
function simplify(schema: Record<string, unknown>, io: 'input' | 'output'): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (io === 'output' && schema.additionalProperties === false) delete schema.additionalProperties;
}
