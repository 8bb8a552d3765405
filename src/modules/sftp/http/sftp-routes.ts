import { z } from 'zod';
import {
  answer,
  invalidRequest,
  jsonAnswer,
  jsonBody,
  makeFieldError,
  NextCursor,
  Paging,
  type Route,
  type RouteContext,
  route,
} from '../../../http/index.ts';
import { SFTP_STEPS, type SftpSettings } from '../../accounts/index.ts';
import { NEW_KEY_EXAMPLE, NewSftpKey, SftpChanges, SftpIntake, SftpKey, SftpKeyId } from './sftp-schemas.ts';

const COMMON = { tag: 'sftp', who: 'admin', limit: 'per-key' } as const;

const NO_STORE = { 'Cache-Control': 'no-store' };

const LIMITS = () => ({ bytes: 64 * 1024, fileBytes: 64 * 1024, files: 0 });

const addKey = route({
  ...COMMON,
  method: 'post',
  path: '/api/sftp-keys',
  id: 'addSftpKey',
  audit: 'sftp-key.create',
  summary: 'Add an SFTP key',
  description:
    'A public key for uploading files into the workspace by SFTP; there are no passwords. `GET /api/sftp` returns ' +
    'the user name. In production SFTP requires the plan `enterprise`.',
  body: {
    kinds: [{ ...jsonBody(NewSftpKey), example: NEW_KEY_EXAMPLE }],
    limits: LIMITS,
    description: 'The public key.',
  },
  answers: { 201: jsonAnswer('The key.', SftpKey) },
  problems: ['plan_required', 'sftp_key_unusable', 'sftp_address_malformed', 'sftp_key_exists', 'too_many_sftp_keys'],
  handle: async ({ body: { name, public_key: publicKey, addresses, expires_at } }, { app, caller }) => {
    const expiresAt = expires_at == null ? null : new Date(expires_at);
    if (expiresAt !== null && expiresAt.getTime() <= app.now())
      throw invalidRequest([makeFieldError('body', ['expires_at'], 'too_small', new Date(app.now()).toISOString())]);
    const key = await app.accounts.sftp.addKey(caller, { name, publicKey, addresses: addresses ?? [], expiresAt });
    return answer(201, key, NO_STORE);
  },
});

const listKeys = route({
  ...COMMON,
  method: 'get',
  path: '/api/sftp-keys',
  id: 'listSftpKeys',
  summary: 'List SFTP keys',
  description: 'The keys of the workspace, including expired and revoked ones, newest first, each with its last use.',
  query: Paging,
  answers: { 200: jsonAnswer('One page.', z.object({ keys: z.array(SftpKey), next_cursor: NextCursor })) },
  problems: ['cursor_malformed'],
  handle: async ({ query }, { app, caller }) => {
    const { items, next } = await app.accounts.sftp.listKeys(caller, query);
    return answer(200, { keys: items, next_cursor: next }, NO_STORE);
  },
});

const revokeKey = route({
  ...COMMON,
  method: 'delete',
  path: '/api/sftp-keys/{id}',
  id: 'revokeSftpKey',
  audit: 'sftp-key.revoke',
  summary: 'Revoke an SFTP key',
  description: 'Revokes the key permanently: it cannot log in from now on, and its open sessions end within seconds.',
  params: SftpKeyId,
  answers: { 200: jsonAnswer('The revoked key.', SftpKey) },
  problems: ['sftp_key_not_found'],
  handle: async ({ params }, { app, caller }) =>
    answer(200, await app.accounts.sftp.revokeKey(caller, params.id), NO_STORE),
});

const describeSettings = async (settings: SftpSettings, { app, caller }: Pick<RouteContext, 'app' | 'caller'>) => ({
  user: caller.workspaceId,
  servers: await app.accounts.sftp.hostKeys(),
  ...settings,
});

const getIntake = route({
  ...COMMON,
  method: 'get',
  path: '/api/sftp',
  id: 'getSftpIntake',
  summary: 'Read the SFTP settings',
  description: 'The user name, the host keys of the server, and the processing of files.',
  answers: { 200: jsonAnswer('The intake.', SftpIntake) },
  problems: [],
  handle: async (_, context) => {
    const { app, caller } = context;
    return answer(200, await describeSettings(await app.accounts.sftp.settings(caller), context), NO_STORE);
  },
});

const changeIntake = route({
  ...COMMON,
  method: 'patch',
  path: '/api/sftp',
  id: 'changeSftpIntake',
  audit: 'sftp.change',
  summary: 'Change the SFTP settings',
  description: 'Fields that are not in the request do not change. The settings apply to files accepted from now on.',
  body: {
    kinds: [{ ...jsonBody(SftpChanges), example: { language: 'en', trigger_files: true } }],
    limits: LIMITS,
    description: 'The fields to change.',
  },
  answers: { 200: jsonAnswer('The intake.', SftpIntake) },
  problems: ['plan_required', 'partner_not_found'],
  handle: async ({ body }, context) => {
    const { app, caller } = context;
    if (body.partner != null) await app.partners.get(caller, body.partner);
    const merge = (before: SftpSettings): SftpSettings => {
      const requested = new Set<string>(['validate', ...(body.steps ?? before.steps)]);
      const steps = SFTP_STEPS.filter((step) => requested.has(step));
      const prepares = requested.has('send_preparation');
      const partner = prepares ? (body.partner === undefined ? before.partner : body.partner) : null;
      if (prepares && partner === null) throw invalidRequest([makeFieldError('body', ['partner'], 'missing')]);
      return { ...before, ...withoutUnset(body), steps, partner };
    };
    return answer(
      200,
      await describeSettings(await app.accounts.sftp.changeSettings(caller, merge), context),
      NO_STORE,
    );
  },
});

const withoutUnset = <T extends object>(fields: T): { [N in keyof T]?: Exclude<T[N], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;

/** Routes of the SFTP intake: keys and settings. */
export const sftpRoutes: readonly Route[] = [addKey, listKeys, revokeKey, getIntake, changeIntake];
