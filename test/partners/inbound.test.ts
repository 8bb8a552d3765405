import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Scope } from '../../src/lib/scope.ts';
import {
  type Connected,
  capabilitiesOf,
  type Partners,
  USUAL_LIMITS,
} from '../../src/modules/exchange/partners/index.ts';
import { makeTestDatabase, type TestDatabase } from '../support/database.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { makeTestPartners, makeWorkspace } from '../support/records.ts';

// Inboxes of partners other than SAPI-SK: documents are pulled, stored, and only then acknowledged (facts 1.3, item
// 7).

type HttpSettings = Extract<Connected, { kind: 'http' }>['settings'];

let test: TestDatabase;
let partners: Partners;
let scope: Scope;
let server: Receiver;
let seen: string[] = [];
let answer: (path: string, method: string) => [number, string] = () => [404, ''];
let taken: { id: string; content: string }[] = [];
const root = mkdtempSync(join(tmpdir(), 'partner-inboxes-'));
const never = new AbortController().signal;
const NOW = Date.UTC(2026, 10, 23);

beforeAll(async () => {
  const reply = ({ method = '', url = '' }: IncomingMessage, response: ServerResponse): void => {
    seen.push(`${method} ${url}`);
    const [status, body] = answer(url, method);
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(body);
  };
  [test, server] = await Promise.all([makeTestDatabase(), startReceiver(reply)]);
  partners = makeTestPartners(test.db, () => NOW, root);
});
afterAll(async () => {
  rmSync(root, { recursive: true });
  await server.stop();
  await test.drop();
});
beforeEach(async () => {
  scope = await makeWorkspace(test.db);
  [seen, taken] = [[], []];
});

const take = async ({ id, content }: { id: string; content: Uint8Array }): Promise<boolean> => {
  taken.push({ id, content: Buffer.from(content).toString() });
  return true;
};
/** Stores all documents except one. */
const takeExcept =
  (refused: string) =>
  async (document: { id: string; content: Uint8Array }): Promise<boolean> =>
    document.id !== refused && take(document);
const pull = (id: string, taking = take) => partners.pullInbox(scope, id, taking, never);
const stateOf = async (id: string) => {
  const { failures, last_error } = await partners.get(scope, id);
  return { failures, code: last_error?.code ?? null };
};

const INBOUND: NonNullable<HttpSettings['inbound']> = {
  ...{ list_path: '/inbox?state=new', documents_field: 'data.items', id_field: 'id' },
  ...{ path: '/inbox/{id}', content: { type: 'xml' } },
  acknowledge: { method: 'DELETE', path: '/inbox/{id}/mark' },
};

const connectHttp = async (inbound: Partial<HttpSettings['inbound']> | null = {}): Promise<string> => {
  const settings: HttpSettings = {
    ...{ base_url: server.url, auth: { type: 'none' }, client_certificate: null, trusted_authorities: null },
    submit: { method: 'POST', path: '/d', body: { type: 'envelope' }, key_header: null, reference_field: null },
    ...{ check_path: null, dry_run_path: null, status: null, mls: null, limits: USUAL_LIMITS },
    inbound: inbound && { ...INBOUND, ...inbound },
  };
  const secrets = { secret: null, client_key: null };
  return (await partners.create(scope, { kind: 'http', name: 'P', settings, secrets, sendingEnabled: false })).id;
};

