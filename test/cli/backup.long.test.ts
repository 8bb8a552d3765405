import { randomUUID } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readBackIn, writeBackup } from '../../src/cli/backup.ts';
import { type Database, system } from '../../src/platform/db/index.ts';
import { findRunningPostgres, readConfig } from '../../src/platform/index.ts';
import { runCli } from '../support/cli.ts';
import { makeTestDatabase, testLog } from '../support/database.ts';
import { makeInvoice } from '../support/invoice-builder.ts';
import { removeData, type Service, startService, waitUntil } from '../support/service.ts';

/** Restore drill: a restored service has the data of the original and continues with it. */

const SECRETS = {
  EVIDENCE_SECRET: 'the evidence secret of a drill alone',
  SECRETS_KEY: 'the key for secrets of a drill alone',
};
/** Evidence is stored as files and restored with the rows. */
const SETTINGS = { ...SECRETS, ARTIFACT_STORE: 'file' };

let folder: string;
let file: string;
let service: Service;
let key: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'einvoice-drill-'));
  file = join(folder, 'backup');
  service = await startService({ environment: SETTINGS });
  const made = await fetch(`${service.url}/api/sandbox-keys`, { method: 'POST' });
  key = ((await made.json()) as { key: string }).key;
});
afterAll(async () => {
  await service.stop();
  removeData(service);
  rmSync(folder, { recursive: true, force: true });
});

const call = (at: Service, path: string, body?: unknown): Promise<Response> =>
  fetch(at.url + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() },
    body: body === undefined ? null : JSON.stringify(body),
  });

const storeDocument = async (at: Service): Promise<string> => {
  const document = { filename: 'ľúbezná.xml', content: makeInvoice(), steps: ['validate', 'evidence'] };
  const created = await call(at, '/api/documents', document);
  expect(created.status, await created.clone().text()).toBe(202);
  const { id } = (await created.json()) as { id: string };
  await waitUntil(async () => (await call(at, `/api/documents/${id}/artifacts/evidence.zip`)).status === 200);
  return id;
};

/** Everything that a caller can read of a document. */
const readAll = async (at: Service, id: string) => ({
  document: await (await call(at, `/api/documents/${id}`)).json(),
  events: await (await call(at, `/api/documents/${id}/events`)).json(),
  evidence: Buffer.from(await (await call(at, `/api/documents/${id}/artifacts/evidence.zip`)).arrayBuffer()),
  keys: await (await fetch(`${at.url}/.well-known/jwks.json`)).json(),
});

it('restores the data of a running service into another one, which continues with it', async () => {
  const ids = [await storeDocument(service), await storeDocument(service)];
  // Wait for the proof, which completes the evidence.
  for (const id of ids)
    await waitUntil(
      async () => (await call(service, `/api/documents/${id}/artifacts/evidence.tlog-proof`)).status === 200,
    );
  const before = await Promise.all(ids.map((id) => readAll(service, id)));
  mkdirSync(join(service.dataDir, 'sftp/wsp_x/out'), { recursive: true });
  writeFileSync(join(service.dataDir, 'sftp/wsp_x/out/result.json'), '{"a":"ž"}', { mode: 0o640 });

  const saved = await runCli(['backup', file], { ...SETTINGS, DATA_DIR: service.dataDir });
  expect(saved.code, saved.err).toBe(0);
  expect(saved.out).toMatch(/: \d+ rows of \d+ tables, \d+ files$/);
  const artifacts = readdirSync(join(service.dataDir, 'artifacts/ws'), { recursive: true, withFileTypes: true });
  expect(artifacts.filter((entry) => entry.isFile()).length).toBeGreaterThanOrEqual(2);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  for (const secret of Object.values(SECRETS)) expect(readFileSync(file).includes(secret)).toBe(false);
  // Changes after the snapshot are not part of the backup.
  const later = await storeDocument(service);

  const dataDir = join(folder, 'new');
  const restored = await runCli(['restore', file], { ...SETTINGS, DATA_DIR: dataDir });
  expect(restored.code, restored.err).toBe(0);
  const again = await runCli(['restore', file], { ...SETTINGS, DATA_DIR: dataDir });
  expect([again.code, again.err]).toEqual([1, expect.stringContaining('not empty')]);

  const other = await startService({ environment: SETTINGS, dataDir });
  try {
    for (const [index, id] of ids.entries()) expect(await readAll(other, id)).toEqual(before[index]);
    expect((await call(other, `/api/documents/${later}`)).status).toBe(404);
    expect(readFileSync(join(dataDir, 'sftp/wsp_x/out/result.json'), 'utf8')).toBe('{"a":"ž"}');
    expect(statSync(join(dataDir, 'sftp/wsp_x/out/result.json')).mode & 0o777).toBe(0o640);
    // A folder is not accessible to users who may not read its files.
    expect(statSync(join(dataDir, 'sftp/wsp_x/out')).mode & 0o777).toBe(0o750);
    expect(statSync(join(dataDir, 'artifacts/ws')).mode & 0o777).toBe(0o700);
    const evidence = join(folder, 'evidence.zip');
    writeFileSync(evidence, before[0]!.evidence);
    const keys = join(folder, 'jwks.json');
    writeFileSync(keys, JSON.stringify((await readAll(other, ids[0]!)).keys));
    const verified = await runCli(['verify-evidence', evidence, '--keys', keys], { DATA_DIR: dataDir });
    expect(verified.code, verified.err + verified.out).toBe(0);
    // The restored service signs with the same key, because the same secret decrypts it.
    await storeDocument(other);
    const { keys: all } = (await (await fetch(`${other.url}/.well-known/jwks.json`)).json()) as { keys: unknown[] };
    expect(all).toHaveLength(1);
  } finally {
    await other.stop();
  }
});

