import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeInvoice as makeLargeInvoice } from '../../tools/bench/invoices.ts';
import { makeInvoice } from '../support/invoice-builder.ts';
import { type Service, waitUntil, whileWorkersStand } from '../support/service.ts';
import { type Client, type Event, makeClient, type Receipt, toStory, WHOLE_STORY } from './client.ts';
import { describeQueues } from './queues.ts';

const XML = makeInvoice();

/** Takes longer than a second of processor time on any machine. */
const COSTLY = Buffer.from(makeLargeInvoice(30_000)).toString('utf8');

type Queues = {
  pools: { pool: string; waiting: number; active: number; delayed: number }[];
  jobs: { job: string; open: number; failed: number; oldest_seconds: number | null }[];
  failed: { id: string; job: string; payload: Record<string, string> }[];
};

describeQueues('a service under pressure', (flow) => {
  let service: Service;
  let client: Client;
  beforeAll(async () => {
    service = await flow.start({
      environment: {
        VALIDATION_SECONDS: '1',
        MAX_XML_BYTES: String(32 * 1024 * 1024),
        MAX_BACKLOG: '30',
        LOG_LEVEL: 'silent',
      },
    });
    client = makeClient(() => service.url);
  });
  afterAll(flow.end);

  const queues = () => client.get<Queues>('/api/operations/queues');
  const openValidations = async (): Promise<number | undefined> =>
    (await queues()).jobs.find(({ job }) => job === 'document.validate')?.open;
  const statusOf = async (id: string) => (await client.get<{ status: string }>(`/api/documents/${id}`)).status;
  const until = (id: string, status: string) =>
    waitUntil(
      async () => (await statusOf(id)) === status,
      () => `${id} did not become ${status}`,
    );

  it('fails only a file that exceeds the limits, without a failed job, and allows a retry', async () => {
    const expensive = await client.submit(COSTLY);
    const others = await Promise.all(Array.from({ length: 10 }, () => client.submit(XML)));
    for (const { id } of others) expect(toStory(await client.waitForEnd(id))).toEqual(WHOLE_STORY);
    await until(expensive.id, 'failed');
    const document = await client.get<{ error: { code: string } }>(expensive.links.self!);
    expect(document.error.code).toBe('validation_limit_reached');

    expect((await client.fetch(`/api/documents/${expensive.id}/retry`, { method: 'POST' })).status).toBe(202);
    await until(expensive.id, 'failed');
    const { events } = await client.get<{ events: Event[] }>(expensive.links.events!);
    expect(toStory(events).slice(2)).toEqual([
      '3 document.failed',
      '4 step.retried',
      '5 validation.started',
      '6 document.failed',
    ]);
    expect((await queues()).failed).toEqual([]);
  });

  it('rejects documents while the queue is full, keeps accepted ones and serves synchronous validation', async () => {
    const taken: Receipt[] = [];
    // A job ends shortly after its document.
    await waitUntil(async () => ((await openValidations()) ?? 0) === 0);
    await whileWorkersStand(service, async () => {
      let refused: Response | null = null;
      for (let count = 0; refused === null && count < 2_000; count++) {
        const response = await client.post(XML);
        if (response.status === 202) taken.push((await response.json()) as Receipt);
        else refused = response;
      }
      expect([refused?.status, refused?.headers.get('Retry-After')]).toEqual([503, '15']);
      expect(await refused!.json()).toMatchObject({ code: 'backlog_full' });
      expect(taken.length).toBeGreaterThan(20);
      const inline = await client.fetch('/api/validate-file', {
        method: 'POST',
        headers: { 'Content-Type': 'application/xml' },
        body: XML,
      });
      expect([inline.status, await inline.json()]).toMatchObject([200, { valid: true }]);
      expect(await openValidations()).toBe(taken.length);
    });
    for (const { id } of taken) expect(toStory(await client.waitForEnd(id))).toEqual(WHOLE_STORY);
    await waitUntil(async () => (await client.post(XML)).status === 202);
  });

  it('reports worker metrics on the API', async () => {
    await client.waitForEnd((await client.submit(XML)).id);
    await waitUntil(async () => {
      const text = await (await fetch(`${service.url}/metrics`)).text();
      return (
        /^job_seconds_count\{job="document.validate",outcome="done",role="workers",process="workers-1"\} [1-9]/m.test(
          text,
        ) &&
        /^validation_stopped_total\{reason="(memory|time)",role="workers",process="workers-1"\} 1$/m.test(text) &&
        /^http_requests_refused_total\{reason="backlog",role="api",process="api-1"\} [1-9]/m.test(text)
      );
    });
  });

  it('preserves the timeline of an erased document and none of its content', async () => {
    const { id, links } = await client.submit(XML);
    await client.waitForEnd(id);
    expect((await client.fetch(links.self!, { method: 'DELETE' })).status).toBe(200);
    const { events } = await client.get<{ events: Event[] }>(links.events!);
    expect(toStory(events)).toEqual([...WHOLE_STORY, '4 document.erased']);
    expect(await client.get(links.self!)).toMatchObject({ status: 'validated', summary: null, metadata: {} });
    expect((await client.fetch(`${links.artifacts}/invoice.xml`)).status).toBe(410);
    expect((await makeClient(() => service.url).fetch(links.self!, { method: 'DELETE' })).status).toBe(404);
  });
});
