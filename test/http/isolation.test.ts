import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { makeRoutes } from '../../src/composition/routes.ts';
import type { Route } from '../../src/http/routing/route.ts';
import type { Scope } from '../../src/lib/scope.ts';
import { readZip } from '../../src/modules/rules/loader/index.ts';
import type { Vat } from '../../src/modules/vat/index.ts';
import { makeKey, makeOperator, makeTestAccounts } from '../support/accounts.ts';
import { makeTestDatabase } from '../support/database.ts';
import { newDocument } from '../support/records.ts';
import { makeSandboxVat } from '../support/vat.ts';
import { type OpenApi, openApi } from './open-api.ts';
import { type Call, MARK, NEVER_EMPTY, OWNED, SHARED, TESTED_BY } from './tenant-objects.ts';

// Generated from the routes: a new route is tested without a change here, or fails until its objects can be created.

let api: OpenApi;
let vat: Vat;
let owner: Call;
let stranger: Call;
/** A workspace without any data. */
let newcomer: Call;
let noOwner: Call;

beforeAll(async () => {
  const database = await makeTestDatabase();
  vat = makeSandboxVat(database.db);
  api = await openApi({}, 'production', database, { vat });
  const accounts = makeTestAccounts(api.db);
  const callAs = async (scope: Scope): Promise<Call> => {
    const { text } = await makeKey(accounts, scope, 'admin');
    return callWith({ 'X-API-Key': text });
  };
  const ownerScope = await makeOperator(api.db);
  owner = await callAs(ownerScope);
  stranger = await callAs(await makeOperator(api.db));
  newcomer = await callAs(await makeOperator(api.db));
  noOwner = callWith({});
  for (const make of Object.values(OWNED)) await make(owner);
  // Received documents are not created by an API call.
  const inbound = { partner: 'ptn_1', reference: MARK, sender: null, receiver: null };
  await api.app.documents.receive(ownerScope, newDocument({ inbound, filename: `${MARK}.xml` }));
});
afterAll(async () => {
  await vat.close();
  await api.close();
});

const callWith =
  (own: Readonly<Record<string, string>>): Call =>
  (path, { headers, ...options } = {}) =>
    fetch(api.url + path, { ...options, headers: { ...own, ...(headers as Record<string, string>) } });

const routes = makeRoutes(new AbortController().signal).filter(({ who }) => who !== 'anyone');
const named = (route: Route) => [`${route.method} ${route.path}`, route] as const;

/** The path up to its first parameter, which identifies the object. */
const kindOf = (path: string): string | undefined => /^[^{]*\{\w+\}/.exec(path)?.[0];

const about = routes
  .filter(({ path }) => path.includes('{') && !(kindOf(path)! in SHARED) && !(kindOf(path)! in TESTED_BY))
  .map(named);
const lists = routes
  .filter(({ path, method }) => method === 'get' && !path.includes('{') && !(path in SHARED))
  .map(named);

/** A valid request of the route, from the examples of its declaration. */
function requestOf(route: Route, params: Readonly<Record<string, string>>): [string, RequestInit] {
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    expect(params, `the maker of ${route.path} does not return ${name}`).toHaveProperty(name);
    return encodeURIComponent(params[name]!);
  });
  const query = new URLSearchParams(examplesOf(route.query));
  const kind = route.body?.kinds.find(({ example }) => example !== undefined);
  const headers = { ...examplesOf(route.headers), ...(kind && { 'Content-Type': kind.mediaTypes[0]! }) };
  const body = kind && (typeof kind.example === 'string' ? kind.example : JSON.stringify(kind.example));
  return [`${path}?${query}`, { method: route.method.toUpperCase(), headers, ...(body && { body }) }];
}

/** Required fields with the examples of their declaration. */
function examplesOf(fields: z.ZodObject | undefined): Record<string, string> {
  const needed = Object.entries(fields?.shape ?? {}).filter(([, schema]) => !isOptional(schema));
  return Object.fromEntries(
    needed.map(([name, schema]) => {
      const { example } = (schema as z.ZodType).meta() ?? {};
      expect(example, `${name} is needed and has no example`).toBeDefined();
      return [name, String(example)];
    }),
  );
}

const isOptional = (schema: unknown): boolean => (schema as z.ZodType).safeParse(undefined).success;

