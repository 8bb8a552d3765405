import { createHash } from 'node:crypto';
import { toCanonicalJson } from '@e-invoice/validator/canonical-json';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Scope } from '../../src/lib/scope.ts';
import { makeSeal } from '../../src/modules/evidence/index.ts';
import { evidenceEntry } from '../../src/modules/evidence/transparency/entries.ts';
import { makeIdentity } from '../../src/modules/evidence/transparency/identity.ts';
import { lengthen, publish } from '../../src/modules/evidence/transparency/writer.ts';
import { readZip } from '../../src/modules/rules/loader/index.ts';
import { documentAddLogProof } from '../../workers/document.add-log-proof.ts';
import { documentCreateEvidence } from '../../workers/document.create-evidence.ts';
import type { WorkerApp } from '../../workers/worker.ts';
import { makeTestDatabase, type TestDatabase } from '../support/database.ts';
import { ENGINE, makeRecords, makeResult, makeVerdict, makeWorkspace, receiveOne } from '../support/records.ts';
import { isProven } from '../transparency/second-log.ts';

let test: TestDatabase;
let scope: Scope;
let records: ReturnType<typeof makeRecords>;
let app: WorkerApp;
const never = new AbortController().signal;

beforeAll(async () => {
  test = await makeTestDatabase();
  scope = await makeWorkspace(test.db);
  records = makeRecords(test.db);
  app = records as unknown as WorkerApp;
});
afterAll(() => test.drop());

/** Creates a document with evidence that is not yet in the log. */
async function prove() {
  const { id } = await receiveOne(records.documents, scope, { steps: ['validate', 'evidence'] });
  const payload = { workspace_id: scope.workspaceId, document_id: id };
  await records.documents.begin(scope, id);
  const judged_by = { at: '2026-11-21T12:00:00.000Z', engine: ENGINE, packs: [] };
  const result = Buffer.from(JSON.stringify({ ...makeResult('a.xml', true), judged_by }));
  const artifacts = [{ name: 'validation.json', mediaType: 'application/json', content: result }] as const;
  await records.documents.complete(scope, id, { ...makeVerdict(true), artifacts });
  await documentCreateEvidence.work(payload, app, never);
  return { id, payload };
}

async function write(): Promise<void> {
  const seal = () => makeSeal('a secret of the tests alone, 32 or more');
  await lengthen(test);
  await publish({
    db: test.db,
    now: Date.now,
    identity: makeIdentity({ db: test.db, origin: null, now: Date.now, seal }),
  });
}

const events = async (id: string) =>
  (await records.documents.timeline.readAfter(scope, id, null)).filter(({ type }) => type === 'evidence.logged');

it('adds the inclusion proof and an archive with it once the evidence is in the log, exactly once', async () => {
  const { id, payload } = await prove();
  await expect(documentAddLogProof.work(payload, app, never)).rejects.toThrow(
    'The checkpoint of this job no longer exists',
  );
  await write();
  await Promise.all([1, 2].map(() => documentAddLogProof.work(payload, app, never)));
  await documentAddLogProof.work(payload, app, never);
  const { origin, vkey } = await records.transparency.identity();
  expect(await events(id)).toMatchObject([
    { data: { index: 0, tree_size: 1, origin, artifacts: ['evidence.tlog-proof', 'evidence.zip'] } },
  ]);
  const proof = await records.documents.artifacts.read(scope, id, 'evidence.tlog-proof');
  const files = await readZip(await records.documents.artifacts.read(scope, id, 'evidence.zip'));
  expect(Buffer.from(files.get('evidence.tlog-proof')!)).toEqual(proof);
  expect(JSON.parse(Buffer.from(files.get('keys.json')!).toString())).toMatchObject({ log: { origin, vkey } });
  // Verification by a third party: with the digest of the file, the salt of the proof, and the key.
  const report = JSON.parse(Buffer.from(files.get('evidence.json')!).toString());
  const digest = createHash('sha256').update(toCanonicalJson(report)).digest();
  expect(isProven(proof.toString(), (salt) => evidenceEntry(digest, salt), vkey)).toBe(true);
});

it('erasing the content of a document also erases its salt and leaves the log unchanged', async () => {
  const { id, payload } = await prove();
  await write();
  const found = await records.transparency.proveDocument(scope.workspaceId, id);
  if (typeof found !== 'object') throw new Error(found);
  const checkpoint = await records.transparency.checkpoint();
  await records.documents.erase(scope, id);
  expect(await records.transparency.prove(found.digest)).toBe('unknown');
  expect(await records.transparency.proveDocument(scope.workspaceId, id)).toBe('unknown');
  await documentAddLogProof.work(payload, app, never);
  expect(await events(id)).toEqual([]);
  expect(await records.transparency.checkpoint()).toBe(checkpoint);
});
