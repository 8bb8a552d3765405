import { existsSync, readdirSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeInvoice, text } from '../support/invoice-builder.ts';
import { type Part, pause, type Service, waitUntil, whileWorkersStand } from '../support/service.ts';
import { asNdjson, asZip } from '../support/upload.ts';
import { type Client, makeClient } from './client.ts';
import { describeQueues } from './queues.ts';

const FILES = 900;
const VICTIMS: readonly (Part | 'redis')[] = ['workers', 'api', 'workers', 'redis', 'workers', 'postgres'];

const files = Array.from({ length: FILES }, (_, index) => ({
  filename: `${index}.xml`,
  content: index % 10 === 3 ? '<no invoice' : makeInvoice(text('cbc:ID', `B-${index}`)),
}));

type Batch = {
  id: string;
  status: string;
  total: number;
  done: number;
  valid: number;
  invalid: number;
  failed: number;
};
type Event = { id: string; type: string; data: Batch };

describeQueues('a batch', (flow) => {
  let service: Service;
  let client: Client;

  beforeAll(async () => {
    service = await flow.start();
    client = makeClient(() => service.url);
  });
  afterAll(flow.end);

  const post = ({ type, body }: { type: string; body: Uint8Array }, key: string): Promise<Response> =>
    client.fetch('/api/batches', {
      method: 'POST',
      headers: { 'Content-Type': type, 'Idempotency-Key': key },
      body: body as BodyInit,
    });

  /** Retries until a response arrives, because the service may be restarting. */
  const read = async <T>(path: string): Promise<T> => {
    for (;;) {
      const response = await client.fetch(path).catch(() => null);
      const answer = (await response?.json().catch(() => null)) as T | null | undefined;
      if (response?.status === 200 && answer) return answer;
      if (response && response.status < 500) throw new Error(`${response.status}: ${JSON.stringify(answer)}`);
      await pause(100);
    }
  };

  /** Follows the events by long poll until the last one. */
  const follow = async (id: string): Promise<Event[]> => {
    const events: Event[] = [];
    while (events.at(-1)?.type !== 'batch.completed') {
      const after = events.length > 0 ? `&after=${events.at(-1)!.id}` : '';
      events.push(...(await read<{ events: Event[] }>(`/api/batches/${id}/events?wait=10${after}`)).events);
    }
    return events;
  };

  it('loses nothing and counts nothing twice when workers, API, PostgreSQL and Redis are killed', async () => {
    const accepted = await whileWorkersStand(service, async () => {
      const response = await post(asNdjson(files), 'killed');
      expect(response.status).toBe(202);
      return (await response.json()) as Batch;
    });
    const { id } = accepted;
    expect(accepted).toEqual({ id, status: 'queued', total: FILES });
    const following = follow(id);
    for (const part of VICTIMS) {
      await pause(300);
      if (part === 'redis') await flow.redis()?.crash();
      else {
        await waitUntil(
          () => service.pids(part).length > 0,
          () => `no ${part} came back`,
        );
        service.kill9(part);
      }
    }
    const events = await following;
    const counts = events.map(({ data }) => data.done);
    expect(counts).toEqual([...counts].sort((one, other) => one - other));
    const invalid = files.filter(({ content }) => content === '<no invoice').length;
    const batch = await read<Batch>(`/api/batches/${id}`);
    expect(batch).toMatchObject({ status: 'completed', total: FILES, done: FILES, failed: 0 });
    expect(batch.valid + batch.invalid).toBe(FILES);
    expect(batch.invalid).toBeGreaterThanOrEqual(invalid);

    const response = await client.fetch(`/api/batches/${id}/results?format=ndjson`);
    const lines = (await response.text()).trim().split('\n');
    const results = lines.map((line) => JSON.parse(line) as { position: number; filename: string; valid: boolean });
    expect(results.map(({ position, filename }) => [position, filename])).toEqual(
      files.map(({ filename }, position) => [position, filename]),
    );
    expect(results.filter(({ valid }) => valid).length).toBe(batch.valid);
    const replayed = await post(asNdjson(files), 'killed');
    expect(replayed.headers.get('Idempotency-Replayed')).toBe('true');
    expect(await replayed.json()).toEqual(accepted);
  });

  it.each([
    ['NDJSON', asNdjson(files)],
    ['a ZIP archive', asZip(files)],
  ])(
    'leaves nothing behind when the API is killed during an upload as %s, and can be uploaded again',
    async (form, { type, body }) => {
      await waitUntil(() => service.pids('api').length > 0);
      await read('/api/rulesets');
      const key = `cut ${form}`.replaceAll(' ', '-');
      const broken = new Promise<void>((resolve) => {
        const call = request(`${service.url}/api/batches`, {
          method: 'POST',
          headers: { ...client.headers, 'Content-Type': type, 'Content-Length': body.length, 'Idempotency-Key': key },
        });
        call.on('error', () => resolve()).on('response', (response) => response.resume());
        call.write(body.subarray(0, body.length - 10_000));
      });
      await pause(1_000);
      service.kill9('api');
      await broken;
      const folder = join(service.dataDir, 'uploads');
      expect(existsSync(folder) ? readdirSync(folder) : []).toEqual([]);
      await read('/api/rulesets');
      const response = await post({ type, body }, key);
      expect([response.status, response.headers.get('Idempotency-Replayed')]).toEqual([202, null]);
      const { id } = (await response.json()) as Batch;
      expect((await follow(id)).at(-1)).toMatchObject({ data: { status: 'completed', total: FILES, done: FILES } });
    },
  );

  it('stops at once when it is canceled while running', async () => {
    const response = await post(asNdjson(files), 'canceled');
    const { id } = (await response.json()) as Batch;
    const canceled = (await (await client.fetch(`/api/batches/${id}`, { method: 'DELETE' })).json()) as Batch;
    expect(canceled.status).toBe('canceled');
    await pause(1_000);
    expect(await read<Batch>(`/api/batches/${id}`)).toEqual(canceled);
  });
});
