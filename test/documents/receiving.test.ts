import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Scope } from '../../src/lib/scope.ts';
import { makeReceiving } from '../../src/modules/documents/bulk/receiving.ts';
import type { Document, NewDocument } from '../../src/modules/documents/index.ts';
import { system } from '../../src/platform/db/index.ts';
import { refusal } from '../../src/platform/errors/index.ts';
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

it('batches documents that arrive during a write, each with its own result', async () => {
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

it('waits for further documents after a group of concurrent ones', async () => {
  const scope = await makeWorkspace(test.db);
  const receive = () => documents.receive(scope, newDocument());
  const [first, ...others] = [receive(), receive(), receive()];
  await first;
  await Promise.all([...others, receive(), receive()]);
  const sizes = (await jobsOf(scope)).map(({ payload }) => (payload.document_ids as string[] | undefined)?.length ?? 1);
  expect(sizes).toEqual([1, 4]);
});

/**
 * Receives documents concurrently, the first one separately and the others as a group, and returns their outcomes.
 */
async function receiveAtOnce(scope: Scope, group: readonly NewDocument[]) {
  const ends = await Promise.allSettled([newDocument(), ...group].map((input) => documents.receive(scope, input)));
  return ends
    .slice(1)
    .map((end) => (end.status === 'fulfilled' ? (end.value.replayed ? 'replayed' : 'new') : end.reason.code));
}

const OTHER = Buffer.from('<other/>');
const used = (content: Buffer) => newDocument({ idempotencyKey: 'used', content });

it.each<[string, () => NewDocument[], string[]]>([
  [
    'a reused key rejects only its own request',
    () => [newDocument(), used(OTHER), newDocument()],
    ['new', 'idempotency_key_reused', 'new'],
  ],
  [
    'an identical request is replayed, and another body with the same key is rejected',
    () => [newDocument(), used(OTHER), used(Buffer.from('<used/>')), newDocument()],
    ['new', 'idempotency_key_reused', 'replayed', 'new'],
  ],
  [
    'a document that the database rejects fails individually',
    () => [newDocument(), newDocument({ filename: 'a\u0000b' }), newDocument()],
    ['new', '22021', 'new'],
  ],
  [
    'a document that violates a constraint fails individually',
    () => [newDocument(), newDocument({ filename: 'constraint.xml' }), newDocument()],
    ['new', '23514', 'new'],
  ],
  [
    'a new key sent twice with the same body creates one document',
    () => [newDocument({ idempotencyKey: 'twice' }), newDocument(), newDocument({ idempotencyKey: 'twice' })],
    ['new', 'new', 'replayed'],
  ],
])('group of received documents: %s', async (_, group, outcomes) => {
  const scope = await makeWorkspace(test.db);
  await sql`alter table documents drop constraint if exists refused`.execute(system(test.db));
  await sql`alter table documents add constraint refused check (filename <> 'constraint.xml')`.execute(system(test.db));
  await documents.receive(scope, used(Buffer.from('<used/>')));
  expect(await receiveAtOnce(scope, group())).toEqual(outcomes);
  const stored = outcomes.filter((outcome) => outcome === 'new').length;
  expect((await documents.list(scope, { limit: 100 })).items).toHaveLength(stored + 2);
});

it('refuses exactly one of two requests with the same new key and different bodies', async () => {
  const scope = await makeWorkspace(test.db);
  const one = newDocument({ idempotencyKey: 'new' });
  const outcomes = await receiveAtOnce(scope, [newDocument(), one, { ...one, content: OTHER }, newDocument()]);
  expect(outcomes.sort()).toEqual(['idempotency_key_reused', 'new', 'new', 'new']);
});

it('receives an Invoice Response in a group with a refused document', async () => {
  const scope = await makeWorkspace(test.db);
  await documents.receive(scope, used(Buffer.from('<used/>')));
  const response = newDocument({
    request: { answers: 'doc_1' },
    options: { answers: { document: 'doc_1', country: 'SK' } },
  });
  expect(await receiveAtOnce(scope, [used(OTHER), response])).toEqual(['idempotency_key_reused', 'new']);
});

it.each([
  ['a refusal', refusal('document_not_found', { id: 'doc_1' })],
  ['a programming error', new TypeError('not a text')],
])('receives the other documents separately when %s of one document rejects the whole group', async (_, error) => {
  const isBad = ({ filename }: NewDocument): boolean => filename === 'bad.xml';
  const receiveOne = async (_scope: Scope, input: NewDocument) => {
    if (isBad(input)) throw error;
    return { document: { filename: input.filename } as Document, replayed: false };
  };
  const receiving = makeReceiving(receiveOne, async (_workspaceId, group) => {
    const received = [];
    for (const { scope, input } of group) received.push(await receiveOne(scope, input));
    return received;
  });
  const scope = { workspaceId: 'wsp_1', actor: 'tester' };
  const inputs = ['first.xml', 'a.xml', 'bad.xml', 'b.xml'].map((filename) => newDocument({ filename }));
  const ends = await Promise.allSettled(inputs.map((input) => receiving(scope, input)));
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
  expect(ends[2]).toMatchObject({ reason: error });
});

it('groups documents per workspace and receives a large file separately', async () => {
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
