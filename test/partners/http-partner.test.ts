import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Scope } from '../../src/lib/scope.ts';
import { type Connected, type Partners, USUAL_LIMITS } from '../../src/modules/exchange/partners/index.ts';
import { makeCertificate } from '../support/certificate.ts';
import { makeTestDatabase, type TestDatabase } from '../support/database.ts';
import { type Receiver, startReceiver, startTlsReceiver } from '../support/receiver.ts';
import { makeTestPartners, makeWorkspace } from '../support/records.ts';
import { BUYER, SELLER } from '../support/sapi-simulator.ts';
import { DOCUMENT, DOCUMENT_TYPE, envelopeOf } from './envelope.ts';

// HTTP partner with custom settings, over a socket.

type Seen = { method: string; path: string; headers: IncomingMessage['headers']; body: string };
type HttpSettings = Extract<Connected, { kind: 'http' }>['settings'];

let test: TestDatabase;
let server: Receiver;
let partners: Partners;
let scope: Scope;
let seen: Seen[] = [];
let answers: [number, unknown, Record<string, string>?][] = [];
let tokens = 0;
const never = new AbortController().signal;

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const parts: Buffer[] = [];
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
  const { method = '', url: path = '', headers } = request;
  seen.push({ method, path, headers, body: Buffer.concat(parts).toString('utf8') });
  const reply = (status: number, body: unknown, more: Record<string, string> = {}): void => {
    response.writeHead(status, { 'Content-Type': 'application/json', ...more }).end(JSON.stringify(body));
  };
  if (path === '/oauth/token') {
    tokens += 1;
    return reply(200, { access_token: `token-${tokens}`, expires_in: 900 });
  }
  const [next, ...others] = answers;
  answers = others;
  if (next?.[0] === 0) return void response.destroy();
  reply(next?.[0] ?? 202, next?.[1] ?? { data: { id: 'their-1' } }, next?.[2]);
}

beforeAll(async () => {
  [test, server] = await Promise.all([makeTestDatabase(), startReceiver((...call) => void answer(...call))]);
  partners = makeTestPartners(test.db);
});
afterAll(async () => {
  await server.stop();
  await test.drop();
});
beforeEach(async () => {
  scope = await makeWorkspace(test.db);
  [seen, answers, tokens] = [[], [], 0];
});

type Changes = Partial<Omit<HttpSettings, 'submit'>> & { submit?: Partial<HttpSettings['submit']> };

const connect = async (
  { submit, ...changes }: Changes = {},
  { secret = null as string | null, client_key = null as string | null } = {},
): Promise<string> => {
  const settings: HttpSettings = {
    base_url: server.url,
    auth: { type: 'none' },
    client_certificate: null,
    trusted_authorities: null,
    submit: {
      ...{ method: 'POST', path: '/documents', body: { type: 'envelope' } },
      ...{ key_header: 'Idempotency-Key', reference_field: 'data.id' },
      ...submit,
    },
    check_path: null,
    dry_run_path: null,
    status: null,
    inbound: null,
    mls: null,
    limits: USUAL_LIMITS,
    ...changes,
  };
  const input = {
    kind: 'http',
    name: 'Partner',
    settings,
    secrets: { secret, client_key },
    sendingEnabled: true,
  } as const;
  return (await partners.create(scope, input)).id;
};

const content = envelopeOf('instance-1');
const submit = (id: string) => partners.submit(scope, id, async () => ({ content, key: 'key-1' }), never);

