import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findRunningPostgres } from '../../src/platform/index.ts';
import { makeInvoice, text } from '../support/invoice-builder.ts';
import { type Part, pause, type Service, waitUntil } from '../support/service.ts';
import { type Client, type Event, follow, makeClient, toStory, WHOLE_STORY } from './client.ts';
import { describeQueues } from './queues.ts';

/**
 * `CHAOS_SECONDS=120 npm run test:long -- test/flows/chaos` runs for two minutes.
 * CHAOS_SEED repeats a run.
 */
const SECONDS = Number(process.env.CHAOS_SECONDS ?? 20);
const SEED = Number(process.env.CHAOS_SEED ?? 20_261_121);

const SUBMITTERS = 6;
const FOLLOWERS = 4;
const PARTS: readonly (Part | 'redis')[] = ['api', 'workers', 'postgres', 'redis'];

/** Deterministic pseudo-random numbers from 0 to 1 (xorshift, 32 bits). */
function makeRandom(seed: number): () => number {
  let state = seed | 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

/** Number of documents, of documents with an audit trail entry, and of `done` entries without a document. */
async function compareTrail(dataDir: string): Promise<{ made: number; paired: number; unmade: number }> {
  const client = new pg.Client({ connectionString: findRunningPostgres(dataDir)! });
  await client.connect();
  try {
    const { rows } = await client.query<{ made: number; paired: number; unmade: number }>(`
      with event as (select document_id, xmin::text from document_events where sequence = 1),
        line as (select resource, xmin::text from audit_entries where action = 'document.create' and outcome = 'done')
      select (select count(*)::int from event) as made,
        (select count(*)::int from event join line on line.resource = document_id and line.xmin = event.xmin) as paired,
        (select count(*)::int from line where resource not in (select document_id from event)) as unmade`);
    return rows[0]!;
  } finally {
    await client.end();
  }
}

describeQueues(`processes killed at random for ${SECONDS} s under load (seed ${SEED})`, (flow) => {
  let service: Service;
  let client: Client;
  beforeAll(async () => {
    service = await flow.start();
    client = makeClient(() => service.url);
  });
  afterAll(flow.end);

  const random = makeRandom(SEED);
  const ids = new Map<string, string>();
  const kills: string[] = [];
  let stopped = false;

  /** A correct client: retries with the same idempotency key until a response arrives. */
  const submit = async (key: string): Promise<void> => {
    for (;;) {
      const response = await client
        .post(makeInvoice(text('cbc:ID', key)), { 'Idempotency-Key': key })
        .catch(() => null);
      const answer = ((await response?.json().catch(() => null)) ?? null) as { id?: string } | null;
      if (response?.status === 202 && answer?.id !== undefined) {
        ids.set(key, answer.id);
        return;
      }
      if (response && response.status < 500) throw new Error(`${response.status}: ${JSON.stringify(answer)}`);
      await pause(100);
    }
  };

  const submitter = async (name: number): Promise<void> => {
    for (let count = 0; !stopped; count++) {
      await submit(`chaos-${name}-${count}`);
      await pause(50);
    }
  };

  /** Follows documents over as many connections as needed and stores their events. */
  const timelines = new Map<string, Event[]>();
  const follower = async (name: number): Promise<void> => {
    for (let count = 0; !stopped; count++) {
      const key = `followed-${name}-${count}`;
      await submit(key);
      const events: Event[] = [];
      const id = ids.get(key)!;
      timelines.set(id, events);
      while (events.at(-1)?.type !== 'validation.completed') {
        const stream = await follow(client, id, events.at(-1)?.id).catch(() => null);
        for (let message = await stream?.next(); message; message = await stream!.next()) {
          events.push(message.data);
          if (message.data.type === 'validation.completed') break;
        }
        stream?.close();
        if (stream === null) await pause(200);
      }
    }
  };

  const killer = async (): Promise<void> => {
    const end = performance.now() + SECONDS * 1000;
    while (performance.now() < end) {
      await pause(500 + random() * 2_500);
      const part = PARTS[Math.floor(random() * PARTS.length)]!;
      if (part === 'redis') {
        await flow.redis()?.crash();
        if (flow.redis() !== null) kills.push(part);
      } else if (service.pids(part).length > 0) {
        service.kill9(part);
        kills.push(part);
      }
    }
    stopped = true;
  };

  it(
    'brings every document into a final state with a gapless timeline and exactly one audit trail entry',
    async () => {
      await Promise.all([
        killer(),
        ...Array.from({ length: SUBMITTERS }, (_, name) => submitter(name)),
        ...Array.from({ length: FOLLOWERS }, (_, name) => follower(name)),
      ]);
      const counted = async () => {
        const all = await client.count(null).catch(() => Number.POSITIVE_INFINITY);
        return { all, validated: await client.count('validated').catch(() => 0) };
      };
      await waitUntil(
        async () => {
          const { all, validated } = await counted();
          return validated >= all;
        },
        () => `not every document was validated after ${kills.join(', ')}:\n${service.output().slice(-4_000)}`,
      );
      const { all } = await counted();
      expect([all, new Set(ids.values()).size]).toEqual([ids.size, ids.size]);
      for (const id of ids.values()) {
        const { events } = await client.get<{ events: Event[] }>(`/api/documents/${id}/events`);
        expect(toStory(events)).toEqual(WHOLE_STORY);
        if (timelines.has(id)) expect(timelines.get(id)).toEqual(events);
      }
      // Every document has one audit entry from the transaction that created it; other `done` entries belong to
      // replayed requests.
      const { made, paired, unmade } = await compareTrail(service.dataDir);
      expect({ made, paired, unmade }).toEqual({ made: ids.size, paired: ids.size, unmade: 0 });
      expect(kills.length).toBeGreaterThan(SECONDS / 4);
      const { output } = service;
      expect(output()).not.toContain('job failed permanently');
      process.stdout.write(`${ids.size} documents, ${timelines.size} followed, killed: ${kills.join(' ')}\n`);
    },
    SECONDS * 1000 + 300_000,
  );
});
