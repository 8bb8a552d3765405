import { z } from 'zod';
import {
  answer,
  jsonAnswer,
  jsonBody,
  makeFieldError,
  makeProblem,
  NextCursor,
  NO_CONTROLS,
  Paging,
  type Route,
  route,
  wholeNumber,
} from '../../../http/index.ts';
import { ROLES } from '../index.ts';

const KeyId = z.object({ id: z.string().meta({ example: 'key_01931b3e-7c4d-7e2a-9f00-0c9f4b1d2e3a' }) });

const ApiKey = z
  .object({
    id: z.string(),
    name: z.string(),
    role: z.enum(ROLES),
    environment: z.enum(['sandbox', 'production']),
    status: z.enum(['active', 'expired', 'revoked']),
    prefix: z.string().meta({ description: 'The first characters of the key.', example: 'inv_live_' }),
    last_four: z.string().meta({ description: 'The last characters of the key.', example: '4fGh' }),
    created_at: z.iso.datetime(),
    created_by: z
      .string()
      .meta({ description: 'The key that created it; `operator` for keys created on the command line.' }),
    expires_at: z.iso.datetime().nullable(),
    revoked_at: z.iso.datetime().nullable(),
    replaced_by: z.string().nullable().meta({ description: 'The key that replaced it in a rotation.' }),
  })
  .meta({ id: 'ApiKey' });

const MadeKey = ApiKey.extend({
  key: z.string().meta({
    description: 'The key itself. It is returned only once and is not stored.',
    example: 'inv_live_0Zk…4fGh',
  }),
}).meta({ id: 'MadeApiKey' });

const KeyRequest = z
  .strictObject({
    name: z.string().min(1).max(100).regex(NO_CONTROLS).meta({
      description: 'The program or person that uses the key.',
      example: 'ERP, accounts department',
    }),
    role: z.enum(ROLES).meta({ description: '`viewer` reads, `developer` also submits, `admin` also administers.' }),
    expires_at: z.iso
      .datetime({ offset: true })
      .nullish()
      .meta({ description: 'When the key expires; null: never.', example: '2028-01-01T00:00:00Z' }),
  })
  .meta({ id: 'ApiKeyRequest' });

const NO_STORE = { 'Cache-Control': 'no-store' };

const KEY_BYTES = 10_000;

const createKey = route({
  method: 'post',
  path: '/api/keys',
  id: 'createKey',
  tag: 'accounts',
  summary: 'Make a key',
  description: 'A key of this workspace. Its text is returned only in this response.',
  who: 'admin',
  limit: 'per-key',
  audit: 'key.create',
  body: {
    kinds: [{ ...jsonBody(KeyRequest), example: { name: 'ERP', role: 'developer' } }],
    limits: () => ({ bytes: KEY_BYTES, fileBytes: KEY_BYTES, files: 1 }),
    description: 'The purpose and the role of the key.',
  },
  answers: { 201: jsonAnswer('The key.', MadeKey) },
  problems: [],
  handle: async ({ body: { name, role, expires_at } }, { app, caller }) => {
    const expiresAt = expires_at == null ? null : new Date(expires_at);
    if (expiresAt !== null && expiresAt.getTime() <= app.now()) {
      const now = new Date(app.now()).toISOString();
      const errors = [makeFieldError('body', ['expires_at'], 'too_small', now)];
      throw makeProblem('invalid_request', { count: 1 }, { errors });
    }
    const { key, text } = await app.accounts.keys.create(caller, { name, role, expiresAt });
    return answer(201, { ...key, key: text }, NO_STORE);
  },
});

const createSandboxKey = route({
  method: 'post',
  path: '/api/sandbox-keys',
  id: 'createSandboxKey',
  tag: 'accounts',
  summary: 'Get a sandbox key',
  description:
    'A key with the role `admin` and a private workspace, without registration. Both are erased after 24 hours. The ' +
    'text of the key is returned only in this response. In production, an administrator creates the keys.',
  who: 'anyone',
  limit: 'none',
  answers: { 201: jsonAnswer('The key.', MadeKey) },
  problems: ['sandbox_only', 'sandbox_keys_used_up'],
  handle: async (_, { app, client }) => {
    const { key, text } = await app.accounts.makeSandboxKey(client);
    return answer(201, { ...key, key: text }, NO_STORE);
  },
});

const listKeys = route({
  method: 'get',
  path: '/api/keys',
  id: 'listKeys',
  tag: 'accounts',
  summary: 'List keys',
  description:
    'The keys of the workspace, including expired and revoked ones, newest first. The texts of the keys are not stored.',
  who: 'admin',
  limit: 'per-key',
  query: Paging,
  answers: { 200: jsonAnswer('One page.', z.object({ keys: z.array(ApiKey), next_cursor: NextCursor })) },
  problems: ['cursor_malformed'],
  handle: async ({ query }, { app, caller }) => {
    const { items, next } = await app.accounts.keys.list(caller, query);
    return answer(200, { keys: items, next_cursor: next }, NO_STORE);
  },
});

const DAY = 86_400;

const rotateKey = route({
  method: 'post',
  path: '/api/keys/{id}/rotate',
  id: 'rotateKey',
  tag: 'accounts',
  summary: 'Rotate a key',
  description:
    'Creates a key with the same name, role and lifetime. The old key remains valid during the overlap, one day by ' +
    'default; without an overlap it is revoked immediately.',
  who: 'admin',
  limit: 'per-key',
  audit: 'key.rotate',
  params: KeyId,
  query: z.object({
    overlap_seconds: wholeNumber(0, 30 * DAY)
      .default(DAY)
      .meta({
        description: 'How long the old key remains valid.',
        example: DAY,
      }),
  }),
  answers: {
    201: jsonAnswer('The new key.', MadeKey.extend({ replaces: ApiKey }).meta({ id: 'RotatedApiKey' })),
  },
  problems: ['key_not_found', 'key_ended', 'key_replaced'],
  handle: async ({ params, query }, { app, caller }) => {
    const { key, text, replaced } = await app.accounts.keys.rotate(caller, params.id, query.overlap_seconds * 1000);
    return answer(201, { ...key, key: text, replaces: replaced }, NO_STORE);
  },
});

const revokeKey = route({
  method: 'delete',
  path: '/api/keys/{id}',
  id: 'revokeKey',
  tag: 'accounts',
  summary: 'Revoke a key',
  description:
    'Revokes the key permanently. When the response arrives, no process of the service accepts the key any longer; ' +
    'streams and waiting requests opened with it end within a second. The last key with the role `admin` cannot be ' +
    'revoked here, so that a workspace is never locked by accident; rotate it instead.',
  who: 'admin',
  limit: 'per-key',
  audit: 'key.revoke',
  params: KeyId,
  answers: { 200: jsonAnswer('The revoked key.', ApiKey) },
  problems: ['key_not_found', 'last_admin_key'],
  handle: async ({ params }, { app, caller }) =>
    answer(200, await app.accounts.keys.revoke(caller, params.id), NO_STORE),
});

export const keyRoutes: readonly Route[] = [createKey, createSandboxKey, listKeys, rotateKey, revokeKey];