/** The owner's view of an object: the object itself, or the list that contains it. */
async function lookAt(kind: string, id: string): Promise<string> {
  const isRead = routes.some(({ method, path }) => method === 'get' && path === kind);
  const response = await owner(isRead ? kind.replace(/\{\w+\}/, id) : kind.replace(/\/\{\w+\}$/, '?limit=100'));
  expect(response.status, kind).toBe(200);
  return response.text();
}

type Refusal = { readonly status: number; readonly code: string; readonly detail: string };

async function refusalOf(call: Call, [path, options]: [string, RequestInit]): Promise<Refusal> {
  const response = await call(path, options);
  const { status, code, detail } = (await response.json()) as Refusal;
  return { status, code, detail };
}

describe.each(about)('%s', (_, route) => {
  const make = (): Promise<Readonly<Record<string, string>>> => {
    const kind = kindOf(route.path)!;
    const maker = OWNED[kind];
    if (maker === undefined) throw new Error(`test/http/tenant-objects.ts has no maker for ${kind}`);
    return maker(owner);
  };

  it('is available to its workspace', async () => {
    const response = await owner(...requestOf(route, await make()));
    const text = await response.text();
    if (response.status !== 409)
      expect([response.status, text]).toEqual([expect.toSatisfy((code) => code < 300), text]);
  });

  it('is unavailable to any other workspace, like an unknown object, and stays unchanged', async () => {
    const params = await make();
    const look = () => lookAt(kindOf(route.path)!, Object.values(params)[0]!);
    const before = await look();
    const refused = await refusalOf(stranger, requestOf(route, params));
    expect(refused.status).toBe(404);
    expect(JSON.stringify(refused)).not.toContain(MARK);
    const [first, id] = Object.entries(params)[0]!;
    const never = { ...params, [first]: id.replace(/.{4}$/, (end) => (end === '0000' ? '1111' : '0000')) };
    const unknown = await refusalOf(stranger, requestOf(route, never));
    expect(unknown).toEqual({ ...refused, detail: refused.detail.replaceAll(id, never[first]!) });
    if (route.who === 'public') expect((await refusalOf(noOwner, requestOf(route, params))).status).toBe(404);
    expect(await look()).toBe(before);
  });
});

describe.each(lists)('%s', (_, route) => {
  const read = async (call: Call): Promise<{ text: string; arrays: unknown[][] }> => {
    const [path, options] = requestOf(route, {});
    // An export covers one month: the one in which the owner's objects are created.
    const response = await call(path.replace(/month=[\d-]+/, `month=${new Date().toISOString().slice(0, 7)}`), options);
    if (response.headers.get('content-type') === 'application/zip') {
      const files = await readZip(new Uint8Array(await response.arrayBuffer()));
      const texts = [...files.values()].map((bytes) => Buffer.from(bytes).toString());
      return { text: texts.join('\n'), arrays: [JSON.parse(Buffer.from(files.get('evidence.json')!).toString())] };
    }
    const text = await response.text();
    expect([response.status, text]).toEqual([200, text]);
    return { text, arrays: Object.values(JSON.parse(text) as object).filter(Array.isArray) };
  };

  it('returns nothing of another workspace', async () => {
    const own: string[] = [];
    for (const make of Object.values(OWNED)) own.push((await make(owner)).id!);
    const { text, arrays } = await read(newcomer);
    for (const secret of [MARK, ...own]) expect(text).not.toContain(secret);
    if (route.path in NEVER_EMPTY) return;
    expect(arrays.flat()).toEqual([]);
    if (arrays.length > 0) expect((await read(owner)).arrays.flat(), 'the owner has none either').not.toEqual([]);
  });
});

it('the usage of a workspace is invisible to others', async () => {
  const callsOf = async (call: Call): Promise<number> => {
    const { products } = (await (await call('/api/usage')).json()) as { products: { calls: number }[] };
    return products.reduce((sum, { calls }) => sum + calls, 0);
  };
  expect(await callsOf(owner)).toBeGreaterThan(0);
  expect(await callsOf(newcomer)).toBe(0);
});

it('the tables of this test contain no unknown route', () => {
  const kinds = new Set(routes.map(({ path }) => kindOf(path) ?? path));
  for (const [file, title] of Object.values(TESTED_BY)) {
    expect(readFileSync(new URL(file, import.meta.url), 'utf8')).toContain(title);
  }
  for (const path of [OWNED, SHARED, NEVER_EMPTY, TESTED_BY].flatMap(Object.keys)) {
    expect(kinds).toContain(path);
  }
});
