import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { startApi } from '../../src/composition/api.ts';
import type { AppParts } from '../../src/http/app-parts.ts';
import { makePeppol } from '../../src/modules/peppol/index.ts';
import { openValidator } from '../../src/modules/rules/loader/index.ts';
import { makeVat } from '../../src/modules/vat/index.ts';
import { findRoot, makeMetrics } from '../../src/platform/index.ts';
import { loadCatalog } from '../catalog/installed.ts';
import { fakeParts } from '../http/fake-parts.ts';
import { makeKey, makeOperator, makeTestAccounts } from '../support/accounts.ts';
import { makeTestDatabase } from '../support/database.ts';
import { validationPoolOf } from '../support/validation-pool-of.ts';
import { startViesDouble, type ViesDouble } from '../support/vies-double.ts';

/** The API with real rules, accounts and a simulated register, as used by an assistant. */
export type OpenAssistant = {
  readonly url: string;
  readonly app: AppParts;
  readonly keys: { readonly viewer: string; readonly developer: string; readonly admin: string };
  readonly vies: ViesDouble;
  readonly close: () => Promise<void>;
};

const root = findRoot();

export async function openAssistant(settings: Partial<AppParts['config']> = {}): Promise<OpenAssistant> {
  const { db, drop } = await makeTestDatabase();
  const vies = await startViesDouble();
  const today = new Date().toISOString().slice(0, 10);
  const { validator } = await openValidator({ root, dataDir: null, maxXmlBytes: 2 * 1024 * 1024, today });
  const accounts = makeTestAccounts(db, { keyRateLimit: settings.keyRateLimit ?? 0 });
  const operator = await makeOperator(db);
  const keyOf = async (role: 'viewer' | 'developer' | 'admin') => (await makeKey(accounts, operator, role)).text;
  const keys = { viewer: await keyOf('viewer'), developer: await keyOf('developer'), admin: await keyOf('admin') };
  const vat = makeVat({
    process: 'test',
    db,
    now: Date.now,
    random: () => 0,
    metrics: makeMetrics('test'),
    restUrl: vies.restUrl,
    soapUrl: vies.soapUrl,
    skRegister: null,
    allow: ['127.0.0.1'],
    onError: (error) => {
      throw error;
    },
  });
  // Without zones the sandbox simulates the network.
  const peppol = makePeppol({
    db,
    now: Date.now,
    metrics: makeMetrics('test'),
    zones: null,
    dnsServers: null,
    allow: [],
    allowInsecure: false,
    anchors: [],
  });
  const fake = fakeParts();
  const catalog = loadCatalog();
  const app: AppParts = {
    ...fake,
    config: { ...fake.config, maxXmlBytes: 2 * 1024 * 1024, ...settings },
    db,
    accounts,
    validator,
    validationPool: validationPoolOf({ validator }),
    catalog: () => catalog,
    vat,
    peppol,
    now: Date.now,
  };
  const api = await startApi(app, { checkAnswers: 'throw' });
  return {
    url: `${api.url}/api/mcp`,
    app,
    keys,
    vies,
    close: async () => {
      await api.close();
      await vat.close();
      await peppol.close();
      await vies.close();
      await accounts.close();
      await drop();
    },
  };
}

/** An MCP client over HTTP; `2026` uses the revision without a handshake, `2025` the one with it. */
export async function connectClient(url: string, revision: '2025' | '2026', key?: string): Promise<Client> {
  const mode = revision === '2025' ? 'legacy' : { pin: '2026-07-28' };
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
  const headers: Record<string, string> = key === undefined ? {} : { 'X-API-Key': key };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
  return client;
}

/** Posts as curl does: any text, with only a content type. */
export async function post(url: string, body: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: '*/*', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) };
}

let nextId = 0;
/** Tool call as a JSON-RPC message. */
export const call = (name: string, args: unknown) => {
  nextId += 1;
  return { jsonrpc: '2.0', id: nextId, method: 'tools/call', params: { name, arguments: args } };
};
