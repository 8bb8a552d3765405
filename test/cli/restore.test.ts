import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readBackIn, writeBackup } from '../../src/cli/backup.ts';
import { withServiceDatabase } from '../../src/cli/with-database.ts';
import { beginRestore, endRestore, migrate, pendingMigrations, system } from '../../src/platform/db/index.ts';
import { explainFailure, findRoot, OperatorFault } from '../../src/platform/index.ts';
import { makeTestDatabase, type TestDatabase, testLog } from '../support/database.ts';

/** Backups leave the machine: only an unmodified backup of this service is restored, as a whole or not at all. */

const SECRET = 'the evidence secret of these tests alone';
const MIGRATIONS = join(findRoot(), 'migrations');

let folder: string;
let source: TestDatabase;
let target: TestDatabase;
let backup: string;
let count = 0;

const place = (databaseUrl: string, dataDir: string, evidenceSecret: string | null = SECRET) => ({
  databaseUrl,
  databaseDirectUrl: null,
  dataDir,
  evidenceSecret,
  root: findRoot(),
  sftp: { root: join(dataDir, 'sftp') } as never,
});

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'einvoice-restore-'));
  source = await makeTestDatabase();
  target = await makeTestDatabase({ empty: true });
  backup = join(folder, 'backup');
  const dataDir = join(folder, 'source');
  for (const [name, text] of Object.entries({
    'rules/house/1.0/pack.json': '{}',
    'rules/house/1.0/parts/number.sch': '<pattern/>',
    'rules/.compiled/house@1.0.0.mjs': 'code',
    'rules/.compiled/house@1.0.0.json': '{}',
    'rules/.served/house/2.0/pack.json': '{}',
    'rules/.reference/0.sef.json': '{}',
    'rules/.new-1/pack.json': '{}',
    'rules/.probe-1': '',
    'artifacts/ws/wsp_1/2027/01/a': 'artifact',
    'artifacts/.unfinished/b': 'half',
    'sftp/wsp_1/in/faktúra.xml': '<Invoice/>',
    'installation.key': 'key',
    'evidence.secret': SECRET,
  })) {
    mkdirSync(join(dataDir, name, '..'), { recursive: true });
    writeFileSync(join(dataDir, name), text);
  }
  await writeBackup(place(source.url, dataDir), testLog, backup);
});
afterAll(async () => {
  await source.drop();
  await target.drop();
  rmSync(folder, { recursive: true, force: true });
});

const linesOf = (file: string): string[] => gunzipSync(readFileSync(file)).toString('utf8').trimEnd().split('\n');
const tables = async (): Promise<unknown[]> =>
  (await sql`select relname from pg_class where relnamespace = 'public'::regnamespace`.execute(system(target.db))).rows;

/** The backup with changed lines, as a file. */
function changed(change: (lines: string[]) => string[]): string {
  const file = join(folder, `changed-${count++}`);
  writeFileSync(file, gzipSync(`${change(linesOf(backup)).join('\n')}\n`));
  return file;
}

/** The backup with an additional file that its trailer counts. */
const withFile = (name: string): string =>
  changed((lines) => {
    const { end, ...rest } = JSON.parse(lines.pop()!);
    const file = { file: name, mode: 0o644, piece: Buffer.from('text').toString('base64') };
    return [...lines, JSON.stringify(file), JSON.stringify({ end: { ...end, files: end.files + 1 }, ...rest })];
  });

async function refusal(file: string, secret: string | null = SECRET, unverified = false): Promise<string> {
  const dataDir = join(folder, `new-${count++}`);
  const error = await readBackIn(place(target.url, dataDir, secret), testLog, file, unverified).catch((why) => why);
  expect(error).toBeInstanceOf(OperatorFault);
  expect(existsSync(dataDir)).toBe(false);
  expect(await tables()).toEqual([]);
  return explainFailure(error).text;
}

it('a backup contains no compiled rules, caches, drafts, keys or secrets', () => {
  const files = linesOf(backup).flatMap((line) => JSON.parse(line).file ?? []);
  expect([...new Set(files)]).toEqual([
    'rules/house/1.0/pack.json',
    'rules/house/1.0/parts/number.sch',
    'artifacts/ws/wsp_1/2027/01/a',
    'sftp/wsp_1/in/faktúra.xml',
  ]);
});

it.each([
  'rules/.compiled/house@1.0.0.mjs',
  'rules/.compiled/house@1.0.0.json',
  'rules/.served/.compiled/../../x.mjs',
  'rules/house/1.0/.compiled/a.mjs',
  'rules/house/1.0/../../../installation.key',
  'rules/house.mjs',
  'rules/house/1.0',
  'rules/.hidden/1.0/pack.json',
  'rules/house/.1/pack.json',
  'rules//1.0/pack.json',
  'artifacts/.unfinished/a',
  'artifacts/a.mjs',
  'sftp/a',
  'sftp/wsp_1/../../installation.key',
  'sftp/wsp_1/.unfinished/a',
  'sftp/wsp_1/a\0b',
  'installation.key',
  'evidence.secret',
  'postgres/postgresql.conf',
  'dist/src/main.js',
  '../outside',
  '/etc/passwd',
  '',
])('restore rejects a backup with the file %j, verified or unverified', async (name) => {
  const reason = /does not belong in a backup/;
  const file = withFile(name);
  expect(await refusal(file)).toMatch(reason);
  expect(await refusal(file, SECRET, true)).toMatch(reason);
});