describe('request to an HTTP partner', () => {
  it('sends the envelope with its idempotency key, to the configured path and method, with the API key header', async () => {
    const path = '/send/{receiver}/{instance_identifier}?type={document_type}&keep={this}';
    const auth = { type: 'api_key', header: 'X-Key' } as const;
    const id = await connect({ auth, submit: { method: 'PUT', path } }, { secret: 'a b' });
    expect(await submit(id)).toEqual({ outcome: 'accepted', reference: 'their-1' });
    const [{ method, path: target, headers, body }] = seen as [Seen];
    const type = encodeURIComponent(DOCUMENT_TYPE);
    expect([method, target]).toEqual(['PUT', `/send/${encodeURIComponent(BUYER)}/instance-1?type=${type}&keep={this}`]);
    expect(headers).toMatchObject({
      'x-key': 'a b',
      'idempotency-key': 'key-1',
      'content-type': 'application/xml',
    });
    expect(body).toBe(content.toString());
  });

  it('sends the document without envelope, or JSON with the configured fields', async () => {
    await submit(await connect({ submit: { body: { type: 'document' } } }));
    const fields = { xml: 'document_base64', from: 'sender', to: 'receiver', ref: 'key' } as const;
    await submit(await connect({ submit: { body: { type: 'json', fields } } }));
    expect(seen[0]!.body).toBe(DOCUMENT);
    expect(JSON.parse(seen[1]!.body)).toEqual({
      xml: Buffer.from(DOCUMENT).toString('base64'),
      from: SELLER,
      to: BUYER,
      ref: 'key-1',
    });
  });

  it('requests an OAuth 2.0 token by form once, and renews a rejected token', async () => {
    const auth = { type: 'oauth2', token_url: `${server.url}/oauth/token`, client_id: 'erp', scope: 'send' } as const;
    const id = await connect({ auth }, { secret: 's&p' });
    await submit(id);
    expect(seen[0]).toMatchObject({
      path: '/oauth/token',
      body: 'client_id=erp&client_secret=s%26p&grant_type=client_credentials&scope=send',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    answers = [[401, {}]];
    expect(await submit(id)).toMatchObject({ outcome: 'accepted' });
    expect(seen.filter(({ path }) => path === '/documents').map(({ headers }) => headers.authorization)).toEqual([
      'Bearer token-1',
      'Bearer token-1',
      'Bearer token-2',
    ]);
    expect((await partners.check(scope, id, never)).connection).toEqual({ ok: true });
  });
});

describe('response of an HTTP partner', () => {
  it.each([
    [[200, { data: { id: 7 } }], { outcome: 'accepted', reference: '7' }],
    // Accepted without a usable response: the submit is retried with the same key.
    [[200, 'x'], { outcome: 'unknown', code: 'unexpected_answer', repeats: true }],
    [[422, { detail: 'BR-CO-15\u0000' }], { outcome: 'refused', why: 'content', partnerMessage: 'BR-CO-15' }],
    [[400, { error: { message: 'no' } }], { outcome: 'refused', why: 'content', partnerMessage: 'no' }],
    [[401, {}], { outcome: 'refused', why: 'precondition', code: 'credentials_refused' }],
    [[402, {}], { outcome: 'refused', why: 'precondition', code: 'access_refused' }],
    [[404, {}], { outcome: 'refused', why: 'precondition', code: 'unexpected_answer' }],
    [[302, {}, { Location: '/else' }], { outcome: 'refused', why: 'precondition', code: 'unexpected_answer' }],
    [[409, {}], { outcome: 'conflict' }],
    [[429, {}, { 'Retry-After': '3' }], { outcome: 'refused', why: 'pressure', retryAfter: 3_000 }],
    [[503, {}], { outcome: 'unknown', repeats: true }],
    [[0, {}], { outcome: 'unknown', code: 'no_answer', repeats: true }],
  ] as const)('%j: %o', async ([status, body, headers], expected) => {
    answers = [[status, body, headers]];
    expect(await submit(await connect())).toMatchObject(expected);
  });

  it('does not retry a submit without response when there is no idempotency key', async () => {
    const id = await connect({ submit: { key_header: null } });
    answers = [
      [0, {}],
      [503, {}],
    ];
    for (const _ of answers) expect(await submit(id)).toMatchObject({ outcome: 'unknown', repeats: false });
    expect(seen[0]!.headers['idempotency-key']).toBeUndefined();
  });

  it('sends nothing to the submit path in a dry run, and nothing at all when sending is disabled', async () => {
    const id = await connect({ dry_run_path: '/validate' });
    answers = [
      [200, {}],
      [422, { message: 'bad' }],
    ];
    const handed = { content, key: 'key-1' };
    expect(await partners.dryRun(scope, id, handed, never)).toMatchObject({ outcome: 'accepted' });
    expect(await partners.dryRun(scope, id, handed, never)).toMatchObject({ why: 'content', partnerMessage: 'bad' });
    expect(seen.map(({ path }) => path)).toEqual(['/validate', '/validate']);
    await partners.change(scope, id, { sendingEnabled: false });
    expect(await partners.dryRun(scope, id, handed, never)).toBeNull();
  });

  it('maps the configured status words to a delivery status', async () => {
    const status = { path: '/documents/{id}', field: 'state.name', delivered: ['Done'], failed: ['lost'] };
    const id = await connect({ status });
    answers = [
      [200, { state: { name: 'DONE' } }],
      [200, { state: { name: 'lost' }, message: 'no such receiver' }],
      [200, { state: { name: 'queued' } }],
      [500, {}],
    ];
    const read = () => partners.readStatus(scope, id, 'their/1', never);
    expect([await read(), await read(), await read(), await read()]).toEqual([
      { status: 'delivered' },
      { status: 'failed', partnerMessage: 'no such receiver' },
      { status: 'open' },
      { status: 'open' },
    ]);
    expect(seen[0]!.path).toBe('/documents/their%2F1');
  });

  it('tests the connection on the configured path', async () => {
    const id = await connect({ check_path: '/me' });
    answers = [
      [200, {}],
      [403, { message: 'locked out' }],
    ];
    expect((await partners.check(scope, id, never)).connection).toEqual({ ok: true });
    expect((await partners.check(scope, id, never)).connection).toMatchObject({
      fault: { code: 'access_refused', detail: 'locked out', isFinal: true },
    });
  });
});

describe('mutual TLS', () => {
  const authority = makeCertificate('authority', { authority: true });
  const own = makeCertificate('erp', { issuer: authority });
  const theirs = makeCertificate('partner', { hosts: ['127.0.0.1'], issuer: authority });

  it('presents the client certificate and trusts only the configured authority', async () => {
    const options = {
      cert: theirs.cert,
      key: theirs.key,
      ca: authority.cert,
      requestCert: true,
      rejectUnauthorized: true,
    };
    const tls = await startTlsReceiver(options, (...call) => void answer(...call));
    try {
      const settings = { base_url: tls.url, trusted_authorities: authority.cert, client_certificate: own.cert };
      expect(await submit(await connect(settings, { client_key: own.key }))).toMatchObject({ outcome: 'accepted' });
      const noOwner = await connect({ ...settings, client_certificate: null });
      expect((await submit(noOwner))!.outcome).not.toBe('accepted');
      const strangers = await connect({ ...settings, trusted_authorities: null }, { client_key: own.key });
      expect(await submit(strangers)).toMatchObject({
        why: 'precondition',
        code: 'unreachable',
        partnerMessage: 'tls',
      });
      expect(seen).toHaveLength(1);
    } finally {
      await tls.stop();
    }
  });

  it('rejects a missing or mismatched key, and text that is not a certificate, when settings are stored', async () => {
    const unusable = { code: 'partner_certificate_unusable' };
    await expect(connect({ client_certificate: own.cert })).rejects.toMatchObject(unusable);
    await expect(connect({ client_certificate: own.cert }, { client_key: theirs.key })).rejects.toMatchObject(unusable);
    await expect(connect({ trusted_authorities: 'x' })).rejects.toMatchObject(unusable);
  });
});

describe('changes of settings', () => {
  it('requires the secret again for another base or token address', async () => {
    const auth = { type: 'oauth2', token_url: `${server.url}/oauth/token`, client_id: 'erp', scope: null } as const;
    const id = await connect({ auth }, { secret: 's' });
    for (const settings of [
      { base_url: 'http://127.0.0.1:9' },
      { auth: { ...auth, token_url: 'http://127.0.0.1:8/token' } },
    ]) {
      await expect(partners.change(scope, id, { settings })).rejects.toMatchObject({ code: 'partner_secret_needed' });
      await partners.change(scope, id, { settings, secrets: { secret: 'new' } });
    }
  });

  it('rejects fields of another partner kind and private token addresses', async () => {
    const id = await connect();
    for (const changes of [{ settings: { receives: [] } }, { secrets: { token: 'x' } }]) {
      await expect(partners.change(scope, id, changes)).rejects.toMatchObject({ code: 'partner_field_not_of_kind' });
    }
    const auth = { type: 'oauth2', token_url: 'http://10.0.0.1/token', client_id: 'x', scope: null } as const;
    await expect(partners.change(scope, id, { settings: { auth } })).rejects.toMatchObject({
      code: 'partner_target_refused',
    });
  });

  it('rejects one header for both credentials and idempotency key', async () => {
    const auth = { type: 'api_key', header: 'idempotency-key' } as const;
    const taken = { code: 'partner_header_taken' };
    await expect(connect({ auth }, { secret: 's' })).rejects.toMatchObject(taken);
    const id = await connect({ auth: { ...auth, header: 'X-Key' } }, { secret: 's' });
    await expect(partners.change(scope, id, { settings: { auth } })).rejects.toMatchObject(taken);
  });
});
