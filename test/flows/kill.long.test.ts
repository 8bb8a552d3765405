import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeInvoice, text } from '../support/invoice-builder.ts';
import { type Part, pause, type Service, waitUntil } from '../support/service.ts';
import { type Client, type Event, makeClient, toStory, WHOLE_STORY } from './client.ts';
import { describeQueues } from './queues.ts';

const DOCUMENTS = 150;
const VICTIMS: readonly (Part | 'redis')[] = ['workers', 'api', 'postgres', 'redis', 'workers', 'postgres', 'api'];

type Accepted = { readonly key: string; readonly id: string };

describeQueues('kill -9 during a stream of documents', (flow) => {
  let service: Service;
  let client: Client;

  beforeAll(async () => {
    service = await flow.start();
    client = makeClient(() => service.url);
  });
  afterAll(flow.end);

  /** Retries until a response arrives; the idempotency key prevents duplicates. */
  const submit = async (key: string, goOn: () => boolean = () => true): Promise<Accepted | null> => {
    while (goOn()) {
      const response = await client
        .post(makeInvoice(text('cbc:ID', key)), { 'Idempotency-Key': key, 'X-Filename': `${key}.xml` })
        .catch(() => null);
      const answer = ((await response?.json().catch(() => null)) ?? null) as { id?: string } | null;
      if (response?.status === 202 && answer?.id !== undefined) return { key, id: answer.id };
      if (response && response.status < 500) throw new Error(`${response.status}: ${JSON.stringify(answer)}`);
      await pause(100);
    }
    return null;
  };

  const expectAllValidatedOnce = async (accepted: readonly Accepted[]): Promise<void> => {
    expect(new Set(accepted.map(({ id }) => id)).size).toBe(accepted.length);
    await waitUntil(
      async () => (await client.count('validated').catch(() => 0)) >= (await client.count(null).catch(() => Infinity)),
      () => `not every document was validated:\n${service.output().slice(-4_000)}`,
    );
    for (const { id } of accepted) {
      const { events } = await client.get<{ events: Event[] }>(`/api/documents/${id}/events`);
      expect(toStory(events)).toEqual(WHOLE_STORY);
    }
  };

  it('of API, workers, PostgreSQL and Redis loses nothing and causes no visible duplicates', async () => {
    const accepted: Accepted[] = [];
    let next = 0;
    const submitter = async (): Promise<void> => {
      while (next < DOCUMENTS) {
        accepted.push((await submit(`kill-${next++}`))!);
        await pause(200);
      }
    };
    const killer = async (): Promise<void> => {
      for (const part of VICTIMS) {
        if (part === 'redis') {
          await flow.redis()?.crash();
          continue;
        }
        await pause(1_000);
        await waitUntil(
          () => service.pids(part).length > 0,
          () => `no ${part} came back`,
        );
        service.kill9(part);
      }
    };
    await Promise.all([killer(), ...Array.from({ length: 4 }, submitter)]);
    await expectAllValidatedOnce(accepted);
    expect(await client.count(null)).toBe(DOCUMENTS);
  });

  it('of the supervisor leaves no process behind, and the next start completes the work in progress', async () => {
    const accepted: Accepted[] = [];
    // The workers are paused until then, so that work is certainly in progress.
    const workers = service.signal('workers', 'SIGSTOP');
    for (let index = 0; index < 20; index++) accepted.push((await submit(`orphan-${index}`))!);
    expect(service.processes().length).toBeGreaterThanOrEqual(4);
    service.kill9('supervisor');
    process.kill(workers, 'SIGCONT');
    expect(await service.ended).toBeNull();
    await waitUntil(
      () => service.processes().length === 0,
      () => `still alive: ${service.processes()}\n${service.output().slice(-4_000)}`,
    );
    service = await flow.start();
    await expectAllValidatedOnce(accepted);
    expect(await client.count(null)).toBe(DOCUMENTS + accepted.length);
  });

  it('a regular stop under load rejects no request half-way, and the next start completes accepted work', async () => {
    const accepted: Accepted[] = [];
    const wrong: string[] = [];
    let stopped = false;
    let next = 0;
    let refused = 0;
    const submitter = async (): Promise<void> => {
      while (!stopped) {
        const key = `stop-${next++}`;
        const response = await client
          .post(makeInvoice(text('cbc:ID', key)), { 'Idempotency-Key': key })
          .catch(() => null);
        if (response === null) continue;
        const answer = (await response.json().catch((error: unknown) => String(error))) as { id: string; code: string };
        if (response.status === 202) accepted.push({ key, id: answer.id });
        // Requests during the stop are rejected and store nothing.
        else if (response.status === 503 && answer.code === 'stopping') refused += 1;
        else wrong.push(`${response.status}: ${JSON.stringify(answer)}`);
      }
    };
    const submitters = Array.from({ length: 8 }, submitter);
    await waitUntil(() => accepted.length >= 100);
    await service.stop();
    stopped = true;
    await Promise.all(submitters);
    expect(wrong).toEqual([]);
    expect(refused).toBeGreaterThan(0);
    expect(await service.ended).toBe(0);
    expect(service.processes()).toEqual([]);

    service = await flow.start();
    await expectAllValidatedOnce(accepted);
    // Each submitter may have one accepted document whose response was cut off; none of them is duplicated.
    const more = (await client.count(null)) - DOCUMENTS - 20 - accepted.length;
    expect(more).toBeGreaterThanOrEqual(0);
    expect(more).toBeLessThanOrEqual(submitters.length);
  });
});
