import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { system } from '../../src/platform/db/index.ts';
import { type OpenApi, openApi } from './open-api.ts';

let api: OpenApi;
beforeAll(async () => {
  api = await openApi();
});
afterAll(() => api.close());

type Body = Record<string, unknown>;
type Page = { readonly next_cursor: string | null } & Body;

async function call(path: string, key: string, options: RequestInit = {}): Promise<{ status: number; body: Body }> {
  const keyed: Record<string, string> = key === '' ? {} : { 'X-API-Key': key };
  const headers = { 'Content-Type': 'application/json', ...keyed, ...(options.headers as Record<string, string>) };
  const response = await fetch(api.url + path, { ...options, headers });
  return { status: response.status, body: (await response.json()) as Body };
}

async function post(path: string, key: string, body: unknown, headers: Record<string, string> = {}): Promise<string> {
  const answered = await call(path, key, { method: 'POST', body: JSON.stringify(body), headers });
  expect(answered.status, JSON.stringify(answered.body)).toBeLessThan(300);
  return answered.body.id as string;
}

const file = { filename: 'a.xml', content: '<valid/>' };

describe.each([
  ['/api/batches', 'batches', (key: string) => post('/api/batches', key, { files: [file] })],
  ['/v1/vat/verify/batch', 'batches', (key: string) => post('/v1/vat/verify/batch', key, { vats: ['SK2020317068'] })],
  ['/api/validation-evidence', 'reports', (key: string) => post('/api/validation-evidence', key, file)],
  ['/api/peppol/radar', 'radars', (key: string) => post('/api/peppol/radar', key, { participants: ['0245:1'] })],
] as const)('GET %s', (path, name, make) => {
  const idsOf = (page: Body): string[] => (page[name] as { id: string }[]).map(({ id }) => id);

  it('lists created objects newest first, page by page, each as in its own response', async () => {
    const key = `owner-of${path}`;
    const made = [await make(key), await make(key), await make(key)].reverse();
    const first = await call(`${path}?limit=2`, key);
    expect([first.status, idsOf(first.body)]).toEqual([200, made.slice(0, 2)]);
    const last = await call(`${path}?limit=2&cursor=${(first.body as Page).next_cursor}`, key);
    expect([idsOf(last.body), (last.body as Page).next_cursor]).toEqual([made.slice(2), null]);
    const [newest] = first.body[name] as Body[];
    expect((await call(`${path}/${newest!.id}`, key)).body).toMatchObject(newest!);
  });

  it('returns nothing of other workspaces, and nothing without a key', async () => {
    await make('somebody');
    expect((await call(path, `unused-key${path}`)).body).toEqual({ [name]: [], next_cursor: null });
    expect(await call(path, '')).toMatchObject({ status: 401, body: { code: 'key_missing' } });
  });

  it('rejects a cursor that it did not issue', async () => {
    expect(await call(`${path}?cursor=x`, 'owner')).toMatchObject({ status: 400, body: { code: 'cursor_malformed' } });
  });
});

it('a batch whose files are still arriving is in no list', async () => {
  const id = await post('/api/batches', 'receiving', { files: [file] });
  await system(api.db).updateTable('batches').set({ status: 'receiving' }).where('id', '=', id).execute();
  expect((await call('/api/batches', 'receiving')).body.batches).toEqual([]);
});

it('lists reports with their summary, without their content', async () => {
  await post('/api/validation-evidence', 'summary', file);
  const { body: list } = await call('/api/validation-evidence', 'summary');
  expect(Object.keys((list.reports as Body[])[0]!)).toEqual([
    ...['id', 'filename', 'sha256', 'size_bytes', 'created_at', 'valid', 'document_type', 'summary', 'counts'],
  ]);
});
