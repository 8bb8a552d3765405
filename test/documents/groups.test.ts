import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Scope } from '../../src/lib/scope.ts';
import type { Document, Documents } from '../../src/modules/documents/index.ts';
import { type Database, system } from '../../src/platform/db/index.ts';
import { documentValidateGroup } from '../../workers/document.validate-group.ts';
import type { WorkerApp } from '../../workers/worker.ts';
import { fakeValidate } from '../http/fake-validate.ts';
import { makeTestDatabase, type TestDatabase } from '../support/database.ts';
import { makeRecords, makeVerdict, makeWorkspace, newDocument } from '../support/records.ts';
import { validationPoolOf } from '../support/validation-pool-of.ts';

let test: TestDatabase;
let db: Database;
let records: ReturnType<typeof makeRecords>;
let documents: Documents;
let scope: Scope;

beforeAll(async () => {
  test = await makeTestDatabase();
  db = test.db;
  records = makeRecords(db);
  documents = records.documents;
});
afterAll(() => test.drop());

/** Receives documents as one group in a new workspace. */
async function receive(contents: readonly string[], changes: object = {}): Promise<readonly Document[]> {
  scope = await makeWorkspace(db);
  const inputs = contents.map((content, index) => ({
    scope,
    input: newDocument({ filename: `ž ${index}.xml`, content: Buffer.from(content), ...changes }),
  }));
  return receiveNew(inputs);
}

type Inputs = Parameters<Documents['receiveAll']>[1];

/** Receives documents and expects no refusal. */
async function receiveNew(inputs: Inputs): Promise<readonly Document[]> {
  const received = await documents.receiveAll(scope.workspaceId, inputs);
  return received.map((outcome) => ('refused' in outcome ? expect.fail('refused') : outcome.document));
}

const jobs = async () =>
  (await system(db).selectFrom('outbox').select(['job', 'payload']).orderBy('id').execute())
    .filter(({ payload }) => (payload as { workspace_id: string }).workspace_id === scope.workspaceId)
    .map(({ job, payload }) => {
      const { document_id, document_ids } = payload as { document_id?: string; document_ids?: string[] };
      return { job, of: document_ids ?? document_id };
    });

const timelineOf = async (id: string) =>
  (await documents.timeline.readAfter(scope, id, null)).map(({ sequence, type, actor }) => [sequence, type, actor]);

const appWith = (validate: typeof fakeValidate): WorkerApp =>
  ({ ...records, validationPool: validationPoolOf({ validator: { validate } }), now: () => 0 }) as unknown as WorkerApp;

const idsOf = (all: readonly { id: string }[]): string[] => all.map(({ id }) => id);
const work = (ids: readonly string[], validate = fakeValidate, signal = new AbortController().signal) =>
  documentValidateGroup.work({ workspace_id: scope.workspaceId, document_ids: [...ids] }, appWith(validate), signal);
const statuses = async (ids: readonly string[]) =>
  Promise.all(ids.map(async (id) => (await documents.get(scope, id)).status));

