import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Validate } from '../../src/modules/batches/index.ts';
import { slicesOf } from '../support/records.ts';
import { fakeValidate } from './fake-validate.ts';
import { type OpenApi, openApi } from './open-api.ts';

let api: OpenApi;
beforeAll(async () => {
  api = await openApi();
});
afterAll(() => api.close());

const KEY = { 'X-API-Key': 'try events' };

async function createBatch(count: number): Promise<string> {
  const files = Array.from({ length: count }, (_, index) => ({ filename: `${index}.xml`, content: '<valid/>' }));
  const response = await fetch(`${api.url}/api/batches`, {
    method: 'POST',
    body: JSON.stringify({ files }),
    headers: { 'Content-Type': 'application/json', ...KEY },
  });
  return ((await response.json()) as { id: string }).id;
}

/** Simulates the workers, slice by slice. */
async function* work(id: string): AsyncGenerator<number> {
  const { workspace_id } = await api.db.kysely
    .selectFrom('batches')
    .select('workspace_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const scope = { workspaceId: workspace_id, actor: 'worker' };
  const validateOne: Validate = ({ filename, bytes }) => fakeValidate(bytes, { filename, today: '', clock: () => 0 });
  for (const position of await slicesOf(api.db, id)) {
    const slice = { batchId: id, position };
    await api.app.batches.validateSlice(scope, slice, validateOne, new AbortController().signal);
    yield position;
  }
}

const workAll = async (id: string): Promise<void> => {
  for await (const _ of work(id));
};

type Event = { id: string; batch_id: string; type: string; data: { status: string; done: number; total: number } };

const poll = async (id: string, query = ''): Promise<{ status: number; events: Event[]; code?: string }> => {
  const response = await fetch(`${api.url}/api/batches/${id}/events${query}`, { headers: KEY });
  return { status: response.status, ...((await response.json()) as { events: Event[] }) };
};

/** Opens the stream and yields each message as it arrives. */
async function* follow(id: string, last?: string): AsyncGenerator<Event> {
  const response = await fetch(`${api.url}/api/batches/${id}/events`, {
    headers: { ...KEY, Accept: 'text/event-stream', ...(last !== undefined && { 'Last-Event-ID': last }) },
  });
  expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/);
  let text = '';
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    const blocks = text.split('\n\n');
    text = blocks.pop()!;
    for (const block of blocks) {
      const data = /^data: (.*)$/m.exec(block)?.[1];
      if (data === undefined) continue;
      const event = JSON.parse(data) as Event;
      expect(block).toContain(`id: ${event.id}\nevent: ${event.type}\n`);
      yield event;
    }
  }
}

describe('batch progress', () => {
  it('is returned at once or after a long poll', async () => {
    const id = await createBatch(160);
    const first = await poll(id);
    expect(first.events).toMatchObject([
      { id: '1', batch_id: id, type: 'batch.progress', data: { done: 0, total: 160 } },
    ]);
    const waiting = poll(id, '?after=1&wait=20');
    const working = work(id);
    await working.next();
    const [changed] = (await waiting).events;
    expect(Number(changed!.id)).toBeGreaterThan(1);
    await working.next();
    const { events } = await poll(id, `?after=${changed!.id}&wait=20`);
    expect(events).toMatchObject([{ type: 'batch.completed', data: { status: 'completed', done: 160 } }]);
    // No further event can follow, so the response does not wait.
    expect(await poll(id, `?after=${events[0]!.id}&wait=30`)).toMatchObject({ events: [] });
    expect(await poll(id, '?after=99')).toMatchObject({ status: 404, code: 'event_not_found' });
    expect(await poll(id, '?after=evt_x')).toMatchObject({ status: 404, code: 'event_not_found' });
  });

  it('is streamed until the end at a limited rate, each change once', async () => {
    const id = await createBatch(1_000);
    const events: Event[] = [];
    const following = (async () => {
      for await (const event of follow(id)) events.push(event);
    })();
    await expect.poll(() => events.length).toBe(1);
    await workAll(id);
    await following;
    const ids = events.map((event) => Number(event.id));
    expect(ids).toEqual([...new Set(ids)].sort((one, other) => one - other));
    const done = events.map(({ data }) => data.done);
    expect(done).toEqual([...done].sort((one, other) => one - other));
    expect(events.at(-1)).toMatchObject({ type: 'batch.completed', data: { done: 1_000 } });
    expect(events.filter(({ type }) => type === 'batch.completed')).toHaveLength(1);
    // 20 slices completed, but the stream skips intermediate states.
    expect(events.length).toBeLessThan(20);
  });

  it('resumes after a reconnect without repeats, and has nothing to resume after the end', async () => {
    const id = await createBatch(100);
    const stream = follow(id);
    const first = (await stream.next()).value as Event;
    await stream.return(undefined);
    await workAll(id);
    const rest: Event[] = [];
    for await (const event of follow(id, first.id)) rest.push(event);
    expect(rest).toMatchObject([{ type: 'batch.completed', data: { done: 100 } }]);
    const response = await fetch(`${api.url}/api/batches/${id}/events`, {
      headers: { ...KEY, Accept: 'text/event-stream', 'Last-Event-ID': rest[0]!.id },
    });
    expect(response.status).toBe(204);
  });

  it('ends with a cancellation', async () => {
    const id = await createBatch(1);
    const stream = follow(id);
    await stream.next();
    await fetch(`${api.url}/api/batches/${id}`, { method: 'DELETE', headers: KEY });
    expect(((await stream.next()).value as Event).type).toBe('batch.canceled');
    expect((await stream.next()).done).toBe(true);
  });
});
