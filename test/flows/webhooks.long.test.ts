import { Webhook as Verifier } from 'standardwebhooks';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeInvoice, text } from '../support/invoice-builder.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { pause, type Service, waitUntil } from '../support/service.ts';
import { type Client, makeClient, WHOLE_STORY } from './client.ts';
import { describeQueues } from './queues.ts';

const DOCUMENTS = 25;
const KILLS = 2;

type DeliveredEvent = { type: string; sequence: number; data: { id: string; document_id: string; sequence: number } };

describeQueues('webhooks while workers are killed', (flow) => {
  let service: Service;
  let client: Client;
  let receiver: Receiver;
  let secret = '';
  let webhookId = '';
  /** Deliveries that were accepted, by event id. */
  const delivered = new Map<string, DeliveredEvent>();
  const faults: string[] = [];
  let count = 0;

  beforeAll(async () => {
    receiver = await startReceiver(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      await pause(20);
      try {
        const read = new Verifier(secret).verify(body, request.headers as Record<string, string>) as DeliveredEvent;
        const id = request.headers['webhook-id'] as string;
        const known = delivered.get(id);
        if (known !== undefined && JSON.stringify(known) !== JSON.stringify(read)) faults.push(`${id} has changed`);
        // Rejects one delivery in ten at the first attempt.
        if (++count % 10 === 0) return void response.writeHead(503).end();
        delivered.set(id, read);
        response.end();
      } catch (error) {
        faults.push(String(error));
        response.writeHead(400).end();
      }
    });
    service = await flow.start({ environment: { OUTBOUND_ALLOW: '127.0.0.1' } });
    client = makeClient(() => service.url);
    const response = await client.fetch('/api/webhooks', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ url: receiver.url }),
    });
    const made = (await response.json()) as { id: string; secret: string };
    expect(response.status, JSON.stringify(made)).toBe(201);
    secret = made.secret;
    webhookId = made.id;
  });
  afterAll(async () => {
    await flow.end();
    await receiver.stop();
  });

  it('deliver each event signed, with one id and one body, in a gapless sequence', async () => {
    const submitted: string[] = [];
    const submit = async (): Promise<void> => {
      for (let index = 0; index < DOCUMENTS; index++) {
        submitted.push((await client.submit(makeInvoice(text('cbc:ID', `hook-${index}`)))).id);
        await pause(60);
      }
    };
    const kill = async (): Promise<void> => {
      for (let index = 0; index < KILLS; index++) {
        const before = count;
        // During delivery: something has been sent since the last kill.
        await waitUntil(() => count > before + 5 && service.pids('workers').length > 0);
        service.kill9('workers');
        await pause(500);
      }
    };
    await Promise.all([submit(), kill()]);
    const expected = DOCUMENTS * WHOLE_STORY.length;
    await waitUntil(
      () => delivered.size >= expected,
      () => `${delivered.size} of ${expected} arrived\n${service.output().slice(-3_000)}`,
    );
    expect(faults).toEqual([]);
    expect(delivered.size).toBe(expected);
    const sequences = [...delivered.values()].map(({ sequence }) => sequence).sort((a, b) => a - b);
    expect(sequences).toEqual(Array.from({ length: expected }, (_, index) => index + 1));
    for (const id of submitted) {
      const story = [...delivered.values()]
        .filter(({ data }) => data.document_id === id)
        .sort((a, b) => a.data.sequence - b.data.sequence)
        .map(({ type, data }) => `${data.sequence} ${type}`);
      expect(story).toEqual(WHOLE_STORY);
    }
    for (const [id, { data }] of delivered) expect(data.id).toBe(id);
  });

  it('list the same deliveries in the API', async () => {
    await waitUntil(async () => {
      const path = `/api/webhooks/${webhookId}/deliveries?status=pending`;
      return (await client.get<{ deliveries: unknown[] }>(path)).deliveries.length === 0;
    });
    const path = `/api/webhooks/${webhookId}/deliveries?limit=100`;
    const { deliveries } = await client.get<{ deliveries: { event_id: string; status: string }[] }>(path);
    expect(deliveries).toHaveLength(Math.min(100, DOCUMENTS * WHOLE_STORY.length));
    expect(deliveries.every(({ status, event_id }) => status === 'delivered' && delivered.has(event_id))).toBe(true);
  });
});
