import { z } from 'zod';
import { type AppParts, answer, jsonAnswer, jsonBody, type Route, route } from '../../../http/index.ts';
import { CII_WORDS, type WorkspaceSettings } from '../index.ts';

const Cii = z.enum(['default', ...CII_WORDS]).meta({
  description:
    'Default of the parameter `cii` in all validations of the workspace, including SFTP and MCP. `default`: the default ' +
    'of the instance (`CII_VALIDATION`).',
});

const WorkspaceSchema = z
  .object({
    id: z.string().meta({ example: 'wsp_01931b3e-7c4d-7e2a-9f00-0c9f4b1d2e3a' }),
    name: z.string(),
    environment: z.enum(['sandbox', 'production']),
    plan: z.string().meta({ example: 'pay-as-you-go' }),
    cii: Cii,
    cii_applied: z.enum(CII_WORDS).meta({ description: 'The default that follows from the setting.' }),
  })
  .meta({ id: 'Workspace' });

const WorkspaceChanges = z.strictObject({ cii: Cii.optional() }).meta({ id: 'WorkspaceChanges' });

const COMMON = { tag: 'accounts', limit: 'per-key' } as const;
const NO_STORE = { 'Cache-Control': 'private, no-store' };

const toResponse = ({ cii, ...workspace }: WorkspaceSettings, { config }: Pick<AppParts, 'config'>) => ({
  ...workspace,
  cii: cii ?? ('default' as const),
  cii_applied: cii ?? config.cii,
});

const getWorkspace = route({
  ...COMMON,
  method: 'get',
  path: '/api/workspace',
  id: 'getWorkspace',
  summary: 'Read the workspace',
  description: 'The workspace of the key, with its settings.',
  who: 'viewer',
  answers: { 200: jsonAnswer('The workspace.', WorkspaceSchema) },
  problems: [],
  handle: async (_, { app, caller }) =>
    answer(200, toResponse(await app.accounts.workspaces.settings(caller), app), NO_STORE),
});

const changeWorkspace = route({
  ...COMMON,
  method: 'patch',
  path: '/api/workspace',
  id: 'changeWorkspace',
  audit: 'workspace.change',
  summary: 'Change the settings of the workspace',
  description:
    'Fields that are not in the request do not change. A change applies to requests after the response (in other ' +
    'processes of the service within two seconds) and to files that the SFTP server accepts from then on.',
  who: 'admin',
  body: {
    kinds: [{ ...jsonBody(WorkspaceChanges), example: { cii: 'validate' } }],
    limits: () => ({ bytes: 64 * 1024, fileBytes: 64 * 1024, files: 0 }),
    description: 'The fields to change.',
  },
  answers: { 200: jsonAnswer('The workspace.', WorkspaceSchema) },
  problems: [],
  handle: async ({ body: { cii } }, { app, caller }) => {
    const { workspaces } = app.accounts;
    const changes = cii === undefined ? {} : { cii: cii === 'default' ? null : cii };
    return answer(200, toResponse(await workspaces.changeSettings(caller, changes), app), NO_STORE);
  },
});

/** Routes of the workspace that a key belongs to. */
export const workspaceRoutes: readonly Route[] = [getWorkspace, changeWorkspace];
