import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Scope } from '../../src/lib/scope.ts';
import { type Documents, type EventType, STATUSES, type Status, sourcesOf } from '../../src/modules/documents/index.ts';
import { type Database, system } from '../../src/platform/db/index.ts';
import { refusal } from '../../src/platform/errors/index.ts';
import { makeTestDatabase, type TestDatabase } from '../support/database.ts';
import { FAILURE, makeId, makeRecords, makeVerdict, makeWorkspace, receiveOne, SUMMARY } from '../support/records.ts';

const INVOICE = Buffer.from('<Invoice/>');

let test: TestDatabase;
let db: Database;
let documents: Documents;
let scope: Scope;

beforeAll(async () => {
  test = await makeTestDatabase();
  db = test.db;
  documents = makeRecords(db).documents;
  scope = await makeWorkspace(db);
});
afterAll(() => test.drop());

const jobsOf = async (id: string) =>
  (await system(db).selectFrom('outbox').select(['job', 'payload']).execute()).filter(
    ({ payload }) => (payload as { document_id: string }).document_id === id,
  );

const timelineOf = async (id: string) => {
  const events = await documents.timeline.readAfter(scope, id, null);
  return events.map(({ sequence, type }) => `${sequence} ${type}`);
};

describe('document lifecycle', () => {
  it('receives a document: status, event, invoice and job in one transaction', async () => {
    const document = await receiveOne(documents, scope, {
      content: INVOICE,
      externalId: 'order 1',
      metadata: { b: 1, a: 'ž\u0000' },
    });
    expect(document).toMatchObject({ status: 'received', external_id: 'order 1', steps: ['validate'], counts: null });
    expect(await documents.get(scope, document.id)).toEqual(document);
    expect(Object.keys(document.metadata)).toEqual(['b', 'a']);
    expect(await timelineOf(document.id)).toEqual(['1 document.received']);
    expect(String(await documents.artifacts.read(scope, document.id, 'invoice.xml'))).toBe(String(INVOICE));
    expect(await jobsOf(document.id)).toEqual([
      { job: 'document.validate', payload: { workspace_id: scope.workspaceId, document_id: document.id } },
    ]);
  });

  it('completes validation: status, event, summary, counts and artifact in one transaction', async () => {
    const { id } = await receiveOne(documents, scope, { content: INVOICE });
    const started = await documents.begin(scope, id);
    expect(started?.document).toMatchObject({ status: 'validating', last_sequence: 2 });
    expect(String(started?.invoice)).toBe(String(INVOICE));
    const done = await documents.complete(scope, id, makeVerdict(true));
    expect(done).toMatchObject({ status: 'validated', last_sequence: 3, summary: SUMMARY });
    expect(done?.counts).toEqual({ fatal: 0, warning: 1, info: 0 });
    expect(done?.ruleset).toEqual({ id: 'en16931', version: '1.3.16', coverage: 'full' });
    expect(await documents.get(scope, id)).toEqual(done);
    const events = await documents.timeline.readAfter(scope, id, null);
    expect(events.map(({ sequence, type, actor }) => [sequence, type, actor])).toEqual([
      [1, 'document.received', 'tester'],
      [2, 'validation.started', 'tester'],
      [3, 'validation.completed', 'tester'],
    ]);
    expect(events[2]?.data).toEqual({
      valid: true,
      counts: { fatal: 0, warning: 1, info: 0 },
      ruleset: { id: 'en16931', version: '1.3.16', coverage: 'full' },
      artifacts: ['validation.json'],
    });
    expect((await documents.artifacts.list(scope, id)).map(({ name }) => name)).toEqual([
      'invoice.xml',
      'validation.json',
    ]);
  });

  it('fails, is retried with a new job, and cannot fail after validation', async () => {
    const { id } = await receiveOne(documents, scope);
    await documents.begin(scope, id);
    expect(await documents.fail(scope, id, { step: 'validate', error: FAILURE })).toMatchObject({
      status: 'failed',
      error: FAILURE,
    });
    expect(await documents.retry(scope, id)).toMatchObject({ status: 'received', error: null });
    expect(await jobsOf(id)).toHaveLength(2);
    await documents.begin(scope, id);
    await documents.complete(scope, id, makeVerdict(false));
    expect(await documents.fail(scope, id, { step: 'validate', error: FAILURE })).toBeNull();
    expect(await timelineOf(id)).toEqual([
      '1 document.received',
      '2 validation.started',
      '3 document.failed',
      '4 step.retried',
      '5 validation.started',
      '6 validation.completed',
    ]);
  });

  it('writes no second event when a job runs twice', async () => {
    const { id } = await receiveOne(documents, scope);
    const started = await Promise.all(Array.from({ length: 8 }, () => documents.begin(scope, id)));
    expect(started.map((each) => each?.document.status)).toEqual(Array(8).fill('validating'));
    const ended = await Promise.all(Array.from({ length: 8 }, () => documents.complete(scope, id, makeVerdict(true))));
    expect(ended.filter((document) => document !== null)).toHaveLength(1);
    expect(await documents.begin(scope, id)).toBeNull();
    expect(await timelineOf(id)).toEqual(['1 document.received', '2 validation.started', '3 validation.completed']);
  });

  it('skips a canceled document in its job', async () => {
    const { id } = await receiveOne(documents, scope);
    await documents.begin(scope, id);
    expect(await documents.cancel(scope, id)).toMatchObject({ status: 'canceled' });
    expect(await documents.complete(scope, id, makeVerdict(true))).toBeNull();
    expect(await documents.begin(scope, id)).toBeNull();
    expect((await documents.artifacts.list(scope, id)).map(({ name }) => name)).toEqual(['invoice.xml']);
  });

  it('ignores jobs of a missing document and reports it to API callers', async () => {
    const id = makeId('doc');
    expect(await documents.begin(scope, id)).toBeNull();
    expect(await documents.complete(scope, id, makeVerdict(true))).toBeNull();
    expect(await documents.fail(scope, id, { step: 'validate', error: FAILURE })).toBeNull();
    for (const operation of [documents.get, documents.retry, documents.cancel]) {
      await expect(operation(scope, id)).rejects.toEqual(refusal('document_not_found', { id }));
    }
  });

  it('writes nothing when a part of the transaction fails', async () => {
    const { id } = await receiveOne(documents, scope);
    await documents.begin(scope, id);
    const [artifact] = makeVerdict(true).artifacts;
    const twice = { ...makeVerdict(true), artifacts: [artifact!, artifact!] };
    await expect(documents.complete(scope, id, twice)).rejects.toThrow('cannot affect row a second time');
    expect(await documents.get(scope, id)).toMatchObject({ status: 'validating', last_sequence: 2, summary: null });
    expect(await timelineOf(id)).toHaveLength(2);
  });
});

