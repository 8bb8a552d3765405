import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Scope } from '../../src/lib/scope.ts';
import { type Partners, USUAL_LIMITS } from '../../src/modules/exchange/partners/index.ts';
import { makeTestDatabase, type TestDatabase } from '../support/database.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { makeTestPartners, makeWorkspace } from '../support/records.ts';
import { envelopeOf } from './envelope.ts';

// Responses of providers beyond SAPI-SK 1.0 (facts 1.2 and 1.3), over a socket.

type Answer = readonly [status: number, body: unknown];

const SECRET = 'p/s "q" & word of mine';

let test: TestDatabase;
let server: Receiver;
let partners: Partners;
let scope: Scope;
let id: string;
let token: Answer;
let sent: Answer;
const never = new AbortController().signal;

beforeAll(async () => {
  const reply = ({ url = '' }: IncomingMessage, response: ServerResponse): void => {
    const [status, body] = url.endsWith('/auth/token') ? token : sent;
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  };
  [test, server] = await Promise.all([makeTestDatabase(), startReceiver(reply)]);
  partners = makeTestPartners(test.db);
});
afterAll(async () => {
  await server.stop();
  await test.drop();
});
beforeEach(async () => {
  token = [200, { access_token: 'tok' }];
  scope = await makeWorkspace(test.db);
  const { id: made } = await partners.create(scope, {
    kind: 'sapi-sk',
    name: 'Poštár',
    settings: {
      ...{ base_url: server.url, client_id: 'erp', scope: null, mls: null, status_path: null, receives: [] },
      limits: USUAL_LIMITS,
    },
    secrets: { client_secret: SECRET },
    sendingEnabled: true,
  });
  id = made;
});

const submit = () =>
  partners.submit(scope, id, async () => ({ content: envelopeOf('instance-1'), key: 'key-1' }), never);

const error = (category: string, code: string, retryable: boolean | null, message = 'no') => ({
  error: { category, code, message, ...(retryable !== null && { retryable }) },
});

