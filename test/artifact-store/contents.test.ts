import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Scope } from '../../src/lib/scope.ts';
import {
  type ArtifactStore,
  type Contents,
  makeFolderStore,
} from '../../src/modules/documents/artifact-store/index.ts';
import { type Documents, makeDocuments } from '../../src/modules/documents/index.ts';
import { system } from '../../src/platform/db/index.ts';
import { type Metrics, makeMetrics } from '../../src/platform/index.ts';
import { makeTestContents } from '../support/artifacts.ts';
import { makeTestDatabase, type TestDatabase } from '../support/database.ts';
import { makeId, makeVerdict, makeWorkspace, receiveOne } from '../support/records.ts';

const LARGE = 200_000;
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

let test: TestDatabase;
let folder: string;
let store: ArtifactStore;
let metrics: Metrics;
let contents: Contents;
let documents: Documents;
let scope: Scope;
beforeAll(async () => {
  test = await makeTestDatabase();
});
afterAll(() => test.drop());
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'einvoice-contents-'));
  store = makeFolderStore(folder, async () => null);
  metrics = makeMetrics('test');
  contents = makeTestContents(test.db, store, metrics);
  documents = makeDocuments({ db: test.db, now: () => Date.now(), newId: makeId, contents });
  scope = await makeWorkspace(test.db);
});
afterEach(async () => {
  await contents.sweep(1_000);
  rmSync(folder, { recursive: true, force: true });
});

const files = (): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();

const storeContent = async (content: Buffer, of = contents) => {
  const address = await of.keep(scope.workspaceId, content, sha256(content));
  return { address: address!, sha256: sha256(content), size: content.length };
};

/** Creates a document with a rendered page of this content. */
const withArtifact = async (content: Buffer): Promise<string> => {
  const { id } = await receiveOne(documents, scope, { steps: ['validate', 'render'] });
  await documents.begin(scope, id);
  await documents.complete(scope, id, makeVerdict(true));
  const artifact = { name: 'invoice.pdf', mediaType: 'application/pdf', content } as const;
  expect(await documents.completeStep(scope, id, 'render', [artifact])).not.toBeNull();
  return id;
};

