import type { Coverage } from '@e-invoice/validator/issues';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Scope } from '../../src/lib/scope.ts';
import type { Documents, NewDocument } from '../../src/modules/documents/index.ts';
import { system } from '../../src/platform/db/index.ts';
import { makeTestDatabase, type TestDatabase } from '../support/database.ts';
import { FAILURE, makeRecords, makeVerdict, makeWorkspace, newDocument, receiveOne } from '../support/records.ts';

let test: TestDatabase;
let documents: Documents;
let scope: Scope;
beforeAll(async () => {
  test = await makeTestDatabase();
  documents = makeRecords(test.db).documents;
  scope = await makeWorkspace(test.db);
});
afterAll(() => test.drop());

const SEND = { partner: 'prt_1', receiver: null };
const PREPARED = {
  receiver: '0245:2020273893',
  instanceIdentifier: '6f1c1a3e-9d7c-4b1a-8b51-0d7c9d1a2b3c',
  documentUuid: null,
  content: Buffer.from('<envelope/>'),
  taxData: null,
};

async function receiveValidated(
  valid = true,
  send?: { partner: string; receiver: string | null },
  coverage: Coverage = 'full',
  options: NewDocument['options'] = {},
): Promise<string> {
  const changes = send && { steps: ['validate', 'send_preparation'] as const, send };
  const { id } = await receiveOne(documents, scope, { ...changes, options });
  await documents.begin(scope, id);
  await documents.complete(scope, id, makeVerdict(valid, coverage));
  return id;
}

const typesOf = async (id: string) =>
  (await documents.timeline.readAfter(scope, id, null)).map(({ type }) => type).slice(3);

const jobsOf = async (id: string) =>
  (
    await system(test.db)
      .selectFrom('outbox')
      .select(['job', 'payload'])
      .where('job', '=', 'document.prepare-send')
      .execute()
  ).filter(({ payload }) => (payload as { document_id: string }).document_id === id).length;