it('rejects an inconsistent backup before any change, and removes a partial restore that PostgreSQL rejects', async () => {
  const lines = gunzipSync(readFileSync(file)).toString('utf8').trimEnd().split('\n');
  const change = (pattern: string, by: (line: string) => string): Buffer =>
    gzipSync(lines.map((line) => (line.startsWith(pattern) ? by(line) : line)).join('\n'));
  const target = await makeTestDatabase({ empty: true });
  const changed = join(folder, 'changed');
  try {
    const files = [
      { bytes: change('{"end"', (line) => line.replace(/"files":\d+/, '"files":1')), err: 'row or file counts' },
      { bytes: change('{"table":"documents"', (line) => `null\n${line}`), err: 'it contains an unknown line' },
    ];
    for (const { bytes, err } of files) {
      writeFileSync(changed, bytes);
      const sealed = await runCli(['restore', changed], { ...SETTINGS, DATA_DIR: join(folder, 'untouched') });
      expect([sealed.code, sealed.err]).toEqual([
        1,
        expect.stringMatching(/row or file counts|an unknown line|was changed/),
      ]);
      const dataDir = join(folder, 'untouched');
      const refused = await runCli(['restore', '--unverified', changed], {
        ...SETTINGS,
        DATA_DIR: dataDir,
        DATABASE_URL: target.url,
      });
      expect([refused.code, refused.err]).toEqual([1, expect.stringContaining(err)]);
      expect(existsSync(dataDir)).toBe(false);
      expect(await countsOf(target.db)).toEqual({});
    }
    writeFileSync(
      changed,
      change('{"table":"documents"', (line) => line.replace(/"rows":\[\["[^"]*"/, '"rows":[["no id"')),
    );
    const dataDir = join(folder, 'refused');
    const refused = await runCli(['restore', changed, '--unverified'], { ...SETTINGS, DATA_DIR: dataDir });
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('rows of documents that the database')]);
    expect(readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())).toEqual(
      [],
    );
    const there = await runCli(['restore', changed, '--unverified'], {
      ...SETTINGS,
      DATA_DIR: dataDir,
      DATABASE_URL: target.url,
    });
    expect([there.code, there.err]).toEqual([1, expect.stringContaining('empty it before the next attempt')]);
  } finally {
    await target.drop();
  }
});

const countsOf = async (db: Database): Promise<Record<string, number>> => {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      and not relispartition and relname <> 'process_figures'`.execute(system(db));
  const counts: Record<string, number> = {};
  for (const { name } of rows) {
    const { rows: found } = await sql<{ count: number }>`select count(*) as count from ${sql.table(name)}`.execute(
      system(db),
    );
    counts[name] = found[0]!.count;
  }
  return counts;
};

it('restores an external database with its privileges, row by row; a damaged backup leaves it empty', async () => {
  const target = await makeTestDatabase({ empty: true });
  const place = {
    ...readConfig({ ...SECRETS, DATABASE_URL: target.url, DATA_DIR: join(folder, 'beside') }),
    databaseUrl: target.url,
  };
  try {
    const part = join(folder, 'part');
    writeFileSync(part, readFileSync(file));
    truncateSync(part, statSync(part).size - 200);
    await expect(readBackIn(place, testLog, part)).rejects.toThrow();
    expect(await countsOf(target.db)).toEqual({});
    // Column names from the file become part of SQL statements.
    const [first, ...rest] = gunzipSync(readFileSync(file)).toString('utf8').split('\n');
    const made = JSON.parse(first!);
    made.head.tables[0].columns[0].type = 'text; create table evil ()';
    writeFileSync(part, gzipSync([JSON.stringify(made), ...rest].join('\n')));
    await expect(readBackIn(place, testLog, part)).rejects.toThrow('was changed');
    await expect(readBackIn(place, testLog, part, true)).rejects.toThrow('does not have');
    expect(Object.keys(await countsOf(target.db))).not.toContain('evil');
  } finally {
    await target.drop();
  }

  const whole = await makeTestDatabase({ empty: true });
  const source = findRunningPostgres(service.dataDir)!;
  const there = { ...place, databaseUrl: whole.url };
  try {
    const second = join(folder, 'second');
    const saved = await writeBackup({ ...place, databaseUrl: source }, testLog, second);
    const counts = await readBackIn(there, testLog, second);
    expect(counts).toEqual(saved);
    const found = await countsOf(whole.db);
    for (const [name, rows] of Object.entries(counts.rows)) expect([name, found[name]]).toEqual([name, rows]);
    expect(counts.rows.documents).toBe(3);
    const { rows } = await sql<{ scoped: boolean }>`
      select has_table_privilege('einvoice_scoped', 'documents', 'select') as scoped`.execute(system(whole.db));
    expect(rows).toEqual([{ scoped: true }]);
    // Triggers are enabled again.
    const { rows: resting } = await sql`select 1 from pg_trigger where not tgisinternal and tgenabled = 'D'`.execute(
      system(whole.db),
    );
    expect(resting).toEqual([]);
    await expect(readBackIn(there, testLog, second)).rejects.toThrow('not empty');
  } finally {
    await whole.drop();
  }
});
