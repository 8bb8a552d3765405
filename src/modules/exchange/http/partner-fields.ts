import { z } from 'zod';
import { NO_CONTROLS, PRINTABLE_ASCII, WEB_ADDRESS } from '../../../http/index.ts';
import { PACKAGE_PARTS, USUAL_LIMITS } from '../partners/index.ts';

const BaseUrl = z.string().min(1).max(2_000).regex(WEB_ADDRESS).meta({
  description: 'The prefix of every path. Private addresses are rejected; in production HTTPS is required.',
  example: 'https://postar.example/sapi/v1',
});
const ClientId = z.string().min(1).max(500).regex(NO_CONTROLS).meta({ example: 'erp-4711' });
const KEPT = 'Stored encrypted and never returned.';
const ClientSecret = z
  .string()
  .min(1)
  .max(2_000)
  .regex(NO_CONTROLS)
  .meta({ description: KEPT, example: 'the-secret-that-the-partner-gave-you' });
const Scope = z.string().min(1).max(500).regex(NO_CONTROLS).nullable().meta({
  description: 'OAuth scopes to request; they differ between partners. Null: no scope is requested.',
  example: null,
});
const Mls = z
  .strictObject({
    to: z
      .string()
      .max(100)
      .regex(/^0242:\d{6}(-[A-Za-z0-9_]{3,12})?(\.[A-Za-z0-9\-._~]{3,24})?$/)
      .meta({ description: 'The service provider that receives the Message Level Status.', example: '0242:000123' }),
    type: z.enum(['FAILURE_ONLY', 'ALWAYS_SEND']),
  })
  .nullable()
  .meta({ description: 'Scopes MLS_TO and MLS_TYPE of the envelopes; null: neither is set.', example: null });