describe('artifact contents outside the database', () => {
  it('reads contents back unchanged and stores them encrypted', async () => {
    const content = Buffer.alloc(LARGE, 'plain to see ');
    const stored = await storeContent(content);
    expect(stored.address).toContain(`ws/${scope.workspaceId}/`);
    expect(files()).toEqual([stored.address]);
    const lies = readFileSync(join(folder, stored.address));
    expect([lies.length, lies.includes('plain')]).toEqual([LARGE + 28, false]);
    expect((await contents.read(scope.workspaceId, stored)).equals(content)).toBe(true);
  });

  it('keeps contents below 32 KiB in their rows', async () => {
    expect(await contents.keep(scope.workspaceId, Buffer.alloc(32 * 1024 - 1), '0'.repeat(64))).toBeNull();
    expect(files()).toEqual([]);
  });

  it.each([
    ['a byte is flipped', (bytes: Buffer) => bytes.fill(bytes[1_000]! ^ 1, 1_000, 1_001), 'changed'],
    ['a byte is missing', (bytes: Buffer) => bytes.subarray(1), 'changed'],
    ['an extra byte is appended', (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc(1)]), 'changed'],
    ['it is empty', () => Buffer.alloc(0), 'changed'],
    ['it is missing', () => null, 'missing'],
  ] as const)('rejects a damaged content: %s', async (_, damage, reason) => {
    const stored = await storeContent(randomBytes(LARGE));
    const path = join(folder, stored.address);
    const damaged = damage(readFileSync(path));
    if (damaged === null) rmSync(path);
    else writeFileSync(path, damaged);
    await expect(contents.read(scope.workspaceId, stored)).rejects.toMatchObject({ code: 'artifact_damaged' });
    expect(await metrics.render()).toContain(`artifact_contents_damaged_total{reason="${reason}",role="test"} 1`);
  });

  it('rejects a content that was swapped with another one or is read by another workspace', async () => {
    const [one, two] = [await storeContent(randomBytes(LARGE)), await storeContent(randomBytes(LARGE))];
    writeFileSync(join(folder, one.address), readFileSync(join(folder, two.address)));
    await expect(contents.read(scope.workspaceId, one)).rejects.toMatchObject({ code: 'artifact_damaged' });
    const other = await makeWorkspace(test.db);
    await expect(contents.read(other.workspaceId, two)).rejects.toMatchObject({ code: 'artifact_damaged' });
  });

  it('deletes the key with the workspace: copies of the store stay unreadable, and its contents are swept', async () => {
    const content = randomBytes(LARGE);
    const id = await withArtifact(content);
    const [address = ''] = files();
    const copy = readFileSync(join(folder, address));
    await system(test.db)
      .updateTable('workspaces')
      .set({ expires_at: new Date(0) })
      .where('id', '=', scope.workspaceId)
      .execute();
    await system(test.db).deleteFrom('workspaces').where('id', '=', scope.workspaceId).execute();
    const keys = await system(test.db).selectFrom('workspace_keys').select('workspace_id').execute();
    expect(keys.map((key) => key.workspace_id)).not.toContain(scope.workspaceId);
    await expect(documents.artifacts.read(scope, id, 'invoice.pdf')).rejects.toMatchObject({
      code: 'document_not_found',
    });
    const stored = { address, sha256: sha256(content), size: content.length };
    await expect(contents.read(scope.workspaceId, stored)).rejects.toMatchObject({ code: 'artifact_damaged' });
    await contents.sweep(100);
    expect(files()).toEqual([]);
    // Restores the copy and recreates the workspace, which gets a new key.
    const row = { id: scope.workspaceId, name: 'Again', environment: 'production' as const };
    await system(test.db)
      .insertInto('workspaces')
      .values({ ...row, created_at: new Date(), expires_at: null })
      .execute();
    expect((await storeContent(content)).address).toBe(address);
    writeFileSync(join(folder, address), copy);
    await expect(contents.read(scope.workspaceId, stored)).rejects.toMatchObject({ code: 'artifact_damaged' });
  });

  it('creates one key per workspace when several processes start concurrently', async () => {
    const many = Array.from({ length: 6 }, () =>
      makeTestContents(
        test.db,
        makeFolderStore(folder, async () => null),
      ),
    );
    const contexts = many.map(() => randomBytes(LARGE));
    const stored = await Promise.all(many.map((one, index) => storeContent(contexts[index]!, one)));
    for (const [index, one] of many.entries())
      expect((await one.read(scope.workspaceId, stored[5 - index]!)).equals(contexts[5 - index]!)).toBe(true);
  });
});