describe('response to a submit', () => {
  it.each([
    ['a duplicate with any status', 422, error('VALIDATION', 'SAPI-DOC-011', false), { outcome: 'conflict' }],
    [
      'an idempotency key reused with other bytes',
      400,
      error('VALIDATION', 'IDEMPOTENCY_KEY_MISMATCH', false),
      { outcome: 'conflict' },
    ],
    [
      'a retryable error in the body overrides the status',
      422,
      error('VALIDATION', 'SAPI-VAL-003', true),
      { outcome: 'refused', why: 'pressure' },
    ],
    [
      'a final error in the body overrides the status',
      429,
      error('PROCESSING', 'SAPI-PROC-004', false),
      { outcome: 'refused', why: 'precondition', code: 'access_refused' },
    ],
    ['a lock that an operator has to release', 423, error('AUTH', 'SAPI-AUTH-001', false), { why: 'precondition' }],
    ['a missing scope', 400, error('AUTH', 'INSUFFICIENT_SCOPE', false), { why: 'precondition' }],
    ['missing credit', 422, error('processing', 'SAPI-PROC-004', null), { why: 'precondition' }],
    ['a temporary error', 400, error('TEMPORARY', 'SAPI-TEMP-002', null), { why: 'pressure' }],
    ['a rejection of the content', 422, error('VALIDATION', 'UBL_VALIDATION_ERROR', false), { why: 'content' }],
    ['a rejection by a gateway', 400, { statusCode: 400, error: 'Bad Request', message: 'no' }, { why: 'content' }],
    [
      'status 201 of an early draft of the specification',
      201,
      { id: 'theirs', status: 'accepted' },
      { outcome: 'accepted', reference: 'theirs' },
    ],
    ['a number as an id', 202, { id: 12345, status: 'accepted' }, { outcome: 'accepted', reference: '12345' }],
    ['an acceptance without an id', 202, { status: 'ACCEPTED' }, { outcome: 'accepted', reference: null }],
    ['an id that is null', 202, { providerDocumentId: null, id: 7 }, { outcome: 'accepted', reference: '7' }],
    ['neither an id nor an acceptance', 202, { status: 'hm' }, { outcome: 'unknown' }],
    [
      'a status that begins with REJECTED',
      202,
      { id: 'x', status: 'Rejected_by_rules' },
      { why: 'content', partnerMessage: 'Rejected_by_rules' },
    ],
    ['a rejected duplicate', 202, { id: 'x', status: 'REJECTED_DUPLICATE' }, { outcome: 'conflict' }],
    [
      'a rejection with a message',
      202,
      { status: 'REJECTED', ...error('VALIDATION', 'UBL_VALIDATION_ERROR', false, 'BR-01') },
      { why: 'content', partnerMessage: 'UBL_VALIDATION_ERROR · BR-01' },
    ],
    [
      'a rejection because of missing credit',
      202,
      { status: 'REJECTED', ...error('PROCESSING', 'X', null) },
      { why: 'precondition' },
    ],
    ['another code of a duplicate', 422, error('VALIDATION', 'DUPLICATE_DOCUMENT', false), { outcome: 'conflict' }],
    [
      'a third code of a duplicate',
      400,
      error('VALIDATION', 'DOCUMENT_ALREADY_EXISTS', false),
      { outcome: 'conflict' },
    ],
    [
      'duplicate lines, an error in the content',
      422,
      error('VALIDATION', 'DUPLICATE_LINE_ID', false),
      { why: 'content' },
    ],
    [
      'an unknown receiver',
      404,
      error('VALIDATION', 'SAPI-VAL-004', false, 'Receiver not found'),
      { why: 'precondition', code: 'receiver_not_found', partnerMessage: 'SAPI-VAL-004 · Receiver not found' },
    ],
    [
      'an unknown receiver with another code',
      404,
      error('VALIDATION', 'NOT_FOUND', false),
      { code: 'receiver_not_found' },
    ],
    ['an unknown sender', 422, error('VALIDATION', 'SAPI-VAL-004', false), { code: 'sender_not_registered' }],
    [
      'an unknown route',
      404,
      { statusCode: 404, error: 'Not Found', message: 'no route' },
      { code: 'unexpected_answer' },
    ],
    ['a response in another format', 200, '<html/>', { outcome: 'unknown', code: 'unexpected_answer', repeats: true }],
  ] as const)('%s (%i)', async (_, status, body, expected) => {
    sent = [status, body];
    expect(await submit()).toMatchObject(expected);
  });
});

describe('secrets in messages', () => {
  it.each([
    ['unchanged', SECRET],
    ['in JSON', JSON.stringify({ client_secret: SECRET })],
    ['in a form', new URLSearchParams({ client_secret: SECRET }).toString()],
    ['truncated at the length limit', 'x'.repeat(465) + SECRET],
  ])('removes secrets that the partner repeats: %s', async (_, words) => {
    token = [401, error('AUTH', 'SAPI-AUTH-001', false, `refused: ${words}`)];
    const { connection, partner } = await partners.check(scope, id, never);
    expect(connection).toMatchObject({ fault: { detail: expect.stringContaining('…') } });
    for (const result of [connection, partner, await submit()]) {
      const text = JSON.stringify(result).replaceAll('\\', '');
      for (const part of ['p/s "', 'p%2Fs', 'word of mine', 'word+of']) expect(text).not.toContain(part);
    }
  });

  it('removes an access token that the partner repeats', async () => {
    const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJlcnAifQ.c2ln';
    token = [200, { access_token: jwt }];
    sent = [403, error('AUTH', 'SAPI-PERM-001', false, `Authorization: Bearer ${jwt}; token ${jwt} may not`)];
    expect(await submit()).toMatchObject({ partnerMessage: 'SAPI-PERM-001 · Authorization: …; token … may not' });
  });

  it('rejects a token with characters that are not allowed in a header', async () => {
    token = [200, { access_token: 't'.repeat(20_000) }];
    expect((await partners.check(scope, id, never)).connection).toMatchObject({ fault: { code: 'unexpected_answer' } });
  });
});