const StatusPath = z
  .string()
  .max(500)
  .regex(/^\/[^\s?#{}]*\{id\}[^\s#]*$/);
const Limits = z
  .strictObject({ at_once: z.int().min(1).max(16), per_second: z.number().min(0.1).max(1_000) })
  .meta({ description: 'Maximum number of concurrent submissions per process, and of new submissions per second.' });

/** Fields of every kind of partner. */
const COMMON = { mls: Mls.default(null), limits: Limits.default(USUAL_LIMITS) };

/** SAPI-SK 1.0. */
export const SAPI = {
  settings: {
    base_url: BaseUrl.meta({ description: 'The base URL before `/auth/token`, including every prefix.' }),
    client_id: ClientId,
    scope: Scope.default(null),
    status_path: StatusPath.nullable()
      .default(null)
      .meta({
        description:
          'The path on the same server that returns the status of a document, with `{id}` for the partner’s id. It is not ' +
          'part of SAPI-SK. Null: the delivery status comes only from status messages.',
        example: '/documents/{id}/status',
      }),
    receives: z
      .array(z.string().regex(/^\d{4}:\S{1,100}$/))
      .max(50)
      .default([])
      .meta({
        description: 'Participants whose inbox is polled every minute; `GET /api/inbox` lists the received documents.',
        example: ['0245:2020317068'],
      }),
    ...COMMON,
  },
  secrets: { client_secret: ClientSecret },
};

/** phoss-ap. */
export const PHOSS = {
  settings: { base_url: BaseUrl.meta({ description: 'The base URL before `/api/outbound`.' }), ...COMMON },
  secrets: {
    token: z
      .string()
      .regex(PRINTABLE_ASCII)
      .meta({ description: `Sent as \`X-Token\`. ${KEPT}` }),
  },
};

const Path = z
  .string()
  .max(500)
  .regex(/^\/[^\s#]*$/)
  .meta({
    description:
      'The path after `base_url`. It may contain `{sender}`, `{receiver}`, `{document_type}`, `{process}`, ' +
      '`{country}`, `{instance_identifier}` and `{key}`; their values are escaped.',
    example: '/documents/{instance_identifier}',
  });
/** Headers that HTTP itself or the adapter sets. */
const TAKEN =
  /^(host|connection|content-.*|transfer-encoding|upgrade|te|trailer|expect|accept|authorization|proxy-.*|cookie|user-agent)$/i;
const HeaderName = z
  .string()
  .regex(/^[A-Za-z0-9-]{1,100}$/)
  .refine((name) => !TAKEN.test(name));
const ApiKeyHeader = z
  .string()
  .regex(/^[A-Za-z0-9-]{1,100}$/)
  .refine((name) => !TAKEN.test(name) || /^authorization$/i.test(name));
const FieldPath = z
  .string()
  .max(200)
  .regex(/^[\w-]+(\.[\w-]+)*$/);
const Words = z.array(z.string().min(1).max(100).regex(NO_CONTROLS)).max(20);
const Pem = z.string().min(1).max(50_000);

const Auth = z
  .discriminatedUnion('type', [
    z.strictObject({ type: z.literal('none') }),
    z.strictObject({ type: z.literal('api_key'), header: ApiKeyHeader.default('X-API-Key') }),
    z.strictObject({
      type: z.literal('oauth2'),
      token_url: z.string().min(1).max(2_000).regex(WEB_ADDRESS),
      client_id: ClientId,
      scope: Scope.default(null),
    }),
  ])
  .meta({
    description: 'An API key in a header, or OAuth 2.0 client credentials (RFC 6749, 4.4). The value is in `secret`.',
  });

const Submit = z.strictObject({
  method: z.enum(['POST', 'PUT']).default('POST'),
  path: Path,
  body: z
    .discriminatedUnion('type', [
      z.strictObject({ type: z.literal('envelope') }),
      z.strictObject({ type: z.literal('document') }),
      z.strictObject({
        type: z.literal('json'),
        fields: z.record(z.string().regex(/^[\w-]{1,100}$/), z.enum(PACKAGE_PARTS)),
      }),
    ])
    .default({ type: 'envelope' })
    .meta({
      description: 'The request body: the XML of the envelope, the XML of the document, or JSON with these fields.',
    }),
  key_header: HeaderName.nullable()
    .default('Idempotency-Key')
    .meta({
      description:
        'The header with the idempotency key, so that the partner recognises repeated submissions. Null: the partner ' +
        'does not detect repeats, and a submission without a response must be resolved by a person.',
    }),
  reference_field: FieldPath.nullable().default(null).meta({
    description: 'The path of the partner’s document id in its JSON response; null: the response has no id.',
    example: 'data.id',
  }),
});

const Inbound = z.strictObject({
  list_path: z
    .string()
    .max(500)
    .regex(/^\/[^\s#]*$/)
    .meta({
      description:
        'The path after `base_url`. It returns JSON with the documents that are not acknowledged, oldest first.',
      example: '/inbox?state=new',
    }),
  documents_field: FieldPath.nullable().default(null).meta({
    description: 'The path of the list in the response; null: the response is the list.',
    example: 'data.items',
  }),
  id_field: FieldPath.nullable()
    .default('id')
    .meta({ description: 'The field of each entry that holds the partner’s id; null: the entry is the id.' }),
  path: StatusPath.meta({
    description: 'The path that returns one document, with `{id}` for its id.',
    example: '/inbox/{id}',
  }),
  content: z
    .discriminatedUnion('type', [
      z.strictObject({ type: z.literal('xml') }),
      z.strictObject({ type: z.enum(['json_text', 'json_base64']), field: FieldPath }),
    ])
    .default({ type: 'xml' })
    .meta({ description: 'The response is the XML, or JSON with the XML in a field, as text or in Base64.' }),
  acknowledge: z
    .strictObject({ method: z.enum(['POST', 'PUT', 'PATCH', 'DELETE']).default('POST'), path: StatusPath })
    .meta({ description: 'Called after the document is stored; the partner then removes it from the list.' }),
});

/** Custom HTTP interface. */
export const HTTP = {
  settings: {
    base_url: BaseUrl,
    auth: Auth.default({ type: 'none' }),
    client_certificate: Pem.nullable()
      .default(null)
      .meta({ description: 'Our client certificate in PEM (mutual TLS); `client_key` is its private key.' }),
    trusted_authorities: Pem.nullable()
      .default(null)
      .meta({ description: 'Certificates in PEM that are trusted instead of the public certification authorities.' }),
    submit: Submit,
    check_path: Path.nullable().default(null).meta({
      description: 'The path that is read to test the connection. Null: the test requests a token, or the base URL.',
    }),
    dry_run_path: Path.nullable()
      .default(null)
      .meta({
        description:
          'The path that accepts the same request as a submit but only validates it. Every preparation calls it. Null: the ' +
          'partner has no such path.',
      }),
    status: z
      .strictObject({ path: StatusPath, field: FieldPath, delivered: Words.min(1), failed: Words.default([]) })
      .nullable()
      .default(null)
      .meta({
        description:
          'How to read the status of a document: the path with `{id}` for the partner’s id, the field, and the values that ' +
          'mean delivered and failed. Null: the partner reports no status.',
      }),
    inbound: Inbound.nullable()
      .default(null)
      .meta({
        description:
          'How to fetch received documents: the list is polled every minute, and each document is stored and then ' +
          'acknowledged; `GET /api/inbox` lists them. Null: the partner returns no received documents.',
      }),
    ...COMMON,
  },
  secrets: {
    secret: z
      .string()
      .regex(PRINTABLE_ASCII)
      .nullable()
      .default(null)
      .meta({ description: `The API key or the client secret. ${KEPT}` }),
    client_key: Pem.nullable()
      .default(null)
      .meta({ description: `The private key of \`client_certificate\` in PEM. ${KEPT}` }),
  },
};

/** A folder. */
export const FOLDER = {
  settings: {
    folder: z
      .string()
      .regex(/^[a-z0-9][a-z0-9_-]{0,62}$/)
      .meta({
        description: 'A folder below the folder of the workspace; the operator must create it.',
        example: 'erp-out',
      }),
    content: z
      .enum(['envelope', 'document'])
      .default('envelope')
      .meta({ description: 'The content of the files. Each file has a checksum file `<name>.sha256`.' }),
    confirmation: z.boolean().default(false).meta({
      description:
        'Whether the partner reports the outcome of a document in a file `<name>.ok` or `<name>.error` in the same folder.',
    }),
    inbox: z
      .boolean()
      .default(false)
      .meta({
        description:
          'Whether the subfolder `in`, created by the operator, holds documents that the partner received for us. Every ' +
          'minute its `*.xml` files are stored and then removed: files with a matching `<name>.sha256`, and files without ' +
          'a checksum that were unchanged for a minute. `GET /api/inbox` lists them.',
      }),
    ...COMMON,
  },
  secrets: {},
};