describe('artifacts of documents', () => {
  it('reads an artifact outside the database in full and by range', async () => {
    const content = randomBytes(1_300_000);
    const id = await withArtifact(content);
    expect(files()).toHaveLength(1);
    const artifact = await documents.artifacts.open(scope, id, 'invoice.pdf');
    expect(artifact).toMatchObject({
      size_bytes: content.length,
      sha256: sha256(content),
      etag: `"${sha256(content)}"`,
    });
    const listed = await documents.artifacts.list(scope, id);
    expect(listed.find(({ name }) => name === 'invoice.pdf')?.size_bytes).toBe(content.length);
    for (const [from, to] of [
      [0, 10],
      [5, 5],
      [1_299_990, 1_300_000],
      [1_299_990, 2_000_000],
      [9, 3],
    ] as const) {
      expect((await artifact.read(from, to)).equals(content.subarray(from, Math.max(from, to)))).toBe(true);
      const parts: Buffer[] = [];
      for await (const part of artifact.stream(from, to)) parts.push(part);
      expect(Buffer.concat(parts).equals(content.subarray(from, Math.max(from, to)))).toBe(true);
    }
    expect((await artifact.read()).equals(content)).toBe(true);
    expect((await documents.artifacts.read(scope, id, 'invoice.pdf')).equals(content)).toBe(true);
    const [read] = await documents.artifacts.readEach(scope, [id, 'doc_other'], 'invoice.pdf');
    expect([read?.[0], read?.[1].equals(content)]).toEqual([id, true]);
  });

  it('deletes a shared content only after the last document that refers to it is erased', async () => {
    const content = randomBytes(LARGE);
    const [one, two] = [await withArtifact(content), await withArtifact(content)];
    expect(files()).toHaveLength(1);
    await contents.sweep(100);
    await documents.erase(scope, one);
    await contents.sweep(100);
    // The other document refers to the same content at the same address.
    expect((await documents.artifacts.read(scope, two, 'invoice.pdf')).equals(content)).toBe(true);
    await documents.erase(scope, two);
    expect(files()).toHaveLength(1);
    expect(await contents.sweep(100)).toBe(1);
    expect([files(), await contents.sweep(100)]).toEqual([[], 0]);
  });

  it('sweeps the content of a replaced artifact', async () => {
    const id = await withArtifact(randomBytes(LARGE));
    const content = randomBytes(LARGE);
    const artifacts = [
      { name: 'evidence.tlog-proof', mediaType: 'text/plain', content: Buffer.from('proof') },
      { name: 'invoice.pdf', mediaType: 'application/zip', content },
    ] as const;
    await documents.addLogProof(scope, id, { log: 'log.test', index: 0, tree_size: 1 } as never, artifacts);
    expect(files()).toHaveLength(2);
    await contents.sweep(100);
    expect(files()).toHaveLength(1);
    expect((await documents.artifacts.read(scope, id, 'invoice.pdf')).equals(content)).toBe(true);
    // A small replacement is stored in the row again.
    const small = { name: 'invoice.pdf', mediaType: 'application/zip', content: Buffer.from('small') } as const;
    await system(test.db).deleteFrom('document_artifacts').where('name', '=', 'evidence.tlog-proof').execute();
    await documents.addLogProof(scope, id, { log: 'log.test', index: 0, tree_size: 1 } as never, [small]);
    expect(String(await documents.artifacts.read(scope, id, 'invoice.pdf'))).toBe('small');
    await contents.sweep(100);
    expect(files()).toEqual([]);
  });
});

describe('sweep of unreferenced contents', () => {
  it('deletes an old content that no row refers to', async () => {
    await storeContent(randomBytes(LARGE));
    const sweeper = makeTestContents(test.db, store);
    expect(files()).toHaveLength(1);
    expect(await sweeper.sweep(100)).toBe(1);
    expect(files()).toEqual([]);
  });

  it('makes the write of the row fail when the sweep runs between content and row', async () => {
    const { id } = await receiveOne(documents, scope, { steps: ['validate', 'render'] });
    await documents.begin(scope, id);
    await documents.complete(scope, id, makeVerdict(true));
    const hasty: Contents = {
      ...contents,
      keep: async (...args) => {
        const address = await contents.keep(...args);
        await contents.sweep(100);
        return address;
      },
    };
    const racing = makeDocuments({ db: test.db, now: () => Date.now(), newId: makeId, contents: hasty });
    const artifact = { name: 'invoice.pdf', mediaType: 'application/zip', content: randomBytes(LARGE) } as const;
    await expect(racing.completeStep(scope, id, 'render', [artifact])).rejects.toThrow('foreign key');
    await expect(documents.artifacts.read(scope, id, 'invoice.pdf')).rejects.toMatchObject({
      code: 'artifact_not_found',
    });
    // The job is retried.
    await documents.completeStep(scope, id, 'render', [artifact]);
    expect((await documents.artifacts.read(scope, id, 'invoice.pdf')).equals(artifact.content)).toBe(true);
  });

  it('finishes an interrupted sweep in the next run', async () => {
    const id = await withArtifact(randomBytes(LARGE));
    await documents.erase(scope, id);
    let deleted = 0;
    const failing = makeTestContents(test.db, {
      ...store,
      delete: async (address) => {
        await store.delete(address);
        deleted += 1;
        throw new Error('killed');
      },
    });
    await expect(failing.sweep(100)).rejects.toThrow('killed');
    expect([deleted, files()]).toEqual([1, []]);
    expect([await contents.sweep(100), await contents.sweep(100)]).toEqual([1, 0]);
  });
});
