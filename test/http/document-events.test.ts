import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Scope } from '../../src/lib/scope.ts';
import { SUMMARY } from './fake-validate.ts';
import { type OpenApi, openApi } from './open-api.ts';

let api: OpenApi;
beforeAll(async () => {
  api = await openApi();
});
afterAll(() => api.close());

const KEY = 'try events';
const scope = async (): Promise<Scope> => (await api.app.accounts.authenticate(KEY, '127.0.0.1'))!;

let submissions = 0;
async function submit(): Promise<string> {
  submissions += 1;
  const { document } = await api.app.documents.receive(await scope(), {
    idempotencyKey: String(submissions),
    filename: 'a.xml',
    content: Buffer.from('<a/>'),
  });
  return document.id;
}

async function complete(id: string): Promise<void> {
  await api.app.documents.complete(await scope(), id, {
    valid: true,
    summary: SUMMARY,
    counts: { fatal: 0, warning: 0, info: 0 },
    ruleset: { id: 'en16931', version: '1.3.16', coverage: 'full' },
    semantic: null,
    artifacts: [],
  });
}

const open = (id: string, query = '', headers: Record<string, string> = {}, signal?: AbortSignal): Promise<Response> =>
  fetch(`${api.url}/api/documents/${id}/events${query}`, {
    headers: { 'X-API-Key': KEY, ...headers },
    ...(signal && { signal }),
  });

type Event = { id: string; sequence: number; type: string };

async function read(id: string, query = '', headers: Record<string, string> = {}): Promise<Event[]> {
  const response = await open(id, query, headers);
  expect(response.status).toBe(200);
  return ((await response.json()) as { events: Event[] }).events;
}

describe('reading a timeline', () => {
  it('ends with the erasure of the document: streams, waits and reconnects', async () => {
    const id = await submit();
    const stream = await open(id, '', { Accept: 'text/event-stream' });
    await api.app.documents.erase(await scope(), id);
    // The whole stream: it ends without being closed by the client.
    expect(await stream.text()).toMatch(/event: document\.erased\n.*\n\n$/);
    const last = (await read(id)).at(-1)!;
    expect(last.type).toBe('document.erased');
    expect(await read(id, `?wait=30&after=${last.id}`)).toEqual([]);
    const again = await open(id, '', { Accept: 'text/event-stream', 'Last-Event-ID': last.id });
    expect([again.status, await again.text()]).toEqual([204, '']);
  });

  it('returns the events in order', async () => {
    const id = await submit();
    await api.app.documents.begin(await scope(), id);
    const events = await read(id);
    expect(events).toMatchObject([
      { document_id: id, sequence: 1, type: 'document.received', actor: 'sandbox key', data: { filename: 'a.xml' } },
      { document_id: id, sequence: 2, type: 'validation.started', data: {} },
    ]);
    expect(await read(id, `?after=${events[0]!.id}`)).toEqual(events.slice(1));
    expect(await read(id, '', { 'Last-Event-ID': events[1]!.id })).toEqual([]);
  });

  it('rejects an event of another timeline and an unlimited wait', async () => {
    const [first, second] = [await submit(), await submit()];
    const foreign = (await read(second))[0]!.id;
    for (const headers of [{ Accept: 'application/json' }, { Accept: 'text/event-stream' }]) {
      const response = await open(first, `?after=${foreign}`, headers);
      expect([response.status, await response.json()]).toMatchObject([404, { code: 'event_not_found' }]);
    }
    expect((await open(first, '?wait=31')).status).toBe(400);
    expect((await open(first, '', { Accept: 'text/html' })).status).toBe(406);
  });
});

describe('waiting for an event', () => {
  it('returns at once when there is one, else when it arrives', async () => {
    const id = await submit();
    const [received] = await read(id, '?wait=30');
    expect(received).toMatchObject({ type: 'document.received' });
    const waiting = read(id, `?wait=30&after=${received!.id}`);
    await new Promise((done) => setTimeout(done, 50));
    await api.app.documents.begin(await scope(), id);
    expect(await waiting).toMatchObject([{ sequence: 2, type: 'validation.started' }]);
  });

  it('returns nothing when no event arrives in time', async () => {
    const id = await submit();
    const [received] = await read(id);
    const started = performance.now();
    expect(await read(id, `?wait=1&after=${received!.id}`)).toEqual([]);
    expect(performance.now() - started).toBeGreaterThan(900);
  });
});