describe('every operation in every status', () => {
  type Verb = { event: EventType; to: Status; run: (id: string) => Promise<unknown>; otherwise: 'null' | 'error' };
  const verbs: Record<string, Verb> = {
    begin: {
      event: 'validation.started',
      to: 'validating',
      run: async (id) => (await documents.begin(scope, id))?.document ?? null,
      otherwise: 'null',
    },
    'complete as valid': {
      event: 'validation.completed',
      to: 'validated',
      run: (id) => documents.complete(scope, id, makeVerdict(true)),
      otherwise: 'null',
    },
    'complete as invalid': {
      event: 'validation.completed',
      to: 'invalid',
      run: (id) => documents.complete(scope, id, makeVerdict(false)),
      otherwise: 'null',
    },
    fail: {
      event: 'document.failed',
      to: 'failed',
      run: (id) => documents.fail(scope, id, { step: 'validate', error: FAILURE }),
      otherwise: 'null',
    },
    retry: { event: 'step.retried', to: 'received', run: (id) => documents.retry(scope, id), otherwise: 'error' },
    cancel: {
      event: 'document.canceled',
      to: 'canceled',
      run: (id) => documents.cancel(scope, id),
      otherwise: 'error',
    },
  };

  const cases = Object.keys(verbs).flatMap((verb) => STATUSES.map((status) => [verb, status] as const));

  it.each(cases)('%s in status %s follows the transition table', async (name, status) => {
    const { event, to, run, otherwise } = verbs[name]!;
    const { id } = await receiveOne(documents, scope);
    await system(db)
      .updateTable('documents')
      .set({ status, error: status === 'failed' ? JSON.stringify(FAILURE) : null })
      .where('id', '=', id)
      .execute();
    const before = await documents.get(scope, id);

    if (sourcesOf(event, to).includes(status)) {
      expect(await run(id)).toMatchObject({ status: to, last_sequence: 2 });
      expect(await timelineOf(id)).toEqual(['1 document.received', `2 ${event}`]);
      return;
    }
    if (otherwise === 'error') await expect(run(id)).rejects.toEqual(refusal('transition_not_allowed', { status }));
    // A repeated `begin` continues a running validation.
    else expect(await run(id)).toEqual(name === 'begin' && status === 'validating' ? before : null);
    expect(await documents.get(scope, id)).toEqual(before);
    expect(await timelineOf(id)).toEqual(['1 document.received']);
  });
});
