import { z } from 'zod';
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiResponseObject } from 'zod-openapi';
import { own } from '../../lib/own-property.ts';
import type { ProblemCode } from '../../platform/errors/index.ts';
import { findProblemKind } from '../problems/problems.ts';
import { type AnswerSpec, BYTES } from '../responses/response.ts';
import { ProblemDetails } from '../schemas/problem-details.ts';
import { problemsOf, type Route, type Tag, type Who } from './route.ts';
import { VERSION } from './version.ts';

/** Tags of the operations; `Route` allows no others. */
const TAGS: Readonly<Record<Tag, string>> = {
  validation: 'Validate invoices.',
  preview: 'Create an invoice from a draft, and list the missing data. Nothing is stored.',
  render: 'Invoices as pages and PDFs, and the content of hybrid PDFs.',
  evidence: 'Signed validation reports, and the keys that verify them.',
  documents: 'Documents with a status, a timeline and artifacts.',
  batches: 'Many files with a common progress.',
  vat: 'VAT numbers, verified in the registers of the member states.',
  peppol: 'Lookup and monitoring of receivers in the Peppol network.',
  sftp: 'File exchange with any SFTP client: keys and settings.',
  partners: 'Connections to delivery service providers, which send documents to the network.',
  webhooks: 'Signed events for your URL, with retries.',
  accounts: 'Keys, usage and audit trail.',
  catalog: 'All rules with explanations, and advice for findings.',
  assistants: 'The same functions for AI assistants, through the Model Context Protocol.',
  operations: 'Health, metrics and queues of the service.',
};

export type OpenApi = ReturnType<typeof createDocument>;

const made = new WeakMap<readonly Route[], OpenApi>();

/** Part of the contract outside the routes: describes the messages posted to webhooks. */
type DescribeWebhooks = () => Readonly<Record<string, unknown>>;

/** Returns the contract of the routes, created once and shared; callers must not modify it. */
export function contractOf(routes: readonly Route[], describeWebhooks: DescribeWebhooks): OpenApi {
  const known = made.get(routes) ?? makeOpenApi(routes, describeWebhooks);
  made.set(routes, known);
  return known;
}

/** Creates the contract (OpenAPI 3.1) of the declared routes with all responses and problems. */
function makeOpenApi(routes: readonly Route[], describeWebhooks: DescribeWebhooks): OpenApi {
  const paths = new Map<string, Record<string, ZodOpenApiOperationObject>>();
  for (const route of routes) {
    paths.set(route.path, { ...paths.get(route.path), [route.method]: toOperation(route) });
  }
  const document = createDocument(
    {
      openapi: '3.1.0',
      info: {
        title: 'E-invoice service',
        version: VERSION,
        description:
          'Validates, proves and tracks electronic invoices (UBL, EN 16931, Peppol BIS, Slovak layer). Every error is a ' +
          'problem (RFC 9457) whose code has a page under /docs/problems/.\n\nDo not send confidential invoices without a ' +
          'key: background work without a key uses a workspace that all callers without a key share. In the sandbox, `POST ' +
          '/api/sandbox-keys` returns a key with a private workspace for 24 hours, without registration; in production ask ' +
          'the operator for a key with the role `developer` or `admin`.',
        contact: { name: 'The operator of this service' },
        license: { name: 'By written agreement with the operator', identifier: 'LicenseRef-written-agreement' },
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
            description:
              'In the sandbox `POST /api/sandbox-keys` returns a key (`inv_test_…`) with a private workspace. Any other text, ' +
              'such as a placeholder, also works there: the text and the client address determine its workspace.',
          },
        },
      },
    },
    { override: ({ jsonSchema, io }) => simplify(jsonSchema, io) },
  );
  openReferences(document);
  nullOptional(document);
  return { ...document, webhooks: describeWebhooks() as OpenApi['webhooks'] };
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
    responses: withProblems(
      Object.fromEntries(Object.entries(route.answers).map(([status, spec]) => [status, toResponse(spec, route)])),
      problemResponses(route),
    ),
  };
}

const SECURITY: Readonly<Partial<Record<Who, Record<string, string[]>[]>>> = {
  anyone: [],
  public: [{}, { apiKey: [] }],
};

