import { z } from 'zod';
import { PACKAGE_PARTS, USUAL_LIMITS } from '../../modules/exchange/partners/index.ts';
import { NO_CONTROLS, PRINTABLE_ASCII, WEB_ADDRESS } from './text-patterns.ts';

const BaseUrl = z.string().min(1).max(2_000).regex(WEB_ADDRESS).meta({
  description: 'In front of every path. Private addresses are refused, and in production all without https.',
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
  description: 'Scopes to ask for; they differ between partners. Null: none is asked for.',
  example: null,
});
const Mls = z
  .strictObject({
    to: z
      .string()
      .max(100)
      .regex(/^0242:\d{6}(-[A-Za-z0-9_]{3,12})?(\.[A-Za-z0-9\-._~]{3,24})?$/)
      .meta({ description: 'The service provider to be notified.', example: '0242:000123' }),
    type: z.enum(['FAILURE_ONLY', 'ALWAYS_SEND']),
  })
  .nullable()
  .meta({ description: 'Scopes MLS_TO and MLS_TYPE of the envelopes; null: neither.', example: null });
const StatusPath = z
  .string()
  .max(500)
  .regex(/^\/[^\s?#{}]*\{id\}[^\s#]*$/);
const Limits = z
  .strictObject({ at_once: z.int().min(1).max(16), per_second: z.number().min(0.1).max(1_000) })
  .meta({ description: 'What each process hands over at once, and begins in a second, at most.' });

/** Fields of every kind of partner. */
const COMMON = { mls: Mls.default(null), limits: Limits.default(USUAL_LIMITS) };

/** SAPI-SK 1.0. */
export const SAPI = {
  settings: {
    base_url: BaseUrl.meta({ description: 'What stands in front of `/auth/token`, with every prefix.' }),
    client_id: ClientId,
    scope: Scope.default(null),
    status_path: StatusPath.nullable()
      .default(null)
      .meta({
        description:
          'Where the same server reports the state of a document, beside SAPI-SK, with `{id}` for its own id of it. Null: a ' +
          'delivery is known from status messages only.',
        example: '/documents/{id}/status',
      }),
    receives: z
      .array(z.string().regex(/^\d{4}:\S{1,100}$/))
      .max(50)
      .default([])
      .meta({
        description: 'Participants for which it is asked every minute what it received; `GET /api/inbox` lists it.',
        example: ['0245:2020317068'],
      }),
    ...COMMON,
  },
  secrets: { client_secret: ClientSecret },
};

/** phoss-ap. */
export const PHOSS = {
  settings: { base_url: BaseUrl.meta({ description: 'What stands in front of `/api/outbound`.' }), ...COMMON },
  secrets: {
    token: z
      .string()
      .regex(PRINTABLE_ASCII)
      .meta({ description: `Goes out as \`X-Token\`. ${KEPT}` }),
  },
};

const Path = z
  .string()
  .max(500)
  .regex(/^\/[^\s#]*$/)
  .meta({
    description:
      'After `base_url`. It may name `{sender}`, `{receiver}`, `{document_type}`, `{process}`, `{country}`, ' +
      '`{instance_identifier}` and `{key}`, which are escaped.',
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
    description: 'An API key in a header, or OAuth 2.0 client credentials (RFC 6749, 4.4); `secret` is for it.',
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
    .meta({ description: 'The XML of the envelope, that of the document in it, or JSON with these fields.' }),
  key_header: HeaderName.nullable()
    .default('Idempotency-Key')
    .meta({
      description:
        'Carries the key by which the partner knows the same bytes again. Null: it knows no repeats; a submit without an ' +
        'answer then waits for a person.',
    }),
  reference_field: FieldPath.nullable()
    .default(null)
    .meta({ description: 'Where its JSON answer says what it calls the document; null: nowhere.', example: 'data.id' }),
});

const Inbound = z.strictObject({
  list_path: z
    .string()
    .max(500)
    .regex(/^\/[^\s#]*$/)
    .meta({
      description: 'After `base_url`: answers JSON with what is not acknowledged, oldest first.',
      example: '/inbox?state=new',
    }),
  documents_field: FieldPath.nullable()
    .default(null)
    .meta({ description: 'Where the list is in the answer; null: the answer is the list.', example: 'data.items' }),
  id_field: FieldPath.nullable()
    .default('id')
    .meta({ description: 'What of each entry is the partner’s id of it; null: the entry itself.' }),
  path: StatusPath.meta({ description: 'Gives one document, with `{id}` for the id.', example: '/inbox/{id}' }),
  content: z
    .discriminatedUnion('type', [
      z.strictObject({ type: z.literal('xml') }),
      z.strictObject({ type: z.enum(['json_text', 'json_base64']), field: FieldPath }),
    ])
    .default({ type: 'xml' })
    .meta({ description: 'The answer is the XML, or JSON with the XML in a field, as text or in Base64.' }),
  acknowledge: z
    .strictObject({ method: z.enum(['POST', 'PUT', 'PATCH', 'DELETE']).default('POST'), path: StatusPath })
    .meta({ description: 'Called once the document is stored: from then on the list is without it.' }),
});

/** Custom HTTP interface. */
export const HTTP = {
  settings: {
    base_url: BaseUrl,
    auth: Auth.default({ type: 'none' }),
    client_certificate: Pem.nullable()
      .default(null)
      .meta({ description: 'Our own certificate in PEM (mutual TLS); `client_key` is its key.' }),
    trusted_authorities: Pem.nullable()
      .default(null)
      .meta({ description: 'Certificates in PEM that are trusted in place of the public authorities.' }),
    submit: Submit,
    check_path: Path.nullable()
      .default(null)
      .meta({ description: 'Read to try the connection. Null: the token, or the bare address, is tried.' }),
    dry_run_path: Path.nullable().default(null).meta({
      description: 'Takes what a submit takes and only judges it; asked by each preparation. Null: there is none.',
    }),
    status: z
      .strictObject({ path: StatusPath, field: FieldPath, delivered: Words.min(1), failed: Words.default([]) })
      .nullable()
      .default(null)
      .meta({
        description:
          'Where it reports the state of a document, with `{id}` for its own id of it, in which field, and which words mean ' +
          'delivered and failed. Null: nowhere.',
      }),
    inbound: Inbound.nullable()
      .default(null)
      .meta({
        description:
          'Where it gives what it received for us: asked every minute, stored, and acknowledged once it is stored; ' +
          '`GET /api/inbox` lists it. Null: nowhere.',
      }),
    ...COMMON,
  },
  secrets: {
    secret: z
      .string()
      .regex(PRINTABLE_ASCII)
      .nullable()
      .default(null)
      .meta({ description: `The API key or the client’s secret. ${KEPT}` }),
    client_key: Pem.nullable()
      .default(null)
      .meta({ description: `The key of \`client_certificate\` in PEM. ${KEPT}` }),
  },
};

/** A folder. */
export const FOLDER = {
  settings: {
    folder: z
      .string()
      .regex(/^[a-z0-9][a-z0-9_-]{0,62}$/)
      .meta({ description: 'Below the workspace’s own, where the operator has made it.', example: 'erp-out' }),
    content: z
      .enum(['envelope', 'document'])
      .default('envelope')
      .meta({ description: 'What the files hold. Beside each stands `<name>.sha256`.' }),
    confirmation: z
      .boolean()
      .default(false)
      .meta({ description: 'Whether `<name>.ok` or `<name>.error` beside a document reports its outcome.' }),
    inbox: z
      .boolean()
      .default(false)
      .meta({
        description:
          'Whether the folder `in` below it, which the operator has made, holds what the partner received for us. Every ' +
          'minute its `*.xml` are stored and then removed: those whose `<name>.sha256` is right, and without such a file ' +
          'those that have been at rest for a minute. `GET /api/inbox` lists them.',
      }),
    ...COMMON,
  },
  secrets: {},
};
