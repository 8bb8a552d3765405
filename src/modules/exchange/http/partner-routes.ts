import { z } from 'zod';
import { answer, emptyAnswer, jsonAnswer, jsonBody, type Route, route } from '../../../http/index.ts';
import { refusal } from '../../../platform/errors/index.ts';
import {
  NewPartner,
  Partner,
  PartnerChanges,
  PartnerCheck,
  PartnerId,
  toChanges,
  toCheck,
  toNewPartner,
  toPartner,
} from './partner-schemas.ts';

const COMMON = { tag: 'partners', who: 'admin', limit: 'per-key' } as const;

const NO_STORE = { 'Cache-Control': 'no-store' };

const bodyOf = <S extends z.ZodType>(schema: S, example: z.input<S>, description: string) => ({
  kinds: [{ ...jsonBody(schema), example }],
  limits: () => ({ bytes: 64 * 1024, fileBytes: 64 * 1024, files: 0 }),
  description,
});

const TARGET_PROBLEMS = ['partner_target_refused', 'partner_target_unknown', 'partner_target_unencrypted'] as const;

const createPartner = route({
  ...COMMON,
  method: 'post',
  path: '/api/partners',
  id: 'createPartner',
  audit: 'partner.create',
  summary: 'Connect a partner',
  description:
    'A certified delivery service provider, or an intermediary, that sends documents to the network for the workspace. Its ' +
    'secrets are stored encrypted and never returned. Documents can then be prepared for the partner; nothing is ' +
    'sent yet.',
  body: bodyOf(
    NewPartner,
    {
      kind: 'sapi-sk',
      name: 'Poštár',
      base_url: 'https://postar.example/sapi/v1',
      client_id: 'erp-4711',
      client_secret: 'the-secret-that-the-partner-gave-you',
    },
    'The address and the credentials of the partner.',
  ),
  answers: { 201: jsonAnswer('Connected.', Partner, { Location: 'URL of the partner.' }) },
  problems: [
    'too_many_partners',
    'partner_folders_not_configured',
    'partner_certificate_unusable',
    'partner_header_taken',
    ...TARGET_PROBLEMS,
  ],
  handle: async ({ body }, { app, caller }) => {
    const partner = await app.partners.create(caller, toNewPartner(body));
    return answer(201, toPartner(partner), { ...NO_STORE, Location: `/api/partners/${partner.id}` });
  },
});

const listPartners = route({
  ...COMMON,
  method: 'get',
  path: '/api/partners',
  id: 'listPartners',
  summary: 'List partners',
  description: 'All partners of the workspace, oldest first, each with the outcome of its last exchanges.',
  answers: { 200: jsonAnswer('The partners.', z.object({ partners: z.array(Partner) })) },
  problems: [],
  handle: async (_, { app, caller }) =>
    answer(200, { partners: (await app.partners.list(caller)).map(toPartner) }, NO_STORE),
});

const getPartner = route({
  ...COMMON,
  method: 'get',
  path: '/api/partners/{id}',
  id: 'getPartner',
  summary: 'Read a partner',
  description: 'Includes the outcome of the last exchanges.',
  params: PartnerId,
  answers: { 200: jsonAnswer('The partner.', Partner) },
  problems: ['partner_not_found'],
  handle: async ({ params }, { app, caller }) =>
    answer(200, toPartner(await app.partners.get(caller, params.id)), NO_STORE),
});

const changePartner = route({
  ...COMMON,
  method: 'patch',
  path: '/api/partners/{id}',
  id: 'changePartner',
  audit: 'partner.change',
  summary: 'Change a partner',
  description:
    'Fields that are not in the request do not change, including secrets. When a URL changes to another server, the ' +
    'secrets for it are required.',
  params: PartnerId,
  body: bodyOf(PartnerChanges, { name: 'Poštár 2' }, 'The fields to change.'),
  answers: { 200: jsonAnswer('The partner.', Partner) },
  problems: [
    'partner_not_found',
    'partner_secret_needed',
    'partner_field_not_of_kind',
    'partner_certificate_unusable',
    'partner_header_taken',
    ...TARGET_PROBLEMS,
  ],
  handle: async ({ params, body }, { app, caller }) => {
    const partner = await app.partners.change(caller, params.id, toChanges(body));
    return answer(200, toPartner(partner), NO_STORE);
  },
});

const deletePartner = route({
  ...COMMON,
  method: 'delete',
  path: '/api/partners/{id}',
  id: 'deletePartner',
  audit: 'partner.delete',
  summary: 'Disconnect a partner',
  description:
    'Deletes the partner and its secrets. Prepared documents remain; preparations in progress fail. Rejected while a ' +
    'document is being sent to the partner, or when it is unknown whether the partner has one.',
  params: PartnerId,
  answers: { 204: emptyAnswer('Deleted.') },
  problems: ['partner_not_found', 'partner_in_use'],
  handle: async ({ params }, { app, caller }) => {
    // A send that starts now finds no partner and submits nothing.
    const document = await app.documents.findUnderWay(caller, params.id);
    if (document !== null) throw refusal('partner_in_use', { id: params.id, document });
    await app.partners.remove(caller, params.id);
    return answer(204, null);
  },
});

const checkPartner = route({
  ...COMMON,
  method: 'post',
  path: '/api/partners/{id}/check',
  id: 'checkPartner',
  audit: 'partner.check',
  summary: 'Test the connection to a partner',
  description:
    'Tests the connection now (requests a token if the partner issues tokens) and reports the outcome; `ok: false` ' +
    'is a successful response, not an error. No document is sent. The outcome is stored with the partner ' +
    '(`last_success_at`, `last_error`, `failures`).',
  params: PartnerId,
  answers: { 200: jsonAnswer('The outcome of the test.', PartnerCheck) },
  problems: ['partner_not_found'],
  handle: async ({ params }, { app, caller, left }) => {
    const { partner, connection } = await app.partners.check(caller, params.id, left());
    return answer(200, toCheck(partner, connection), NO_STORE);
  },
});

export const partnerRoutes: readonly Route[] = [
  createPartner,
  listPartners,
  getPartner,
  changePartner,
  deletePartner,
  checkPartner,
];
