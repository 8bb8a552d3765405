import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeInvoice, text } from '../support/invoice-builder.ts';
import { type Part, removeData, type Service, startService, waitUntil } from '../support/service.ts';

const DOCUMENTS = 150;
const VICTIMS: readonly Part[] = ['workers', 'api', 'postgres', 'workers', 'postgres', 'api'];
const HEADERS = { 'X-API-Key': 'kill-test', 'Content-Type': 'application/xml' };

type Received = { readonly key: string; readonly id: string };
type Timeline = { readonly events: readonly { readonly sequence: number; readonly type: string }[] };

let service: Service;

beforeAll(async () => {
  service = await startService();
}, 90_000);

afterAll(async () => {
  await service.stop();
  removeData(service);
});

const pause = (milliseconds: number): Promise<void> => new Promise((done) => setTimeout(done, milliseconds));

/** Submits until an answer comes: the key makes the repetition harmless, which is what this test is about. */
async function submit(index: number): Promise<Received> {
  const key = `kill-${index}`;
  for (;;) {
    const response = await fetch(`${service.url}/api/documents`, {
      method: 'POST',
      headers: { ...HEADERS, 'Idempotency-Key': key, 'X-Filename': `${index}.xml` },
      body: makeInvoice(text('cbc:ID', `K-${index}`)),
      signal: AbortSignal.timeout(10_000),
    }).catch(() => null);
    const answer = response === null ? null : ((await response.json().catch(() => null)) as { id?: string } | null);
    if (response?.status === 202 && answer?.id !== undefined) return { key, id: answer.id };
    if (response !== null && response.status < 500) throw new Error(`${response.status}: ${JSON.stringify(answer)}`);
    await pause(100);
  }
}

async function get<T>(path: string): Promise<T> {
  const response = await fetch(`${service.url}${path}`, { headers: HEADERS });
  expect(response.status).toBe(200);
  return (await response.json()) as T;
}

describe('kill -9 of API, workers and PostgreSQL during a stream of documents', () => {
  it('loses nothing and repeats nothing visible', async () => {
    const received: Received[] = [];
    let next = 0;
    const submitter = async (): Promise<void> => {
      while (next < DOCUMENTS) {
        received.push(await submit(next++));
        await pause(200);
      }
    };
    const killer = async (): Promise<void> => {
      for (const part of VICTIMS) {
        await pause(1_200);
        await waitUntil(
          async () => service.pids(part).length > 0,
          20_000,
          () => `no ${part} came back`,
        );
        service.kill9(part);
      }
    };
    await Promise.all([killer(), ...Array.from({ length: 4 }, submitter)]);
    expect(new Set(received.map(({ id }) => id)).size).toBe(DOCUMENTS);

    await waitUntil(
      async () => {
        const response = await fetch(`${service.url}/api/documents?status=validated&limit=1`, {
          headers: HEADERS,
        }).catch(() => null);
        if (response?.status !== 200) return false;
        return (await countAll('validated').catch(() => 0)) === DOCUMENTS;
      },
      60_000,
      () => `not every document was judged:\n${service.output().slice(-4_000)}`,
    );
    expect(await countAll(null)).toBe(DOCUMENTS);

    for (const { id } of received) {
      const { events } = await get<Timeline>(`/api/documents/${id}/events`);
      expect(events.map(({ sequence, type }) => `${sequence} ${type}`)).toEqual([
        '1 document.received',
        '2 validation.started',
        '3 validation.completed',
      ]);
    }
  }, 180_000);
});

/** How many documents the list tells, page by page. */
async function countAll(status: string | null): Promise<number> {
  let count = 0;
  let cursor: string | null = null;
  do {
    const query = new URLSearchParams({ limit: '100', ...(status && { status }), ...(cursor && { cursor }) });
    const page: { documents: unknown[]; next_cursor: string | null } = await get(`/api/documents?${query}`);
    count += page.documents.length;
    cursor = page.next_cursor;
  } while (cursor !== null);
  return count;
}
