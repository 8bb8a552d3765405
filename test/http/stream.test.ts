import { get } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { answer, answerIn, BYTES } from '../../src/http/responses/response.ts';
import { STREAM_HEADERS, type StreamedEvent, streamEvents } from '../../src/http/responses/stream.ts';
import { route } from '../../src/http/routing/route.ts';
import { openTestServer, type TestServer } from './test-server.ts';

type ReceivedEvent = StreamedEvent & { readonly text: string };

/** In-memory timeline that counts reads and waiting readers. */
function makeTimeline() {
  const events: ReceivedEvent[] = [];
  const wake = new Set<() => void>();
  const seen = { reads: 0, waiting: 0 };
  return {
    events,
    seen,
    add: (text: string) => {
      events.push({ id: `evt_${events.length + 1}`, type: 'test.added', text });
      for (const awake of wake) awake();
    },
    readNext: async (after: string | null, wait: number, signal: AbortSignal) => {
      seen.reads += 1;
      const from = after === null ? 0 : events.findIndex(({ id }) => id === after) + 1;
      if (events.length === from) {
        seen.waiting += 1;
        await new Promise<void>((done) => {
          const end = (): void => {
            wake.delete(end);
            clearTimeout(timer);
            signal.removeEventListener('abort', end);
            done();
          };
          const timer = setTimeout(end, wait);
          wake.add(end);
          signal.addEventListener('abort', end);
        });
        seen.waiting -= 1;
      }
      return events.slice(from, from + 10);
    },
  };
}

let server: TestServer;
afterEach(() => server.close());

async function open(heartbeat = 60_000): Promise<ReturnType<typeof makeTimeline>> {
  const timeline = makeTimeline();
  server = await openTestServer([
    route({
      method: 'get',
      path: '/events',
      id: 'events',
      tag: 'operations',
      summary: '',
      description: '',
      who: 'public',
      limit: 'none',
      problems: [],
      headers: z.object({ 'Last-Event-ID': z.string().optional() }),
      answers: { 200: answerIn('Events.', { 'text/event-stream': BYTES }) },
      handle: ({ headers }, { ending }) =>
        answer(
          200,
          streamEvents(timeline.readNext, { after: headers['Last-Event-ID'] ?? null, ending: ending(), heartbeat }),
          STREAM_HEADERS,
        ),
    }),
  ]);
  return timeline;
}

/** Reads a stream until the text matches. */
async function readUntil(response: Response, end: RegExp): Promise<string> {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  while (!end.test(text)) {
    const { value, done } = await reader.read();
    if (done) return text;
    text += value;
  }
  await reader.cancel();
  return text;
}

describe('an event stream', () => {
  it('sends existing events, then new ones', async () => {
    const timeline = await open();
    timeline.add('one');
    const response = await fetch(`${server.url}/events`);
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    setTimeout(() => timeline.add('two\nlines'), 20);
    expect(await readUntil(response, /lines/)).toBe(
      'retry: 2000\n\n' +
        'id: evt_1\nevent: test.added\ndata: {"id":"evt_1","type":"test.added","text":"one"}\n\n' +
        'id: evt_2\nevent: test.added\ndata: {"id":"evt_2","type":"test.added","text":"two\\nlines"}\n\n',
    );
  });

  it('resumes after the last event without a gap or a repeat', async () => {
    const timeline = await open();
    for (let count = 1; count <= 25; count += 1) timeline.add(String(count));
    const response = await fetch(`${server.url}/events`, { headers: { 'Last-Event-ID': 'evt_3' } });
    const ids = [...(await readUntil(response, /evt_25/)).matchAll(/^id: evt_(\d+)$/gm)].map(([, id]) => Number(id));
    expect(ids).toEqual(Array.from({ length: 22 }, (_, index) => index + 4));
  });

  it('sends heartbeats while idle', async () => {
    await open(10);
    expect(await readUntil(await fetch(`${server.url}/events`), /still here\n\n: still here/)).toMatch(
      /^retry: 2000\n\n: /,
    );
  });

  it('releases everything when the client disconnects', async () => {
    const timeline = await open();
    timeline.add('one');
    const response = await fetch(`${server.url}/events`);
    await readUntil(response, /one/);
    await expect.poll(() => timeline.seen.waiting).toBe(0);
  });

  it('ends cleanly when the service stops', async () => {
    const timeline = await open();
    timeline.add('one');
    const response = await fetch(`${server.url}/events`);
    await expect.poll(() => timeline.seen.waiting).toBe(1);
    server.stop.abort();
    expect(await response.text()).toContain('"one"');
    expect(timeline.seen.waiting).toBe(0);
  });

  it('sends the events read before it, also when the service stops at once', async () => {
    const stop = new AbortController();
    stop.abort();
    const first = [{ id: 'evt_1', type: 'test.added' }];
    const stream = streamEvents(async () => [], { after: null, first, ending: stop.signal });
    expect(await text(stream)).toContain('id: evt_1');
  });

  it('applies backpressure to a slow client', async () => {
    const timeline = await open();
    const long = 'x'.repeat(100_000);
    for (let count = 0; count < 500; count += 1) timeline.add(long);
    await new Promise<void>((done, failed) => {
      get(`${server.url}/events`, (response) => {
        response.once('data', () => {
          response.pause();
          setTimeout(() => {
            response.destroy();
            done();
          }, 200);
        });
      }).on('error', failed);
    });
    expect(timeline.seen.reads).toBeLessThan(25);
  });

  it('does not start for HEAD', async () => {
    const timeline = await open();
    const response = await fetch(`${server.url}/events`, { method: 'HEAD' });
    expect([response.status, timeline.seen.reads]).toEqual([200, 0]);
  });
});