describe('inbox of an HTTP partner', () => {
  it('lists, reads and acknowledges documents as configured', async () => {
    answer = (path) =>
      path.startsWith('/inbox?') ? [200, '{"data":{"items":[{"id":"a/1"},{"id":7}]}}'] : [200, `<xml>${path}</xml>`];
    const id = await connectHttp();
    await pull(id);
    expect(taken).toEqual([
      { id: 'a/1', content: '<xml>/inbox/a%2F1</xml>' },
      { id: '7', content: '<xml>/inbox/7</xml>' },
    ]);
    expect(seen).toEqual([
      'GET /inbox?state=new',
      ...['GET /inbox/a%2F1', 'DELETE /inbox/a%2F1/mark', 'GET /inbox/7', 'DELETE /inbox/7/mark'],
    ]);
    expect(await stateOf(id)).toEqual({ failures: 0, code: null });
  });

  it.each([
    ['json_text', '<x>é</x>'],
    ['json_base64', Buffer.from('<x>é</x>').toString('base64')],
  ] as const)('reads documents from a JSON field (%s)', async (type, text) => {
    answer = (path) => (path === '/list' ? [200, '["1"]'] : [200, JSON.stringify({ doc: { xml: text } })]);
    const content = { type, field: 'doc.xml' } as const;
    const id = await connectHttp({ list_path: '/list', documents_field: null, id_field: null, content });
    await pull(id);
    expect(taken).toEqual([{ id: '1', content: '<x>é</x>' }]);
  });

  it('does not acknowledge a document that could not be stored', async () => {
    answer = (path) => (path.startsWith('/inbox?') ? [200, '{"data":{"items":[{"id":"1"}]}}'] : [200, '<x/>']);
    const id = await connectHttp();
    await expect(pull(id, () => Promise.reject(new Error('no database')))).rejects.toThrow('no database');
    expect(seen).toEqual(['GET /inbox?state=new', 'GET /inbox/1']);
  });

  it('does not acknowledge exactly the document that was refused', async () => {
    const items = ['1', '2', '3'].map((id) => ({ id }));
    answer = (path) => (path.startsWith('/inbox?') ? [200, JSON.stringify({ data: { items } })] : [200, '<x/>']);
    const id = await connectHttp();
    await pull(id, takeExcept('2'));
    expect(taken.map((one) => one.id)).toEqual(['1', '3']);
    expect(seen.filter((call) => call.startsWith('DELETE'))).toEqual(['DELETE /inbox/1/mark', 'DELETE /inbox/3/mark']);
    expect(await stateOf(id)).toEqual({ failures: 0, code: null });
  });

  it('continues after an unreadable document and reports the error', async () => {
    answer = (path) => {
      if (path.startsWith('/inbox?')) return [200, '{"data":{"items":[{"id":"1"},{"id":"__proto__"},{"id":"2"}]}}'];
      return path === '/inbox/1' ? [500, ''] : [200, '<x/>'];
    };
    const id = await connectHttp();
    await pull(id);
    expect(taken.map((one) => one.id)).toEqual(['__proto__', '2']);
    expect(await stateOf(id)).toEqual({ failures: 1, code: 'unreachable' });
  });

  it.each([
    ['a page of a proxy in between', 200, '<html/>'],
    ['a list of another type', 200, '{"data":{"items":{}}}'],
    ['a refusal', 403, '{}'],
  ])('does not treat %s as an empty list', async (_, status, body) => {
    answer = () => [status, body];
    const id = await connectHttp();
    await pull(id);
    expect([taken, await stateOf(id)]).toEqual([[], { failures: 1, code: expect.any(String) }]);
    expect(seen).toHaveLength(1);
  });

  it('reports no inbox without inbox settings and sends no request', async () => {
    const id = await connectHttp(null);
    expect(capabilitiesOf(await partners.get(scope, id))).toMatchObject({ inbound: false });
    await pull(id);
    expect(seen).toEqual([]);
  });
});

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

