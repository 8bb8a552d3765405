import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeFolderStore } from '../../src/modules/documents/artifact-store/index.ts';
import { system } from '../../src/platform/db/index.ts';
import { findRoot } from '../../src/platform/index.ts';
import { makeTestContents } from '../support/artifacts.ts';
import { makeTestDatabase, type TestDatabase } from '../support/database.ts';
import { makeWorkspace } from '../support/records.ts';
import { waitUntil } from '../support/service.ts';

let test: TestDatabase;
let folder: string;
beforeAll(async () => {
  test = await makeTestDatabase();
  folder = mkdtempSync(join(tmpdir(), 'einvoice-killed-'));
});
afterAll(async () => {
  await test.drop();
  rmSync(folder, { recursive: true, force: true });
});

const killed = async (what: 'writes' | 'sweeps', workspaceId: string) => {
  const program = join(findRoot(), 'test/artifact-store/killed-writer.ts');
  const { signal, stderr } = spawnSync(
    process.execPath,
    ['--import', 'tsx', program, what, test.url, folder, workspaceId],
    {
      cwd: findRoot(),
      encoding: 'utf8',
    },
  );
  expect([signal, stderr]).toEqual(['SIGKILL', '']);
  // PostgreSQL notices the lost connection later; until then it keeps the row locks of the process.
  await waitUntil(async () => {
    const { rows } = await sql`select from pg_stat_activity where application_name like 'killed writer%'`.execute(
      system(test.db),
    );
    return rows.length === 0;
  });
};

const countStored = async () => {
  const rows = await system(test.db).selectFrom('stored_contents').select('address').execute();
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return [rows.length, files.length];
};

it('recovers from a process killed between content and row, and from one killed during a sweep', async () => {
  const { workspaceId } = await makeWorkspace(test.db);
  await killed('writes', workspaceId);
  expect(await countStored()).toEqual([1, 1]);
  await killed('sweeps', workspaceId);
  // The content is deleted, its row is not.
  expect(await countStored()).toEqual([1, 0]);
  const contents = makeTestContents(
    test.db,
    makeFolderStore(folder, async () => null),
  );
  expect(await contents.sweep(100)).toBe(1);
  expect(await countStored()).toEqual([0, 0]);
});
