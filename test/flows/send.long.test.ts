import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findRoot } from '../../src/platform/index.ts';
import { BUYER, openSimulator, SELLER, type TestSimulator } from '../support/sapi-simulator.ts';
import { removeData, type Service, startService, waitUntil } from '../support/service.ts';
import { type Client, type Event, makeClient } from './client.ts';

// From invoice to delivery, through the built service with its workers and the SAPI simulator on a socket.

let service: Service;
let client: Client;
let simulator: TestSimulator;
beforeAll(async () => {
  // Real clock, so that the simulator reports statuses over time.
  simulator = await openSimulator({ now: Date.now });
  service = await startService({ environment: { OUTBOUND_ALLOW: '127.0.0.1' } });
  client = makeClient(() => service.url);
});
afterAll(async () => {
  await service.stop();
  await simulator.close();
  removeData(service);
});

/** Valid, with a seller that the simulator accepts. */
const INVOICE = readFileSync(join(findRoot(), 'test/golden/slovak-warnings/invoice.xml'), 'utf8').replace(
  />2020317069</g,
  `>${SELLER.slice('0245:'.length)}<`,
);

type DocumentState = {
  readonly id: string;
  readonly status: string;
  readonly send: { readonly error: object | null } | null;
  readonly preparation: { readonly id: string };
};

async function post<T>(path: string, body: object): Promise<T> {
  const headers = { 'Content-Type': 'application/json' };
  const response = await client.fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
  const content = (await response.json()) as T;
  expect([response.status, content]).toEqual([expect.toSatisfy((status: number) => status < 300), content]);
  return content;
}

const until = async (id: string, status: string): Promise<DocumentState> => {
  let document = await client.get<DocumentState>(`/api/documents/${id}`);
  await waitUntil(
    async () => {
      document = await client.get<DocumentState>(`/api/documents/${id}`);
      const isOver =
        /failed|refused|invalid/.test(document.status) ||
        (document.status === 'send_prepared' && document.send !== null);
      return document.status === status || isOver;
    },
    () => `the document ended as ${document.status}`,
  );
  expect(document).toMatchObject({ status });
  return document;
};

it.each([
  ['without errors', null],
  ['the partner accepts and its response is lost', 'lost-after-accept'],
  ['the partner is busy at first', 'rate-limited'],
])('prepares, sends and delivers a document once: %s', async (_, fault) => {
  const partner = await post<{ id: string }>('/api/partners', {
    ...{ kind: 'sapi-sk', name: 'Poštár', base_url: simulator.baseUrl, client_id: 'erp', client_secret: 'secret' },
    ...{ status_path: '/documents/{id}/status', receives: [SELLER], sending_enabled: true },
  });
  if (fault !== null) simulator.order({ call: 'send', fault });
  const before = simulator.accepted().length;
  const { id } = await client.submit(INVOICE);
  await until(id, 'validated');
  await post(`/api/documents/${id}/send-preparations`, { partner: partner.id, receiver: BUYER });
  const { preparation } = await until(id, 'send_prepared');
  await post(`/api/documents/${id}/sends`, { preparation: preparation.id, partner: partner.id });
  await until(id, 'delivered');
  expect(simulator.accepted()).toHaveLength(before + 1);
  const { events } = await client.get<{ events: Event[] }>(`/api/documents/${id}/events`);
  const types = events.map(({ type }) => type);
  expect(types.filter((type) => type === 'send.accepted')).toHaveLength(1);
  expect(types.filter((type) => type === 'delivery.completed')).toHaveLength(1);
});