describe('documents received as a group (contract 6: each has its status, events and artifacts)', () => {
  it('stores each document as if it were received separately and enqueues one job', async () => {
    const metadata = { b: 1, a: 'ž\u0000' };
    const received = await receive(['<a/>', '', '<ž/>'], { externalId: 'order', metadata });
    for (const [index, document] of received.entries()) {
      expect(await documents.get(scope, document.id)).toEqual(document);
      expect(document).toMatchObject({
        status: 'received',
        filename: `ž ${index}.xml`,
        external_id: 'order',
        metadata,
      });
      expect(await timelineOf(document.id)).toEqual([[1, 'document.received', 'tester']]);
      const content = await documents.artifacts.read(scope, document.id, 'invoice.xml');
      expect(content.toString('utf8')).toBe(['<a/>', '', '<ž/>'][index]);
    }
    expect(await jobs()).toEqual([{ job: 'document.validate-group', of: expect.arrayContaining(idsOf(received)) }]);
  });

  it('enqueues an ordinary job for a single document', async () => {
    const [one] = await receive(['<a/>']);
    expect(await jobs()).toEqual([{ job: 'document.validate', of: one!.id }]);
  });

  it('returns the document of a used idempotency key and refuses only a document with other content', async () => {
    const [first] = await receive(['<a/>'], { idempotencyKey: 'k' });
    const again = newDocument({ filename: 'ž 0.xml', content: Buffer.from('<a/>'), idempotencyKey: 'k' });
    const both = [again, newDocument()].map((input) => ({ scope, input }));
    const received = await documents.receiveAll(scope.workspaceId, both);
    expect(received).toMatchObject([{ replayed: true, document: first }, { replayed: false }]);
    const other = newDocument({ content: Buffer.from('<b/>'), idempotencyKey: 'k' });
    const group = [newDocument(), other, again].map((input) => ({ scope, input }));
    expect(await documents.receiveAll(scope.workspaceId, group)).toMatchObject([
      { replayed: false },
      { refused: { code: 'idempotency_key_reused' } },
      { replayed: true },
    ]);
    expect((await documents.list(scope, { limit: 10 })).items).toHaveLength(3);
  });

  it('creates each document once for concurrent groups with the same keys in different order, without deadlock', async () => {
    scope = await makeWorkspace(db);
    const keys = Array.from({ length: 20 }, (_, index) => `k${index}`);
    const groups = Array.from({ length: 6 }, (_, turn) => (turn % 2 === 0 ? keys : [...keys].reverse()));
    const all = await Promise.all(
      groups.map((group) =>
        documents.receiveAll(
          scope.workspaceId,
          group.map((idempotencyKey) => ({ scope, input: newDocument({ idempotencyKey }) })),
        ),
      ),
    );
    const received = all.flat().map((outcome) => ('refused' in outcome ? expect.fail('refused') : outcome));
    expect(received.filter(({ replayed }) => !replayed)).toHaveLength(20);
    expect(new Set(received.map(({ document }) => document.id)).size).toBe(20);
  });
});

