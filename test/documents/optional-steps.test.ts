import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Scope } from '../../src/lib/scope.ts';
import {
  type Documents,
  followUps,
  isSideStep,
  OFFERED_STEPS,
  type SideStep,
  STEP_EVENTS,
  STEP_JOBS,
  STEPS,
} from '../../src/modules/documents/index.ts';
import { type Database, system } from '../../src/platform/db/index.ts';
import { refusal } from '../../src/platform/errors/index.ts';
import { jobs } from '../../src/platform/queue/index.ts';
import { makeTestDatabase, type TestDatabase } from '../support/database.ts';
import { FAILURE, makeRecords, makeVerdict, makeWorkspace, receiveOne } from '../support/records.ts';

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

const receiveValidated = async (steps: readonly SideStep[], valid = true): Promise<string> => {
  const { id } = await receiveOne(documents, scope, { content: Buffer.from('<Invoice/>'), steps });
  await documents.begin(scope, id);
  await documents.complete(scope, id, makeVerdict(valid));
  return id;
};

const timelineOf = async (id: string) =>
  (await documents.timeline.readAfter(scope, id, null)).map(({ sequence, type }) => `${sequence} ${type}`);

const ARTIFACTS = {
  evidence: { name: 'evidence.zip', mediaType: 'application/zip', content: Buffer.from('PK') },
  render: { name: 'invoice.html', mediaType: 'text/html', content: Buffer.from('<!doctype html>') },
} as const;

describe('follow-up jobs of an event', () => {
  it('runs validation first, then each other requested step in its own job', () => {
    const received = { type: 'document.received', data: {} } as never;
    expect(followUps(received, STEPS)).toEqual(['document.validate']);
    const completed = { type: 'validation.completed', data: {} } as never;
    expect(followUps(completed, ['validate'])).toEqual([]);
    const others = STEPS.filter(isSideStep);
    expect(followUps(completed, STEPS)).toEqual(others.flatMap((step) => STEP_JOBS[step] ?? []));
    // A started preparation runs even if the document did not request the step.
    const started = { type: 'send_preparation.started', data: {} } as never;
    expect(followUps(started, ['validate'])).toEqual(['document.prepare-send']);
  });

  it('enqueues the job of a retried step', () => {
    for (const step of STEPS) {
      const retried = { type: 'step.retried', data: { step } } as never;
      expect(followUps(retried, STEPS)).toEqual(STEP_JOBS[step] === undefined ? [] : [STEP_JOBS[step]]);
    }
  });

  it('offers exactly the steps that have a job', () => {
    expect(OFFERED_STEPS).toContain('validate');
    for (const step of OFFERED_STEPS) expect(jobs).toHaveProperty([STEP_JOBS[step]!]);
  });
});

describe.each(['evidence', 'render'] as const)('optional step %s', (step) => {
  const artifact = ARTIFACTS[step];

  it.each([true, false])('runs after validation (valid: %s) without changing the status', async (valid) => {
    const id = await receiveValidated([step], valid);
    const before = await documents.get(scope, id);
    const input = await documents.beginStep(scope, id, step);
    expect(String(input?.invoice)).toBe('<Invoice/>');
    expect(input?.result).toEqual({ valid: true });
    const done = await documents.completeStep(scope, id, step, [artifact]);
    expect(done).toEqual({ ...before, last_sequence: 4, updated_at: done?.updated_at });
    expect((await timelineOf(id)).at(-1)).toBe(`4 ${STEP_EVENTS[step]}`);
    expect(String(await documents.artifacts.read(scope, id, artifact.name))).toBe(String(artifact.content));
  });

  it('completes once despite repeated jobs', async () => {
    const id = await receiveValidated([step]);
    const ends = await Promise.all(
      Array.from({ length: 8 }, () => documents.completeStep(scope, id, step, [artifact])),
    );
    expect(ends.filter((document) => document !== null)).toHaveLength(1);
    expect(await documents.beginStep(scope, id, step)).toBeNull();
    expect(await timelineOf(id)).toHaveLength(4);
  });

  it('has nothing to do before validation, without a request, and for another workspace', async () => {
    const { id } = await receiveOne(documents, scope, { steps: [step] });
    expect(await documents.beginStep(scope, id, step)).toBeNull();
    expect(await documents.completeStep(scope, id, step, [artifact])).toBeNull();
    const without = await receiveValidated([]);
    expect(await documents.beginStep(scope, without, step)).toBeNull();
    expect(await documents.completeStep(scope, without, step, [artifact])).toBeNull();
    const stranger = await makeWorkspace(db);
    expect(await documents.beginStep(stranger, await receiveValidated([step]), step)).toBeNull();
  });

  it('fails without changing the status and is retried separately', async () => {
    const id = await receiveValidated(['evidence', 'render']);
    const failed = await documents.fail(scope, id, { step, error: FAILURE });
    expect(failed).toMatchObject({ status: 'validated', error: null, failed_steps: [step] });
    expect(await documents.fail(scope, id, { step, error: FAILURE })).toBeNull();
    expect(await documents.beginStep(scope, id, step)).toBeNull();

    expect(await documents.retry(scope, id)).toMatchObject({ status: 'validated', failed_steps: [] });
    await expect(documents.retry(scope, id)).rejects.toEqual(
      refusal('transition_not_allowed', { status: 'validated' }),
    );
    expect(await documents.beginStep(scope, id, step)).not.toBeNull();
    await documents.completeStep(scope, id, step, [artifact]);
    const events = await documents.timeline.readAfter(scope, id, null);
    expect(events.slice(3).map(({ sequence, type, data }) => [sequence, type, data])).toEqual([
      [4, 'document.failed', { step, error: FAILURE }],
      [5, 'step.retried', { step }],
      [6, STEP_EVENTS[step], { artifacts: [artifact.name] }],
    ]);
  });

  it('is skipped for a canceled document', async () => {
    const id = await receiveValidated([step]);
    await documents.cancel(scope, id);
    expect(await documents.beginStep(scope, id, step)).toBeNull();
    expect(await documents.completeStep(scope, id, step, [artifact])).toBeNull();
    expect(await documents.fail(scope, id, { step, error: FAILURE })).toBeNull();
  });
});

