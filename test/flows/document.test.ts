import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeInvoice, text } from '../support/invoice-builder.ts';
import { pause, type Service, waitUntil, whileWorkersStand } from '../support/service.ts';
import { type Client, type Event, follow, makeClient, type Receipt, toStory, WHOLE_STORY } from './client.ts';
import { describeQueues } from './queues.ts';

const XML = makeInvoice();
const WRONG = makeInvoice(text('cac:LegalMonetaryTotal/cbc:PayableAmount', '1.00'));

describeQueues('a document', (flow) => {
  let service: Service;
  let client: Client;

  beforeAll(async () => {
    service = await flow.start();
    client = makeClient(() => service.url);
  });
  afterAll(flow.end);

  it('is received and validated, with live events for a stream and a long poll', async () => {
    await whileWorkersStand(service, async (go) => {
      const response = await client.post(XML, { 'X-Filename': 'first.xml' });
      const { id, status, links } = (await response.json()) as Receipt;
      expect(response.status).toBe(202);
      expect(id).toMatch(/^doc_[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      expect(status).toBe('received');
      expect(response.headers.get('Location')).toBe(links.self);
      expect(await client.get(links.self!)).toMatchObject({ id, status: 'received', summary: null, counts: null });

      const stream = await follow(client, id);
      const [first] = await stream.take(1);
      expect(toStory([first!.data])).toEqual(['1 document.received']);
      const poll = client.fetch(`${links.events}?after=${first!.id}&wait=30`);
      await pause(200);
      go();
      const answered = await poll;
      expect(answered.status).toBe(200);
      const polled = ((await answered.json()) as { events: Event[] }).events;
      expect(toStory(polled)[0]).toBe('2 validation.started');

      const messages = [first!, ...(await stream.take(2))];
      stream.close();
      expect(toStory(messages.map(({ data }) => data))).toEqual(WHOLE_STORY);
      for (const message of messages) {
        expect(message.id).toBe(message.data.id);
        expect(message.event).toBe(message.data.type);
        expect(message.data.document_id).toBe(id);
      }
      expect(messages.map(({ data }) => data)).toEqual((await client.get<{ events: Event[] }>(links.events!)).events);
      expect(await client.get(links.self!)).toMatchObject({ status: 'validated', counts: { fatal: 0 } });
    });
  });

  it('is invalid, not failed, when it violates a rule', async () => {
    const { id, links } = await client.submit(WRONG);
    expect(toStory(await client.waitForEnd(id))).toEqual(WHOLE_STORY);
    expect(await client.get(links.self!)).toMatchObject({ status: 'invalid', error: null, counts: { fatal: 1 } });
  });

  it('is invalid, not failed, when it is not XML', async () => {
    const { id, links } = await client.submit('<Invoice><unclosed></Invoice>');
    expect(toStory(await client.waitForEnd(id))).toEqual(WHOLE_STORY);
    expect(await client.get(links.self!)).toMatchObject({ status: 'invalid', error: null });
  });

  it('has a timeline that resumes after any event without gaps or duplicates', async () => {
    const { id, links } = await client.submit(XML);
    const events = await client.waitForEnd(id);
    for (const [index, { id: last }] of events.slice(0, -1).entries()) {
      const stream = await follow(client, id, last);
      const rest = await stream.take(events.length - index - 1);
      stream.close();
      expect(rest.map(({ data }) => data)).toEqual(events.slice(index + 1));
      const polled = await client.get<{ events: Event[] }>(`${links.events}?after=${last}&wait=30`);
      expect(polled.events).toEqual(events.slice(index + 1));
    }
    const end = events.at(-1)!.id;
    expect(await client.get(`${links.events}?after=${end}`)).toEqual({ events: [] });
    expect(await client.get(`${links.events}?after=${end}&wait=1`)).toEqual({ events: [] });
    const unknown = await client.fetch(`${links.events}?after=evt_unknown`);
    expect(unknown.status).toBe(404);
  });

  it('is followed from the last event after the API was killed', async () => {
    await whileWorkersStand(service, async (go) => {
      const { id } = await client.submit(XML);
      const broken = await follow(client, id);
      const [first] = await broken.take(1);
      service.kill9('api');
      expect(await broken.next()).toBeNull();
      go();
      await waitUntil(() =>
        fetch(`${service.url}/readyz`).then(
          ({ status }) => status === 200,
          () => false,
        ),
      );
      const resumed = await follow(client, id, first!.id);
      const rest = await resumed.take(2);
      resumed.close();
      expect(toStory([first!, ...rest].map(({ data }) => data))).toEqual(WHOLE_STORY);
    });
  });

  it('stays canceled when it is canceled before its validation', async () => {
    const { id, links } = await whileWorkersStand(service, async () => {
      const receipt = await client.submit(XML);
      const canceled = await client.fetch(`${receipt.links.self}/cancel`, { method: 'POST' });
      expect(canceled.status).toBe(200);
      return receipt;
    });
    // Documents submitted later are validated later, so the canceled one has been skipped by then.
    for (let later = 0; later < 3; later++) await client.waitForEnd((await client.submit(XML)).id);
    const { events } = await client.get<{ events: Event[] }>(links.events!);
    expect(toStory(events)).toEqual(['1 document.received', '2 document.canceled']);
    expect(await client.get(`/api/documents/${id}`)).toMatchObject({ status: 'canceled', counts: null });
  });

  it('provides the submitted bytes and the result, in full and by range', async () => {
    const { id, links } = await client.submit(WRONG, { 'X-Filename': 'wrong.xml' });
    await client.waitForEnd(id);
    const { artifacts } = await client.get<{ artifacts: { name: string; sha256: string; href: string }[] }>(
      links.artifacts!,
    );
    expect(artifacts.map(({ name }) => name)).toEqual(['invoice.xml', 'validation.json']);
    const { sha256, href } = artifacts[0]!;
    expect(sha256).toBe(createHash('sha256').update(WRONG).digest('hex'));

    const whole = await client.fetch(href);
    expect(whole.status).toBe(200);
    expect(await whole.text()).toBe(WRONG);
    const etag = whole.headers.get('ETag')!;
    expect(etag).toBe(`"${sha256}"`);
    expect(whole.headers.get('Content-Disposition')).toBe('attachment; filename="invoice.xml"');
    const unchanged = await client.fetch(href, { headers: { 'If-None-Match': etag } });
    expect([unchanged.status, await unchanged.text()]).toEqual([304, '']);

    const bytes = Buffer.from(WRONG);
    const part = await client.fetch(href, { headers: { Range: 'bytes=100-199' } });
    expect(part.status).toBe(206);
    expect(part.headers.get('Content-Range')).toBe(`bytes 100-199/${bytes.length}`);
    expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(100, 200));
    const tail = await client.fetch(href, { headers: { Range: 'bytes=-10', 'If-Range': etag } });
    expect(tail.status).toBe(206);
    expect(Buffer.from(await tail.arrayBuffer())).toEqual(bytes.subarray(-10));
    const changed = await client.fetch(href, { headers: { Range: 'bytes=-10', 'If-Range': '"another"' } });
    expect([changed.status, await changed.text()]).toEqual([200, WRONG]);
    const beyond = await client.fetch(href, { headers: { Range: `bytes=${bytes.length}-` } });
    expect([beyond.status, beyond.headers.get('Content-Range')]).toEqual([416, `bytes */${bytes.length}`]);

    const inline = await client.fetch('/api/validate-file', {
      method: 'POST',
      headers: { 'Content-Type': 'application/xml', 'X-Filename': 'wrong.xml' },
      body: WRONG,
    });
    const stored = await client.get<object>(`${links.artifacts}/validation.json`);
    const { duration_ms, ...expected } = (await inline.json()) as Record<string, unknown>;
    expect(duration_ms).toEqual(expect.any(Number));
    expect(stored).toEqual({ ...expected, duration_ms: expect.any(Number), judged_by: expect.any(Object) });
    expect((await client.fetch(`${links.artifacts}/invoice.pdf`)).status).toBe(404);
  });

  it('is returned again for the same key and body, and conflicts with another body', async () => {
    const key = { 'Idempotency-Key': randomUUID() };
    const first = await client.post(XML, key);
    const receipt = (await first.json()) as Receipt;
    expect(first.headers.get('Idempotency-Replayed')).toBeNull();
    await client.waitForEnd(receipt.id);
    const again = await client.post(XML, key);
    expect([again.status, again.headers.get('Idempotency-Replayed')]).toEqual([202, 'true']);
    expect(await again.json()).toEqual(receipt);
    for (const other of [
      () => client.post(WRONG, key),
      () => client.post(XML, { ...key, 'X-Filename': 'other.xml' }),
    ]) {
      const conflict = await other();
      expect(conflict.status).toBe(409);
      expect(await conflict.json()).toMatchObject({ code: 'idempotency_key_reused', status: 409 });
    }
    const other = await makeClient(() => service.url).submit(XML, key);
    expect(other.id).not.toBe(receipt.id);
  });

  it('is created once for twenty concurrent requests with one key', async () => {
    const alone = makeClient(() => service.url);
    const key = { 'Idempotency-Key': randomUUID() };
    const answers = await Promise.all(Array.from({ length: 20 }, () => alone.post(XML, key)));
    const receipts = (await Promise.all(answers.map((answer) => answer.json()))) as Receipt[];
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(202));
    expect(new Set(receipts.map(({ id }) => id)).size).toBe(1);
    expect(answers.filter(({ headers }) => headers.get('Idempotency-Replayed') === null)).toHaveLength(1);
    expect(await alone.count(null)).toBe(1);
    expect(toStory(await alone.waitForEnd(receipts[0]!.id))).toEqual(WHOLE_STORY);
  });

  it('is not found with another API key', async () => {
    const { id, links } = await client.submit(XML);
    await client.waitForEnd(id);
    const stranger = makeClient(() => service.url);
    const paths = [...Object.values(links), `${links.artifacts}/invoice.xml`, `${links.artifacts}/validation.json`];
    for (const path of paths) {
      const response = await stranger.fetch(path);
      expect([path, response.status]).toEqual([path, 404]);
      expect(await response.json()).toMatchObject({ code: 'document_not_found' });
    }
    expect((await stranger.fetch(`${links.self}/cancel`, { method: 'POST' })).status).toBe(404);
    expect(await stranger.count(null)).toBe(0);
    const noOwner = await fetch(`${service.url}${links.self}`);
    expect(noOwner.status).toBe(401);
  });
});