describe('documents validated as a group', () => {
  it('gives each document its own result, events and follow-up jobs', async () => {
    const ids = idsOf(await receive(['<valid/>', '<wrong/>'], { steps: ['validate', 'evidence'] }));
    await work(ids);
    expect(await statuses(ids)).toEqual(['validated', 'invalid']);
    for (const id of ids) {
      expect(await timelineOf(id)).toEqual([
        [1, 'document.received', 'tester'],
        [2, 'validation.started', 'worker'],
        [3, 'validation.completed', 'worker'],
      ]);
      const stored = JSON.parse(String(await documents.artifacts.read(scope, id, 'validation.json')));
      expect(stored).toMatchObject({ filename: (await documents.get(scope, id)).filename });
    }
    expect((await jobs()).slice(1).map(({ job }) => job)).toEqual(Array(2).fill('document.create-evidence'));
  });

  it('writes one outbox row per transition for subscribed events of several documents', async () => {
    scope = await makeWorkspace(db);
    await system(db)
      .insertInto('webhooks')
      .values({
        ...{ workspace_id: scope.workspaceId, id: 'whk_awaiting', url: 'https://example.org', events: ['*'] },
        ...{ secret: 'x', status: 'enabled', created_by: 'test', created_at: new Date(), updated_at: new Date() },
      })
      .execute();
    const inputs = ['<a/>', '<b/>', '<c/>'].map((content, index) => ({
      scope,
      input: newDocument({ filename: `${index}.xml`, content: Buffer.from(content) }),
    }));
    const ids = idsOf(await receiveNew(inputs));
    await work(ids);
    const { rows } = await sql<{ events: { type: string; data: string }[] }>`
      select payload -> 'events' as events from outbox
      where payload ->> 'workspace_id' = ${scope.workspaceId} and job like 'webhook.%' order by id`.execute(system(db));
    const timelines = rows.map(({ events }) =>
      events.map(({ type, data }) => `${type} ${(JSON.parse(data) as { document_id: string }).document_id}`),
    );
    expect(timelines.map((events) => events.sort())).toEqual(
      ['document.received', 'validation.started', 'validation.completed'].map((type) =>
        ids.map((id) => `${type} ${id}`).sort(),
      ),
    );
  });

  it('moves a document whose validation throws to a separate job, and fails one with an invalid rule set', async () => {
    const ids = idsOf(await receive(['<valid/>', '<broken/>', '<wrong/>']));
    await work(ids, (bytes, request) => {
      if (Buffer.from(bytes).includes('broken')) throw new Error('a fault that may pass');
      return fakeValidate(bytes, request);
    });
    expect(await statuses(ids)).toEqual(['validated', 'validating', 'invalid']);
    expect((await jobs()).at(-1)).toEqual({ job: 'document.validate', of: ids[1] });
    const unknown = idsOf(await receive(['<valid/>', '<valid/>'], { options: { ruleset: 'nonsense' } }));
    await work(unknown);
    expect(await statuses(unknown)).toEqual(['failed', 'failed']);
  });

  it('moves a document whose result the database rejects to a separate job', async () => {
    const ids = idsOf(await receive(['<valid/>', '<valid/>', '<wrong/>']));
    await sql`
      alter table document_artifacts add constraint refused
      check (document_id <> ${sql.lit(ids[1]!)} or name <> 'validation.json')`.execute(system(db));
    await work(ids);
    expect(await statuses(ids)).toEqual(['validated', 'validating', 'invalid']);
    expect((await jobs()).at(-1)).toEqual({ job: 'document.validate', of: ids[1] });
    expect(await timelineOf(ids[0]!)).toHaveLength(3);
  });

  it('skips completed, canceled and erased documents when the job runs again', async () => {
    const ids = idsOf(await receive(['<valid/>', '<valid/>', '<valid/>']));
    await documents.cancel(scope, ids[0]!);
    await documents.beginAll(scope, ids);
    await documents.cancel(scope, ids[1]!);
    await work(ids);
    await work(ids);
    expect(await statuses(ids)).toEqual(['canceled', 'canceled', 'validated']);
    expect(await timelineOf(ids[2]!)).toHaveLength(3);
    await documents.completeAll(scope, [{ id: ids[2]!, verdict: makeVerdict(false) }]);
    expect(await statuses(ids)).toEqual(['canceled', 'canceled', 'validated']);
  });

  it('writes nothing when the job is stopped, and enqueues separate jobs when its attempts are exhausted', async () => {
    const ids = idsOf(await receive(['<valid/>', '<valid/>']));
    const stop = new AbortController();
    const stopped = work(
      ids,
      () => {
        stop.abort(new Error('the process stops'));
        throw new Error('stopped');
      },
      stop.signal,
    );
    await expect(stopped).rejects.toThrow('the process stops');
    expect(await statuses(ids)).toEqual(['validating', 'validating']);
    expect(await jobs()).toHaveLength(1);
    const payload = { workspace_id: scope.workspaceId, document_ids: ids };
    await documentValidateGroup.exhausted(payload, appWith(fakeValidate), new Error('again and again'));
    expect(
      (await jobs())
        .slice(1)
        .map(({ of }) => of)
        .sort(),
    ).toEqual([...ids].sort());
  });

  it('does not find documents of another workspace', async () => {
    const ids = idsOf(await receive(['<valid/>', '<valid/>']));
    const other = await makeWorkspace(db);
    expect(await documents.beginAll(other, ids)).toEqual([]);
    expect(await documents.artifacts.readEach(other, ids, 'invoice.xml')).toEqual(new Map());
    const settling = documents.settling(other, ids, new AbortController().signal);
    await expect(settling.next()).rejects.toMatchObject({ code: 'document_not_found' });
  });
});

describe('waiting for a group of documents', () => {
  it('yields each document once, when its steps have ended', async () => {
    const ids = idsOf(await receive(['<valid/>', '<valid/>', '<valid/>'], { steps: ['validate', 'evidence'] }));
    const settling = documents.settling(scope, ids, new AbortController().signal);
    const first = settling.next();
    await documents.beginAll(scope, ids);
    await documents.completeAll(scope, [
      { id: ids[0]!, verdict: makeVerdict(true) },
      { id: ids[1]!, verdict: makeVerdict(true) },
    ]);
    await documents.completeStep(scope, ids[1]!, 'evidence', []);
    expect((await first).value).toMatchObject([{ id: ids[1] }]);
    const second = settling.next();
    await documents.cancel(scope, ids[2]!);
    expect((await second).value).toMatchObject([{ id: ids[2], status: 'canceled' }]);
    const third = settling.next();
    const error = { code: 'evidence_not_finished', detail: { sk: 'Nie.', en: 'No.' } };
    await documents.fail(scope, ids[0]!, { step: 'evidence', error });
    expect((await third).value).toMatchObject([{ id: ids[0], failed_steps: ['evidence'] }]);
    expect((await settling.next()).done).toBe(true);
  });

  it('ends the wait on abort', async () => {
    const ids = idsOf(await receive(['<valid/>', '<valid/>']));
    const stop = new AbortController();
    const waited = documents.settling(scope, ids, stop.signal).next();
    stop.abort(new Error('enough'));
    await expect(waited).rejects.toThrow('enough');
  });
});