describe('send preparation', () => {
  it('starts from `validated`, enqueues one job, and stores the bytes with their hash', async () => {
    const id = await receiveValidated();
    expect(await documents.prepare(scope, id, SEND)).toMatchObject({
      status: 'preparing_send',
      preparation: { ...SEND, instance_identifier: null, sha256: null },
    });
    expect(await jobsOf(id)).toBe(1);
    const { preparation } = (await documents.beginPreparation(scope, id))!;
    const done = await documents.completePreparation(scope, id, preparation, PREPARED);
    const [artifact] = (await documents.artifacts.list(scope, id)).filter(({ name }) => name === 'send-package.xml');
    expect(done).toMatchObject({
      status: 'send_prepared',
      preparation: {
        receiver: PREPARED.receiver,
        instance_identifier: PREPARED.instanceIdentifier,
        sha256: artifact!.sha256,
      },
    });
    expect(await typesOf(id)).toEqual(['send_preparation.started', 'send.prepared']);
    const event = (await documents.timeline.readAfter(scope, id, null)).at(-1)!;
    expect(event.data).toEqual({
      partner: 'prt_1',
      artifacts: ['send-package.xml'],
      receiver: PREPARED.receiver,
      instance_identifier: PREPARED.instanceIdentifier,
      sha256: artifact!.sha256,
    });
  });

  it('rejects a document validated with selected rules only, and accepts one covered by EN 16931', async () => {
    const partly = await receiveValidated(true, undefined, 'asked');
    const before = await documents.get(scope, partly);
    expect(before).toMatchObject({ status: 'validated', ruleset: { coverage: 'asked' } });
    await expect(documents.prepare(scope, partly, SEND)).rejects.toMatchObject({ code: 'document_partly_judged' });
    expect([await documents.get(scope, partly), await jobsOf(partly)]).toEqual([before, 0]);
    const core = await receiveValidated(true, undefined, 'base');
    expect(await documents.prepare(scope, core, SEND)).toMatchObject({ status: 'preparing_send' });
  });

  it.each([
    [{ layers: ['XML' as const] }, true],
    [{ ruleset: 'en16931' }, true],
    [{ as_of: '2026-11-01' }, false],
    [{}, false],
  ])('derives the coverage of a result without one from the options: %j', async (options, isRefused) => {
    const id = await receiveValidated(true, undefined, 'full', options);
    await system(test.db).updateTable('documents').set({ ruleset: null }).where('id', '=', id).execute();
    const started = documents.prepare(scope, id, SEND);
    if (isRefused) await expect(started).rejects.toMatchObject({ code: 'document_partly_judged' });
    else expect(await started).toMatchObject({ status: 'preparing_send', ruleset: null });
  });

  it('starts again after a failure and from no other status', async () => {
    const id = await receiveValidated();
    await documents.prepare(scope, id, SEND);
    await expect(documents.prepare(scope, id, SEND)).rejects.toMatchObject({ code: 'transition_not_allowed' });
    expect(await documents.failPreparation(scope, id, FAILURE)).toMatchObject({ status: 'send_failed' });
    const again = await documents.prepare(scope, id, { partner: 'prt_2', receiver: '0245:2020273893' });
    expect(again.preparation).toMatchObject({ partner: 'prt_2', receiver: '0245:2020273893' });
    expect(await typesOf(id)).toEqual(['send_preparation.started', 'send.failed', 'send_preparation.started']);
    expect(await jobsOf(id)).toBe(2);
    for (const other of [await receiveValidated(false), (await receiveOne(documents, scope)).id]) {
      await expect(documents.prepare(scope, other, SEND)).rejects.toMatchObject({ code: 'transition_not_allowed' });
    }
    await expect(documents.prepare(scope, 'doc_none', SEND)).rejects.toMatchObject({ code: 'document_not_found' });
  });

  it('starts once for concurrent requests', async () => {
    const id = await receiveValidated();
    const settled = await Promise.allSettled(Array.from({ length: 8 }, () => documents.prepare(scope, id, SEND)));
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await jobsOf(id)).toBe(1);
  });

  it('ignores a second job, a canceled document and the result of an earlier preparation', async () => {
    const id = await receiveValidated();
    await documents.prepare(scope, id, SEND);
    const first = (await documents.beginPreparation(scope, id))!;
    await documents.failPreparation(scope, id, FAILURE);
    await documents.prepare(scope, id, SEND);
    expect(await documents.completePreparation(scope, id, first.preparation, PREPARED)).toBeNull();
    await documents.cancel(scope, id);
    expect(await documents.beginPreparation(scope, id)).toBeNull();
    expect(await documents.failPreparation(scope, id, FAILURE)).toBeNull();
    expect(await documents.get(scope, id)).toMatchObject({ status: 'canceled' });
  });

  it('uses a unique identifier for every envelope', async () => {
    const id = await receiveValidated();
    await documents.prepare(scope, id, SEND);
    const { preparation } = (await documents.beginPreparation(scope, id))!;
    await expect(documents.completePreparation(scope, id, preparation, PREPARED)).rejects.toThrow('documents_envelope');
    expect(await documents.get(scope, id)).toMatchObject({ status: 'preparing_send' });
  });
});

describe('step `send_preparation` requested with the document', () => {
  it('starts in the transaction that completes validation', async () => {
    const id = await receiveValidated(true, { partner: 'prt_1', receiver: '0245:2020273893' });
    expect(await documents.get(scope, id)).toMatchObject({ status: 'preparing_send' });
    expect(await typesOf(id)).toEqual(['send_preparation.started']);
    expect(await jobsOf(id)).toBe(1);
  });

  it('does not start for an invalid document', async () => {
    const id = await receiveValidated(false, SEND);
    expect(await documents.get(scope, id)).toMatchObject({ status: 'invalid' });
    expect([await typesOf(id), await jobsOf(id)]).toEqual([[], 0]);
  });

  it('is part of the idempotency digest', async () => {
    const input = newDocument({ steps: ['validate', 'send_preparation'], send: SEND });
    const { document } = await documents.receive(scope, input);
    expect((await documents.receive(scope, input)).document.id).toBe(document.id);
    const other = { ...input, send: { ...SEND, partner: 'prt_2' } };
    await expect(documents.receive(scope, other)).rejects.toMatchObject({ code: 'idempotency_key_reused' });
  });
});
