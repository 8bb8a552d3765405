import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Scope } from '../../src/lib/scope.ts';
import { type DocumentEvent, type Documents, TRANSITIONS } from '../../src/modules/documents/index.ts';
import { type Database, system } from '../../src/platform/db/index.ts';
import { isRefusal, refusal } from '../../src/platform/errors/index.ts';
import { makeTestDatabase, type TestDatabase } from '../support/database.ts';
import { FAILURE, makeId, makeRecords, makeVerdict, makeWorkspace, receiveOne } from '../support/records.ts';

let test: TestDatabase;
let db: Database;
let documents: Documents;
let scope: Scope;

beforeAll(async () => {
  test = await makeTestDatabase({ maxConnections: 20 });
  db = test.db;
  documents = makeRecords(db).documents;
  scope = await makeWorkspace(db);
});
afterAll(() => test.drop());

const LONG = 600_000;

/** Runs one of the operations; returns whether it succeeded. Only rejected transitions are expected errors. */
const tryVerb = async (id: string, turn: number): Promise<boolean> => {
  if (turn % 3 === 0) await documents.begin(scope, id);
  if (turn % 3 === 1) return (await documents.fail(scope, id, { step: 'validate', error: FAILURE })) !== null;
  if (turn % 3 === 2) {
    return documents.retry(scope, id).then(
      () => true,
      (error) => {
        if (isRefusal(error, 'transition_not_allowed')) return false;
        throw error;
      },
    );
  }
  return false;
};

describe('timeline of a document', () => {
  it('has no gaps and no duplicates under fifty concurrent writers, and contains only allowed transitions', async () => {
    const { id } = await receiveOne(documents, scope);
    let taken = 0;
    await Promise.all(
      Array.from({ length: 50 }, async (_, writer) => {
        for (let turn = writer; taken < 120; turn++) if (await tryVerb(id, turn)) taken++;
      }),
    );
    const events: DocumentEvent[] = [];
    for (;;) {
      const page = await documents.timeline.readAfter(scope, id, events.at(-1)?.id ?? null);
      if (page.length === 0) break;
      events.push(...page);
    }
    expect(events.length).toBeGreaterThan(taken);
    expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => index + 1));
    expect(new Set(events.map((event) => event.id)).size).toBe(events.length);
    let status = 'received';
    for (const { type } of events.slice(1)) {
      const way = TRANSITIONS.find(({ event, from }) => event === type && from.some((source) => source === status));
      expect(way, `${type} in ${status}`).toBeDefined();
      status = way!.to[0]!;
    }
    expect(await documents.get(scope, id)).toMatchObject({ status, last_sequence: events.length });
  });

  it('reads after an event and distinguishes an unknown event from the end', async () => {
    const { id } = await receiveOne(documents, scope);
    await documents.begin(scope, id);
    const [first, second] = await documents.timeline.readAfter(scope, id, null);
    expect((await documents.timeline.readAfter(scope, id, first!.id)).map((event) => event.id)).toEqual([second!.id]);
    expect(await documents.timeline.readAfter(scope, id, second!.id)).toEqual([]);

    const unknown = makeId('evt');
    await expect(documents.timeline.readAfter(scope, id, unknown)).rejects.toEqual(
      refusal('event_not_found', { event: unknown }),
    );
    const other = await receiveOne(documents, scope);
    await expect(documents.timeline.readAfter(scope, other.id, first!.id)).rejects.toMatchObject({
      code: 'event_not_found',
    });
    await expect(documents.timeline.wait(scope, makeId('doc'), null, 10)).rejects.toMatchObject({
      code: 'document_not_found',
    });
  });
});

describe('long poll', () => {
  it('returns existing events immediately', async () => {
    const { id } = await receiveOne(documents, scope);
    expect(await documents.timeline.wait(scope, id, null, LONG)).toHaveLength(1);
  });

  it('returns on a new event before the timeout', async () => {
    for (let round = 0; round < 10; round++) {
      const { id } = await receiveOne(documents, scope);
      const [received] = await documents.timeline.readAfter(scope, id, null);
      const waiting = documents.timeline.wait(scope, id, received!.id, LONG);
      await pause(30);
      await documents.begin(scope, id);
      expect((await waiting).map(({ type }) => type)).toEqual(['validation.started']);
    }
  });

  it('misses no event, whenever it is written', async () => {
    const rounds = Array.from({ length: 60 }, async (_, round) => {
      const { id } = await receiveOne(documents, scope);
      const [received] = await documents.timeline.readAfter(scope, id, null);
      const started = performance.now();
      const waiting = documents.timeline.wait(scope, id, received!.id, LONG);
      // From before the read to after it, in steps of 0.25 ms.
      const until = performance.now() + ((round / 4) % 12);
      while (performance.now() < until) await new Promise((done) => setImmediate(done));
      await documents.begin(scope, id);
      expect(await waiting).toHaveLength(1);
      return performance.now() - started;
    });
    for (const took of await Promise.all(rounds)) expect(took).toBeLessThan(LONG / 2);
  });

  it('is empty after the timeout or on abort', async () => {
    const { id } = await receiveOne(documents, scope);
    const [received] = await documents.timeline.readAfter(scope, id, null);
    expect(await documents.timeline.wait(scope, id, received!.id, 20)).toEqual([]);
    const abort = new AbortController();
    const waiting = documents.timeline.wait(scope, id, received!.id, LONG, abort.signal);
    setTimeout(() => abort.abort(), 20);
    expect(await waiting).toEqual([]);
    expect(await documents.timeline.wait(scope, id, received!.id, LONG, AbortSignal.abort())).toEqual([]);
  });

  it('reads again after the listening connection was lost', async () => {
    const { id } = await receiveOne(documents, scope);
    const [received] = await documents.timeline.readAfter(scope, id, null);
    const waiting = documents.timeline.wait(scope, id, received!.id, LONG);
    await pause(50);
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name like '%listen'`.execute(system(db));
    await documents.begin(scope, id);
    expect(await waiting).toHaveLength(1);
  });
});

describe('subscription', () => {
  it('yields every event once, in order, and resumes after any of them', async () => {
    const { id } = await receiveOne(documents, scope);
    const abort = new AbortController();
    const seen: DocumentEvent[] = [];
    const following = (async () => {
      for await (const event of documents.timeline.subscribe(scope, id, { after: null, signal: abort.signal })) {
        seen.push(event);
        if (event.type === 'validation.completed') abort.abort();
      }
    })();
    for (let round = 0; round < 5; round++) {
      await documents.begin(scope, id);
      await documents.fail(scope, id, { step: 'validate', error: FAILURE });
      await documents.retry(scope, id);
    }
    await documents.begin(scope, id);
    await documents.complete(scope, id, makeVerdict(true));
    await following;
    expect(seen.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 18 }, (_, index) => index + 1));

    for (const known of seen.slice(0, -1)) {
      const signal = AbortSignal.timeout(LONG);
      const iterator = documents.timeline.subscribe(scope, id, { after: known.id, signal });
      expect((await iterator.next()).value).toMatchObject({ sequence: known.sequence + 1 });
      await iterator.return();
    }
  });
});
