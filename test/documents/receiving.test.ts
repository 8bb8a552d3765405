import { afterAll, beforeAll, expect, it } from 'vitest';
import { system } from '../../src/db/index.ts';
import type { Scope } from '../../src/lib/scope.ts';
import { makeTestDatabase, type TestDatabase } from '../support/database.ts';
import { makeRecords, makeWorkspace, newDocument } from '../support/records.ts';

let test: TestDatabase;
let documents: ReturnType<typeof makeRecords>['documents'];

beforeAll(async () => {
  test = await makeTestDatabase();
  documents = makeRecords(test.db).documents;
});
afterAll(() => test.drop());

const jobsOf = async ({ workspaceId }: Scope) =>
  (await system(test.db).selectFrom('outbox').select(['job', 'payload']).orderBy('id').execute())
    .map(({ job, payload }) => ({ job, payload: payload as Record<string, unknown> }))
    .filter(({ payload }) => payload.workspace_id === workspaceId);

it('what comes while a document is being written is received together; each has its own answer', async () => {
  const scope = await makeWorkspace(test.db);
  const inputs = Array.from({ length: 40 }, (_, index) => newDocument({ externalId: `order ${index}` }));
  const received = await Promise.all(inputs.map((input) => documents.receive(scope, input)));
  for (const [index, { document, replayed }] of received.entries()) {
    expect(replayed).toBe(false);
    expect(document.external_id).toBe(`order ${index}`);
    expect(await documents.get(scope, document.id)).toEqual(document);
  }
  const sizes = (await jobsOf(scope)).map(({ payload }) => (payload.document_ids as string[] | undefined)?.length ?? 1);
  expect(sizes).toEqual([1, 32, 7]);
});

it('several that came at once wait a moment for those that follow: a transaction costs hardly more with them', async () => {
  const scope = await makeWorkspace(test.db);
  const receive = () => documents.receive(scope, newDocument());
  const [first, ...others] = [receive(), receive(), receive()];
  await first;
  await Promise.all([...others, receive(), receive()]);
  const sizes = (await jobsOf(scope)).map(({ payload }) => (payload.document_ids as string[] | undefined)?.length ?? 1);
  expect(sizes).toEqual([1, 4]);
});

it('one that is refused, or cannot be written, keeps no other from being received', async () => {
  const scope = await makeWorkspace(test.db);
  await documents.receive(scope, newDocument({ idempotencyKey: 'taken' }));
  const inputs = [
    newDocument(),
    newDocument({ idempotencyKey: 'taken', content: Buffer.from('<other/>') }),
    newDocument({ idempotencyKey: 'new' }),
    newDocument({ idempotencyKey: 'new' }),
    newDocument({ filename: 'a\u0000b' }),
  ];
  const ends = await Promise.allSettled(inputs.map((input) => documents.receive(scope, input)));
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled', 'rejected']);
  expect(ends[1]).toMatchObject({ reason: { code: 'idempotency_key_reused' } });
  const [first, second] = [ends[2]!, ends[3]!].map((end) => (end as { value: { document: unknown } }).value);
  expect(second!.document).toEqual(first!.document);
  expect((await documents.list(scope, { limit: 10 })).items).toHaveLength(3);
});

it('each workspace has its own, and a large file is judged alone', async () => {
  const [one, other] = [await makeWorkspace(test.db), await makeWorkspace(test.db)];
  const large = newDocument({ content: Buffer.alloc(300_000, ' ') });
  const scopes = [one, other, one, other, one];
  const inputs = scopes.map((_, index) => (index === 4 ? large : newDocument()));
  const received = await Promise.all(inputs.map((input, index) => documents.receive(scopes[index]!, input)));
  for (const [index, { document }] of received.entries()) {
    await expect(documents.get(scopes[index] === one ? other : one, document.id)).rejects.toMatchObject({
      code: 'document_not_found',
    });
  }
  const alone = (await jobsOf(one)).filter(({ payload }) => payload.alone);
  expect(alone.map(({ payload }) => payload.document_id)).toEqual([received[4]!.document.id]);
});
