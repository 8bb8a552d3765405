import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Scope } from '../../src/lib/scope.ts';
import { findArtifactQuery } from '../../src/modules/documents/artifacts/artifact-store.ts';
import type { Documents } from '../../src/modules/documents/index.ts';
import { system } from '../../src/platform/db/index.ts';
import { refusal } from '../../src/platform/errors/index.ts';
import { makeTestDatabase, type TestDatabase } from '../support/database.ts';
import { makeRecords, makeWorkspace, receiveOne } from '../support/records.ts';

let test: TestDatabase;
let documents: Documents;
let scope: Scope;

beforeAll(async () => {
  test = await makeTestDatabase();
  documents = makeRecords(test.db).documents;
  scope = await makeWorkspace(test.db);
});
afterAll(() => test.drop());

it('stores every byte of an artifact and its hash', async () => {
  const content = randomBytes(1_300_000);
  const { id } = await receiveOne(documents, scope, { content });
  const artifact = await documents.artifacts.open(scope, id, 'invoice.xml');
  const sha256 = createHash('sha256').update(content).digest('hex');
  expect(artifact).toMatchObject({
    name: 'invoice.xml',
    media_type: 'application/xml',
    size_bytes: content.length,
    sha256,
    etag: `"${sha256}"`,
  });
  expect(content.equals(await artifact.read())).toBe(true);
  expect(content.equals(await documents.artifacts.read(scope, id, 'invoice.xml'))).toBe(true);

  const parts: Buffer[] = [];
  for await (const part of artifact.stream()) parts.push(part);
  expect(parts.length).toBeGreaterThan(1);
  expect(content.equals(Buffer.concat(parts))).toBe(true);
});

it.each([
  [0, 1],
  [3, 7],
  [9, 10],
  [0, 10],
  [5, 5],
  [8, 100],
  [10, 20],
])('reads the bytes of an artifact from %i up to, excluding, %i', async (from, to) => {
  const content = Buffer.from('0123456789');
  const { id } = await receiveOne(documents, scope, { content });
  const artifact = await documents.artifacts.open(scope, id, 'invoice.xml');
  expect(String(await artifact.read(from, to))).toBe('0123456789'.slice(from, to));
  const parts: Buffer[] = [];
  for await (const part of artifact.stream(from, to)) parts.push(part);
  expect(String(Buffer.concat(parts))).toBe('0123456789'.slice(from, to));
});

it('stores an empty file', async () => {
  const { id } = await receiveOne(documents, scope, { content: new Uint8Array() });
  const artifact = await documents.artifacts.open(scope, id, 'invoice.xml');
  expect(artifact.size_bytes).toBe(0);
  expect(await artifact.read()).toHaveLength(0);
});

it.each(['validation.json', 'nothing', '../invoice.xml'])('reports a missing artifact: %s', async (name) => {
  const { id } = await receiveOne(documents, scope);
  await expect(documents.artifacts.open(scope, id, name)).rejects.toEqual(
    refusal('artifact_not_found', { id, artifact: name }),
  );
});

it('reads only the requested range from the database', () => {
  const query = findArtifactQuery(system(test.db), 'wsp_1', 'doc_1', 'invoice.xml', { start: 10, length: 5 }).compile();
  expect(query.sql).toBe(
    'select "name", "media_type", "sha256", "created_at", "address", coalesce(stored_bytes, size_bytes) as "size_bytes", ' +
      'substring(content from $1 for $2) as "content" from "document_artifacts" ' +
      'where "workspace_id" = $3 and "document_id" = $4 and "name" = $5',
  );
  expect(query.parameters).toEqual([11, 5, 'wsp_1', 'doc_1', 'invoice.xml']);
});