it('retries several failed steps together, with one event each', async () => {
  const id = await receiveValidated(['evidence', 'render']);
  await documents.fail(scope, id, { step: 'evidence', error: FAILURE });
  await documents.fail(scope, id, { step: 'render', error: FAILURE });
  const twice = await Promise.allSettled([documents.retry(scope, id), documents.retry(scope, id)]);
  expect(twice.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0);
  expect((await timelineOf(id)).slice(5)).toEqual(['6 step.retried', '7 step.retried']);
});

describe('erasure of a document', () => {
  it('erases artifacts, summary and metadata, and keeps the record and its timeline', async () => {
    const { id } = await receiveOne(documents, scope, {
      steps: ['evidence'],
      metadata: { iban: 'SK31' },
      externalId: 'e',
    });
    await documents.begin(scope, id);
    await documents.complete(scope, id, makeVerdict(true));
    await documents.completeStep(scope, id, 'evidence', [ARTIFACTS.evidence]);
    const before = await documents.get(scope, id);
    const erased = await documents.erase(scope, id);
    expect(erased).toEqual({
      ...before,
      metadata: {},
      summary: null,
      semantic_digest: null,
      semantic_digest_version: null,
      last_sequence: 5,
      updated_at: erased.updated_at,
      erased_at: erased.updated_at,
    });
    expect(await documents.get(scope, id)).toEqual(erased);
    const events = await documents.timeline.readAfter(scope, id, null);
    expect(events.at(-1)).toMatchObject({
      sequence: 5,
      type: 'document.erased',
      actor: 'tester',
      data: { artifacts: ['evidence.zip', 'invoice.xml', 'validation.json'] },
    });
    expect(await documents.artifacts.list(scope, id)).toEqual([]);
    const rows = await system(db)
      .selectFrom('document_artifacts')
      .select('name')
      .where('document_id', '=', id)
      .execute();
    expect(rows).toEqual([]);
    await expect(documents.artifacts.open(scope, id, 'invoice.xml')).rejects.toEqual(
      refusal('document_erased', { id }),
    );
  });

  it('is final: no event follows, and a second erasure changes nothing', async () => {
    const id = await receiveValidated(['evidence', 'render']);
    await documents.fail(scope, id, { step: 'render', error: FAILURE });
    const erased = await documents.erase(scope, id);
    expect(await documents.erase(scope, id)).toEqual(erased);
    await expect(documents.cancel(scope, id)).rejects.toEqual(refusal('document_erased', { id }));
    await expect(documents.retry(scope, id)).rejects.toEqual(refusal('document_erased', { id }));
    expect(await documents.beginStep(scope, id, 'evidence')).toBeNull();
    expect(await documents.completeStep(scope, id, 'evidence', [ARTIFACTS.evidence])).toBeNull();
    expect(await documents.fail(scope, id, { step: 'evidence', error: FAILURE })).toBeNull();
    expect((await timelineOf(id)).at(-1)).toBe('5 document.erased');
  });

  it('stops pending work first', async () => {
    const { id } = await receiveOne(documents, scope);
    await documents.begin(scope, id);
    expect(await documents.erase(scope, id)).toMatchObject({ status: 'canceled', last_sequence: 4 });
    expect(await documents.complete(scope, id, makeVerdict(true))).toBeNull();
    expect(await documents.begin(scope, id)).toBeNull();
    expect((await timelineOf(id)).slice(2)).toEqual(['3 document.canceled', '4 document.erased']);
  });

  it('leaves no content behind when validation completes concurrently', async () => {
    for (let round = 0; round < 10; round++) {
      const { id } = await receiveOne(documents, scope);
      await documents.begin(scope, id);
      await Promise.all([documents.complete(scope, id, makeVerdict(true)), documents.erase(scope, id)]);
      expect(await documents.artifacts.list(scope, id)).toEqual([]);
      const events = await documents.timeline.readAfter(scope, id, null);
      expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => index + 1));
      expect(events.at(-1)?.type).toBe('document.erased');
    }
  });

  it('erases the oldest documents first, in every workspace, each once', async () => {
    const time = Date.parse('2026-01-01T00:00:00Z');
    const old = makeRecords(db, () => time).documents;
    const other = await makeWorkspace(db);
    const first = await receiveOne(old, scope);
    const second = await receiveOne(makeRecords(db, () => time + 1000).documents, other);
    const third = await receiveOne(makeRecords(db, () => time + 2000).documents, scope);
    expect(await documents.eraseReceivedBefore(time + 2000, 1)).toBe(1);
    expect((await documents.get(scope, first.id)).erased_at).not.toBeNull();
    expect((await documents.get(other, second.id)).erased_at).toBeNull();
    expect(await documents.eraseReceivedBefore(time + 2000, 10)).toBe(1);
    expect(await documents.eraseReceivedBefore(time + 2000, 10)).toBe(0);
    expect((await documents.get(scope, third.id)).erased_at).toBeNull();
    const events = await documents.timeline.readAfter(other, second.id, null);
    expect(events.map(({ type, actor }) => [type, actor])).toEqual([
      ['document.received', 'tester'],
      ['document.canceled', 'retention'],
      ['document.erased', 'retention'],
    ]);
  });
});