describe('inbox of a folder partner', () => {
  const connectFolder = async (inbox = true): Promise<string> => {
    const limits = USUAL_LIMITS;
    const settings = { folder: 'out', content: 'envelope', confirmation: false, inbox, mls: null, limits } as const;
    const input = { kind: 'folder', name: 'F', settings, secrets: {}, sendingEnabled: false } as const;
    return (await partners.create(scope, input)).id;
  };
  const place = (name: string): string => join(root, scope.workspaceId, 'out', 'in', name);
  const put = (name: string, content: string, { checksum = '', age = 0 } = {}): void => {
    writeFileSync(place(name), content);
    utimesSync(place(name), (NOW - age) / 1000, (NOW - age) / 1000);
    if (checksum !== '') writeFileSync(place(`${name}.sha256`), `${checksum}  ${name}\n`);
  };
  const left = (): string[] => readdirSync(place('')).sort();
  beforeEach(() => void mkdirSync(join(root, scope.workspaceId, 'out', 'in'), { recursive: true }));

  it('takes files with a matching checksum or without recent writes, and deletes them', async () => {
    put('a.xml', '<a/>', { checksum: sha256('<a/>') });
    put('B.XML', '<b/>', { age: 60_000 });
    const id = await connectFolder();
    await pull(id);
    expect(taken.sort((one, two) => one.id.localeCompare(two.id))).toEqual([
      { id: 'a.xml', content: '<a/>' },
      { id: 'B.XML', content: '<b/>' },
    ]);
    expect(left()).toEqual([]);
    expect(await stateOf(id)).toEqual({ failures: 0, code: null });
  });

  it('leaves files that may still grow and files that are not documents', async () => {
    put('young.xml', '<a', { age: 59_000 });
    put('half.xml', '<a', { checksum: sha256('<a/>') });
    put('.hidden.xml', '<a/>', { age: 90_000 });
    put('readme.txt', 'x', { age: 90_000 });
    symlinkSync('/etc/hostname', place('link.xml'));
    const before = left();
    const id = await connectFolder();
    await pull(id);
    expect([taken, left()]).toEqual([[], before]);
    expect(await stateOf(id)).toEqual({ failures: 0, code: null });
  });

  it.each([
    ['a wrong checksum', { checksum: sha256('other'), age: 60_000 }, '<a/>'],
    ['no content', { age: 60_000 }, ''],
  ])('leaves and reports a file with %s, and takes the others', async (_, options, content) => {
    put('a.xml', content, options);
    put('b.xml', '<b/>', { age: 60_000 });
    const id = await connectFolder();
    await pull(id);
    expect(taken.map((one) => one.id)).toEqual(['b.xml']);
    expect(left()).toContain('a.xml');
    expect(await stateOf(id)).toEqual({ failures: 1, code: 'unexpected_answer' });
  });

  it.each([
    ['a named pipe without a writer', (path: string) => execFileSync('mkfifo', [path])],
    ['a folder', (path: string) => mkdirSync(path)],
    ['an invalid checksum', (path: string) => writeFileSync(path, `${sha256('<a/>')}0`)],
  ])('ignores %s instead of a checksum without blocking', async (_, make) => {
    put('a.xml', '<a/>', { age: 60_000 });
    make(place('a.xml.sha256'));
    put('b.xml', '<b/>', { age: 60_000 });
    const id = await connectFolder();
    await pull(id);
    expect(taken.map((one) => one.id)).toEqual(['b.xml']);
    expect(await stateOf(id)).toEqual({ failures: 1, code: 'unexpected_answer' });
  });

  it('leaves exactly the file that was refused', async () => {
    for (const name of ['a.xml', 'b.xml', 'c.xml']) put(name, '<a/>', { age: 60_000 });
    const id = await connectFolder();
    await pull(id, takeExcept('b.xml'));
    expect(taken.map((one) => one.id).sort()).toEqual(['a.xml', 'c.xml']);
    expect(left()).toEqual(['b.xml']);
  });

  it('leaves a file that could not be stored or changed while it was stored', async () => {
    put('a.xml', '<a/>', { age: 60_000 });
    const id = await connectFolder();
    await expect(pull(id, () => Promise.reject(new Error('no database')))).rejects.toThrow('no database');
    expect(left()).toEqual(['a.xml']);
    await pull(id, async (document) => {
      put('a.xml', '<a/><!-- more -->', { age: 70_000 });
      return take(document);
    });
    await pull(id);
    expect(taken.map(({ content }) => content)).toEqual(['<a/>', '<a/><!-- more -->']);
    expect(left()).toEqual([]);
  });

  it('reports a missing inbox folder in the connection test and in the pull', async () => {
    rmSync(place(''), { recursive: true });
    const id = await connectFolder();
    expect((await partners.check(scope, id, never)).connection).toMatchObject({ fault: { code: 'access_refused' } });
    await pull(id);
    expect(await stateOf(id)).toEqual({ failures: 2, code: 'access_refused' });
  });

  it('is empty unless the settings enable it', async () => {
    put('a.xml', '<a/>', { age: 60_000 });
    const id = await connectFolder(false);
    expect(capabilitiesOf(await partners.get(scope, id))).toMatchObject({ inbound: false });
    await pull(id);
    expect([taken, left()]).toEqual([[], ['a.xml']]);
  });
});