/** Reads a number of events from a stream. */
async function follow(response: Response, count: number): Promise<Event[]> {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const events = [...text.matchAll(/^id: (.*)\nevent: (.*)\ndata: (.*)\n\n/gm)].map(([, id, type, data]) => {
      const event = JSON.parse(data!) as Event;
      expect([event.id, event.type]).toEqual([id, type]);
      return event;
    });
    if (events.length >= count) {
      await reader.cancel();
      return events;
    }
    const { value, done } = await reader.read();
    if (done) throw new Error(`The stream ended after ${events.length} events`);
    text += value;
  }
}

describe('streaming a timeline', () => {
  const STREAM = { Accept: 'text/event-stream' };

  it('sends events as they arrive', async () => {
    const id = await submit();
    const response = await open(id, '', STREAM);
    expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const following = follow(response, 3);
    await api.app.documents.begin(await scope(), id);
    await complete(id);
    expect((await following).map(({ sequence, type }) => [sequence, type])).toEqual([
      [1, 'document.received'],
      [2, 'validation.started'],
      [3, 'validation.completed'],
    ]);
  });

  it('resumes a lost connection without a gap or a repeat', async () => {
    const id = await submit();
    const [last] = await follow(await open(id, '', STREAM), 1);
    await api.app.documents.begin(await scope(), id);
    const following = follow(await open(id, '', { ...STREAM, 'Last-Event-ID': last!.id }), 2);
    await complete(id);
    expect((await following).map(({ sequence }) => sequence)).toEqual([2, 3]);
  });

  it("in parallel with others adds no more listeners than Node's leak limit", async () => {
    const warnings: string[] = [];
    const onWarning = ({ name, message }: Error): void => void warnings.push(`${name}: ${message}`);
    process.on('warning', onWarning);
    const id = await submit();
    const streams = await Promise.all(Array.from({ length: 12 }, () => open(id, '', STREAM)));
    await Promise.all(streams.map((stream) => follow(stream, 1)));
    process.off('warning', onWarning);
    expect(warnings).toEqual([]);
  });

  it('sends the same events to many clients, and leaves nothing behind', async () => {
    const id = await submit();
    const streams = await Promise.all(Array.from({ length: 30 }, () => open(id, '', STREAM)));
    const following = streams.map((response) => follow(response, 2));
    await api.app.documents.begin(await scope(), id);
    for (const events of await Promise.all(following)) expect(events.map(({ sequence }) => sequence)).toEqual([1, 2]);
  });

  it('ends cleanly, as a wait does, when the service stops', async () => {
    const own = await openApi();
    const headers = { 'X-API-Key': KEY };
    const created = await fetch(`${own.url}/api/documents`, {
      method: 'POST',
      body: '<a/>',
      headers: { ...headers, 'Content-Type': 'application/xml', 'Idempotency-Key': 'stop' },
    });
    const { links } = (await created.json()) as { links: { events: string } };
    const stream = await fetch(own.url + links.events, { headers: { ...headers, ...STREAM } });
    const [head, whole] = stream.body!.tee();
    await follow(new Response(head), 1);
    const text = new Response(whole).text();
    const { events } = (await (await fetch(own.url + links.events, { headers })).json()) as { events: Event[] };
    // Wait until only the stream is left: an earlier request might be taken for the wait.
    await expect.poll(() => own.app.metrics.render()).toMatch(/http_requests_open\{.*\} 1/);
    const waiting = fetch(`${own.url}${links.events}?wait=30&after=${events[0]!.id}`, { headers });
    await expect.poll(() => own.app.metrics.render()).toMatch(/http_requests_open\{.*\} 2/);
    await own.close();
    expect(await text).toContain('document.received');
    expect(await (await waiting).json()).toEqual({ events: [] });
  });
});
