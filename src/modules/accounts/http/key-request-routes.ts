import { z } from 'zod';
import { answer, jsonAnswer, jsonBody, type Route, route } from '../../../http/index.ts';
import { KeyRequestAnswer, KeyRequestBody } from './key-request-schemas.ts';
import { receiveKeyRequest } from './receive-key-request.ts';

const NO_STORE = { 'Cache-Control': 'no-store' };
const REQUEST_BYTES = 20_000;

const EXAMPLE = {
  company: 'Príklad, s. r. o.',
  ico: '31333532',
  vat: 'SK2020317068',
  contact: 'Jana Nováková',
  email: 'uctovnictvo@example.com',
  purpose: 'Kontrola faktúr pred odoslaním',
};

const createKeyRequest = route({
  method: 'post',
  path: '/api/key-requests',
  id: 'createKeyRequest',
  tag: 'accounts',
  summary: 'Request a production key',
  description:
    'For people there is a form at `/ziadost/` and `/en/request/`. The VAT number is looked up immediately. A person ' +
    'then reviews the request, and the applicant receives a link that shows the key once. The sandbox issues keys ' +
    'without a request.',
  who: 'anyone',
  limit: 'none',
  body: {
    kinds: [{ ...jsonBody(KeyRequestBody), example: EXAMPLE }],
    limits: () => ({ bytes: REQUEST_BYTES, fileBytes: REQUEST_BYTES, files: 1 }),
    description: 'The applicant and the purpose.',
  },
  answers: { 202: jsonAnswer('Received.', KeyRequestAnswer, { Location: 'URL of the request status.' }) },
  problems: ['production_only', 'key_requests_used_up'],
  handle: async ({ body }, { app, client }) => {
    const request = await receiveKeyRequest(app, body, client);
    return answer(202, request, { ...NO_STORE, Location: `/api/key-requests/${request.id}` });
  },
});

const getKeyRequest = route({
  method: 'get',
  path: '/api/key-requests/{id}',
  id: 'getKeyRequest',
  tag: 'accounts',
  summary: 'Read the status of a key request',
  description: 'Returns only the status, no data of the applicant.',
  who: 'anyone',
  limit: 'none',
  params: z.object({ id: z.string().meta({ example: 'krq_01931b3e-7c4d-7e2a-9f00-0c9f4b1d2e3a' }) }),
  answers: { 200: jsonAnswer('The request.', KeyRequestAnswer) },
  problems: ['key_request_not_found'],
  handle: async ({ params }, { app }) => answer(200, await app.accounts.keyRequests.get(params.id), NO_STORE),
});

export const keyRequestRoutes: readonly Route[] = [createKeyRequest, getKeyRequest];