it('restore rejects a backup with any changed line', async () => {
  const lines = linesOf(backup);
  const rows = lines.findIndex((line) => line.startsWith('{"table"'));
  const piece = lines.findIndex((line) => line.includes('"piece":"') && !line.includes('"piece":""'));
  const changes: ((lines: string[]) => string[])[] = [
    (all) => all.with(0, all[0]!.replace(/"made_at":"\d/, '"made_at":"3')),
    (all) => all.with(rows, all[rows]!.replace(/"rows":\[\[(null|")/, '"rows":[[$1')).toSpliced(rows, 0, all[rows]!),
    (all) => all.with(piece, all[piece]!.replace(/"piece":"./, '"piece":"Z')),
    (all) => all.with(piece, `${all[piece]} `),
    (all) => all.with(-1, all.at(-1)!.replace(/"seal":"\w{4}/, '"seal":"0000')),
  ];
  for (const change of changes) expect(await refusal(changed(change))).toMatch(/was changed|row or file counts/);
});

it('restore accepts an unsealed backup, or one sealed with another secret, only with --unverified', async () => {
  const unsealed = changed((lines) => lines.with(-1, JSON.stringify({ end: JSON.parse(lines.at(-1)!).end })));
  expect(await refusal(unsealed)).toMatch(/has no seal.*--unverified/);
  expect(await refusal(backup, `${SECRET}!`)).toMatch(/another EVIDENCE_SECRET.*--unverified/);
  expect(await refusal(backup, null)).toMatch(/cannot be verified: set the EVIDENCE_SECRET.*--unverified/);
  // A plain digest, which anyone can compute, is not a seal.
  const digest = createHash('sha256').update(linesOf(backup).slice(0, -1).join('\n')).digest('hex');
  expect(
    await refusal(changed((lines) => lines.with(-1, lines.at(-1)!.replace(/"seal":"\w+"/, `"seal":"${digest}"`)))),
  ).toMatch('was changed');

  const other = await makeTestDatabase({ empty: true });
  try {
    const dataDir = join(folder, 'unverified');
    await readBackIn(place(other.url, dataDir, null), testLog, unsealed, true);
    expect(readdirSync(join(dataDir, 'rules'))).toEqual(['house']);
    expect(readFileSync(join(dataDir, 'rules/house/1.0/parts/number.sch'), 'utf8')).toBe('<pattern/>');
    expect(await pendingMigrations(other.db, MIGRATIONS)).toEqual([]);
  } finally {
    await other.drop();
  }
});

it('after an interrupted restore, every command on the database reports it, and nothing clears the mark', async () => {
  const other = await makeTestDatabase({ empty: true });
  const there = place(other.url, join(folder, 'interrupted'));
  const interrupted = 'The restore was interrupted. Drop the database, create it and restore again';
  try {
    await beginRestore(other.url);
    for (const step of ['before its first table', 'after its schema']) {
      if (step === 'after its schema') await migrate(other.db, MIGRATIONS, { isRestoring: true });
      const works: (() => Promise<unknown>)[] = [
        () => migrate(other.db, MIGRATIONS),
        () => pendingMigrations(other.db, MIGRATIONS),
        () => withServiceDatabase(there, testLog, async () => undefined),
        () => writeBackup(there, testLog, join(folder, 'of-nothing')),
        () => readBackIn(there, testLog, backup),
        () => beginRestore(other.url),
      ];
      for (const work of works) await expect(work(), step).rejects.toThrow(interrupted);
    }
    await endRestore(other.url);
    expect(await withServiceDatabase(there, testLog, async () => 'done')).toBe('done');
  } finally {
    await other.drop();
  }
});

it('a restore that PostgreSQL rejects leaves the mark of an interrupted restore', async () => {
  const other = await makeTestDatabase({ empty: true });
  const there = place(other.url, join(folder, 'refused'));
  try {
    const wrong = changed((lines) =>
      lines
        .toSpliced(-1, 0, '{"table":"workspaces","rows":[]}')
        .map((line) =>
          line.startsWith('{"backup"')
            ? line.replace('"sequences":[', '"sequences":[{"name":"none","value":"1","called":true},')
            : line,
        ),
    );
    await expect(readBackIn(there, testLog, wrong, true)).rejects.toThrow('empty it before the next attempt');
    await expect(migrate(other.db, MIGRATIONS)).rejects.toThrow('The restore was interrupted');
  } finally {
    await other.drop();
  }
});
