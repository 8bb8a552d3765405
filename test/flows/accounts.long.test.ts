import { randomUUID } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Ran, runCli } from '../support/cli.ts';
import { makeTestDatabase, type TestDatabase } from '../support/database.ts';
import { removeData, type Service, startService } from '../support/service.ts';

const submit = (service: Service, key: string): Promise<Response> =>
  fetch(`${service.url}/api/documents`, {
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/xml', 'Idempotency-Key': randomUUID() },
    body: '<Invoice/>',
  });

const read = (service: Service, key: string, path = '/api/documents'): Promise<Response> =>
  fetch(service.url + path, { headers: { 'X-API-Key': key } });

const validate = (service: Service): Promise<Response> =>
  fetch(`${service.url}/api/validate-file`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/xml' },
    body: '<Invoice/>',
  });

describe('two API processes on one database', () => {
  const LIMIT = 30;
  const DAILY = 20;
  let database: TestDatabase;
  let one: Service;
  let two: Service;
  let cli: (...args: string[]) => Promise<Ran>;
  let workspace: string;
  let admin: string;

  beforeAll(async () => {
    database = await makeTestDatabase();
    const environment = {
      ENVIRONMENT: 'production',
      LOG_ORIGIN: 'tests.example/log',
      DATABASE_URL: database.url,
      EVIDENCE_SECRET: 'a secret of the tests alone, 32 or more',
      KEY_RATE_LIMIT: String(LIMIT),
      PUBLIC_DAILY_LIMIT: String(DAILY),
    };
    [one, two] = await Promise.all([
      startService({ environment, parameters: ['--run=api'] }),
      startService({ environment, parameters: ['--run=api'] }),
    ]);
    cli = (...args) => runCli(args, environment);
    workspace = (await cli('workspace', 'create', 'Banka, a. s.', '--plan', 'documents')).out;
    admin = (await cli('key', 'create', '--workspace', workspace, '--role', 'admin')).out;
  });
  afterAll(async () => {
    for (const service of [one, two]) {
      await service.stop();
      removeData(service);
    }
    await database.drop();
  });

  const makeKey = async (role: string): Promise<{ id: string; key: string }> => {
    const response = await fetch(`${one.url}/api/keys`, {
      method: 'POST',
      headers: { 'X-API-Key': admin, 'Content-Type': 'application/json' },
      body: JSON.stringify({ name: 'ERP', role }),
    });
    expect(response.status).toBe(201);
    return (await response.json()) as { id: string; key: string };
  };

  it('reject a key in both processes as soon as one has revoked it', async () => {
    const { id, key } = await makeKey('viewer');
    let revoked = false;
    let before = 0;
    const late: number[] = [];
    const busy = (async () => {
      for (let after = 0; after < 10; ) {
        const wasRevoked = revoked;
        const { status } = await read(two, key);
        if (!wasRevoked && status === 200) before += 1;
        if (!wasRevoked) continue;
        after += 1;
        late.push(status);
      }
    })();
    while (before < 5) await turn();
    const answer = await fetch(`${one.url}/api/keys/${id}`, { method: 'DELETE', headers: { 'X-API-Key': admin } });
    revoked = true;
    expect(answer.status).toBe(200);
    await busy;
    expect(new Set(late)).toEqual(new Set([401]));
  });

  it('reject a key that the operator revoked when the command ends', async () => {
    const { id, key } = await makeKey('viewer');
    for (const service of [one, two]) expect((await read(service, key)).status).toBe(200);
    expect(await cli('key', 'revoke', id)).toMatchObject({ code: 0 });
    for (const service of [one, two]) expect((await read(service, key)).status).toBe(401);
  });

  it('share the rate limit per second of a key and report the remaining calls', async () => {
    const { key } = await makeKey('viewer');
    const statuses: number[] = [];
    const began = performance.now();
    await Promise.all(
      Array.from({ length: 8 }, async (_, worker) => {
        for (let call = 0; call < 25; call++) {
          const response = await read(worker % 2 === 0 ? one : two, key);
          statuses.push(response.status);
          expect(response.headers.get('ratelimit-policy')).toBe(`"per-key";q=${LIMIT};w=1`);
          expect(response.headers.get('ratelimit')).toMatch(/^"per-key";r=\d+;t=1$/);
          if (response.status === 429) expect(response.headers.get('retry-after')).toBe('1');
        }
      }),
    );
    const seconds = (performance.now() - began) / 1000;
    const passed = statuses.filter((status) => status === 200).length;
    expect(passed).toBeLessThanOrEqual(Math.ceil(LIMIT * (1 + seconds)));
    expect(passed).toBeGreaterThanOrEqual(Math.min(200, LIMIT - 10));
    expect(new Set(statuses)).toEqual(new Set(passed === 200 ? [200] : [200, 429]));
  });

  it('share the exact daily limit of calls without a key', async () => {
    const responses = await Promise.all(
      Array.from({ length: DAILY + 10 }, (_, call) => validate(call % 2 === 0 ? one : two)),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(DAILY);
    const refused = await validate(two);
    expect(refused.status).toBe(429);
    const { code, used, limit, resets_at } = (await refused.json()) as Record<string, unknown>;
    expect({ code, used, limit }).toEqual({ code: 'public_soft_limit_reached', used: DAILY, limit: DAILY });
    expect(resets_at).toMatch(/^\d{4}-\d\d-\d\dT00:00:00\.000Z$/);
    expect(refused.headers.get('ratelimit')).toMatch(/^"public-daily";r=0;t=\d+$/);
  });

  it('report the usage of both processes within a second', async () => {
    const { key } = await makeKey('developer');
    for (const service of [one, two, one]) expect((await submit(service, key)).status).toBe(202);
    const count = async (): Promise<number | undefined> => {
      const { products } = (await (await read(two, key, '/api/usage')).json()) as {
        products: { product: string; calls: number }[];
      };
      return products.find(({ product }) => product === 'documents')?.calls;
    };
    await expect.poll(count, { interval: 200 }).toBe(3);
  });

  it('write the actions of operator and keys to the audit trail', async () => {
    const { entries } = (await (await read(one, admin, '/api/audit?limit=100')).json()) as {
      entries: { actor: string; action: string; resource: string; client_address: string | null }[];
    };
    const by = (actor: RegExp) => new Set(entries.filter((each) => actor.test(each.actor)).map(({ action }) => action));
    expect(by(/^operator$/)).toEqual(new Set(['workspace.create', 'key.create', 'key.revoke']));
    expect(by(/^key_/)).toEqual(new Set(['key.create', 'key.revoke', 'document.create']));
    for (const { actor, client_address } of entries) expect(client_address === null).toBe(actor === 'operator');
  });
});

describe('command line', () => {
  it('manages keys next to a running service with an embedded database, and without a service', async () => {
    const service = await startService({ environment: { ENVIRONMENT: 'production', LOG_ORIGIN: 'tests.example/log' } });
    const cli = (...args: string[]): Promise<Ran> =>
      runCli(args, { ENVIRONMENT: 'production', DATA_DIR: service.dataDir });
    try {
      const made = await cli('workspace', 'create', 'Žltý kôň, s. r. o.', '--plan', 'documents');
      expect(made.out).toMatch(/^wsp_[0-9a-f-]{36}$/);
      const key = await cli('key', 'create', '--workspace', made.out, '--role', 'developer', '--expires', '90d');
      expect(key.out).toMatch(/^inv_live_[0-9A-Za-z]{49}$/);
      expect(key.err).not.toContain(key.out);
      const id = /key_[0-9a-f-]{36}/.exec(key.err)![0];
      expect((await submit(service, key.out)).status).toBe(202);
      expect(await (await read(service, key.out, '/api/usage')).json()).toMatchObject({ plan: 'documents' });
      const next = await cli('key', 'rotate', id, '--overlap', '0');
      expect((await submit(service, key.out)).status).toBe(401);
      expect((await submit(service, next.out)).status).toBe(202);
      await service.stop();
      const listed = await cli('key', 'list', '--workspace', made.out);
      expect(listed.out.split('\n').map((line) => /active|revoked/.exec(line)?.[0])).toEqual(['active', 'revoked']);
      expect((await cli('workspace', 'list')).out).toMatch(
        /Žltý kôň, s\. r\. o\.: production, plan documents, working keys: 1$/,
      );
    } finally {
      await service.stop();
      removeData(service);
    }
  });
});