function whoText({ who, limit, keyRole }: Route): string {
  const caller =
    who === 'anyone'
      ? 'No key required.'
      : who === 'public'
        ? `The key is optional.${keyRole === undefined ? '' : ` A key needs at least the role \`${keyRole}\`.`}`
        : `Requires a key with at least the role \`${who}\`.`;
  return limit === 'public-daily'
    ? `${caller} Without a key each file counts against a daily limit per client address; malformed requests (400, ` +
        '406, 415) do not count.'
    : caller;
}

const RATE = {
  'RateLimit-Policy': 'The limit that the call counted against, if any: per key and second, or per day.',
  RateLimit: 'The remaining calls of that limit, and the seconds until it resets.',
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
      Object.entries({
        ...headers,
        'X-Request-Id': 'The id of the request; the value of the request header if present.',
      }).map(([name, description]) => [name, z.string().optional().meta({ description })]),
    ),
  );

type Responses = Record<string, ZodOpenApiResponseObject>;

/** A status with both a response and problems declares both media types. */
function withProblems(answers: Responses, problems: Responses): Responses {
  const both = Object.entries(problems).map(([status, problem]): [string, ZodOpenApiResponseObject] => {
    const answer = own(answers, status);
    if (answer === undefined) return [status, problem];
    const description = `${answer.description}\n${problem.description}`;
    return [status, { ...answer, description, content: { ...answer.content, ...problem.content } }];
  });
  return { ...answers, ...Object.fromEntries(both) };
}

/** Groups problems by status; a status may have several codes. */
function problemResponses(route: Route): Responses {
  const byStatus = new Map<number, ProblemCode[]>();
  for (const code of problemsOf(route)) {
    const { status } = findProblemKind(code);
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      String(status),
      {
        description: codes.map((code) => `\`${code}\`: ${findProblemKind(code).title.en}.`).join('\n'),
        headers: toHeaders({
          ...(status === 429 && RATE),
          ...((status === 429 || status === 503) && { 'Retry-After': 'Seconds to wait before a retry.' }),
        }),
        content: { 'application/problem+json': { schema: ProblemDetails } },
      },
    ]),
  );
}

/** Removes noise: bounds of safe integers, and `additionalProperties: false` of responses, which may gain fields. */
function simplify(schema: Record<string, unknown>, io: 'input' | 'output'): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (io === 'output' && schema.additionalProperties === false) delete schema.additionalProperties;
}

type Part = Record<string, unknown>;

/** Declares optional body fields as nullable: null means absent. */
function nullOptional({ paths, components }: OpenApi): void {
  const schemas = (components?.schemas ?? {}) as Readonly<Record<string, Part>>;
  const resolve = (part: Part): Part =>
    typeof part.$ref === 'string' ? own(schemas, part.$ref.slice(part.$ref.lastIndexOf('/') + 1))! : part;
  const mayBeNull = (part: Part): boolean =>
    [resolve(part).type].flat().includes('null') || partsOf(resolve(part).anyOf).some(mayBeNull);
  const seen = new Set<Part>();
  const walk = (part: Part): void => {
    const schema = resolve(part);
    if (seen.has(schema)) return;
    seen.add(schema);
    for (const inner of [...partsOf(schema.anyOf), ...partsOf(schema.oneOf), ...partsOf(schema.items)]) walk(inner);
    const needed = new Set(partsOf(schema.required) as unknown[]);
    const fields = (schema.properties ?? {}) as Record<string, Part>;
    for (const [name, field] of Object.entries(fields)) {
      walk(field);
      if (!needed.has(name) && !mayBeNull(field)) fields[name] = { anyOf: [field, { type: 'null' }] };
    }
  };
  for (const operation of Object.values(paths ?? {}).flatMap((methods) => Object.values(methods as Part))) {
    const { requestBody } = operation as { requestBody?: { content: Readonly<Record<string, { schema: Part }>> } };
    const schema = requestBody?.content['application/json']?.schema;
    if (schema !== undefined) walk(schema);
  }
}

const partsOf = (value: unknown): Part[] => (value === undefined ? [] : ([value].flat() as Part[]));

/**
 * Where a named schema gets another description, zod repeats `additionalProperties: false` next to the reference,
 * which would forbid the fields of the referenced schema.
 */
function openReferences(part: unknown): void {
  if (typeof part !== 'object' || part === null) return;
  if ('$ref' in part && 'additionalProperties' in part) delete part.additionalProperties;
  for (const inner of Object.values(part)) openReferences(inner);
}
