import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkCertificate, checkMemory, examine, type Finding } from '../../src/cli/doctor.ts';
import { migrate, openDatabase, probeDatabase, recordSecret, system } from '../../src/platform/db/index.ts';
import { ConfigProblems, findRoot, readConfig, startPostgres } from '../../src/platform/index.ts';
import { makeCertificate } from '../support/certificate.ts';
import { runCli } from '../support/cli.ts';
import { makeTestDatabase, type TestDatabase, testLog } from '../support/database.ts';

const SECRETS = { EVIDENCE_SECRET: 'e'.repeat(32), SECRETS_KEY: 's'.repeat(32) };

let test: TestDatabase;
let folder: string;
beforeAll(async () => {
  test = await makeTestDatabase();
  folder = mkdtempSync(join(tmpdir(), 'einvoice-doctor-'));
});
afterAll(async () => {
  await test.drop();
  rmSync(folder, { recursive: true, force: true });
});

const examineWith = (variables: Record<string, string>): Promise<Finding[]> =>
  examine(readConfig({ DATABASE_URL: test.url, DATA_DIR: folder, ...SECRETS, ...variables }), testLog);
const statusesOf = (findings: readonly Finding[]) => Object.fromEntries(findings.map(({ id, status }) => [id, status]));
const find = (findings: readonly Finding[], id: string) => findings.find((finding) => finding.id === id);

it('reports a healthy installation, one finding per check', async () => {
  await sql`insert into process_figures (process, owner, figures, at) values
    ('api-1', 'test', '{}', now()), ('workers-1', 'ended', '{}', now() - interval '5 minutes')`.execute(
    system(test.db),
  );
  const findings = await examineWith({});
  await sql`delete from process_figures`.execute(system(test.db));
  expect(findings.filter(({ id, status }) => status !== 'ok' && id !== 'disk')).toEqual([]);
  expect(findings.map(({ id }) => id)).toEqual([
    'version',
    'node',
    'configuration',
    'database',
    'clock',
    'migrations',
    'service',
    'privileges',
    'queue',
    'secrets',
    'evidence',
    'data_dir',
    'disk',
    'memory',
  ]);
  expect(find(findings, 'service')?.detail).toBe('These processes of the service are running: api-1.');
});

it('warns when no process is running, and when secrets are stored unencrypted', async () => {
  const findings = await examineWith({ SECRETS_KEY: '' });
  expect(statusesOf(findings)).toMatchObject({ service: 'warning', secrets: 'warning' });
});

it('reports a secret that differs from the one that the database was used with', async () => {
  await recordSecret(test.db, 'SECRETS_KEY', SECRETS.SECRETS_KEY);
  expect(find(await examineWith({}), 'secrets')?.status).toBe('ok');
  expect(find(await examineWith({ SECRETS_KEY: 'x'.repeat(32) }), 'secrets')).toEqual({
    id: 'secrets',
    status: 'error',
    detail: 'SECRETS_KEY is not the one that this database was used with.',
    remedy: 'Set the SECRETS_KEY that this database was used with.',
  });
});

it('reports a queue in Redis that does not respond', async () => {
  const findings = await examineWith({ REDIS_URL: 'redis://127.0.0.1:1' });
  expect(find(findings, 'queue')).toMatchObject({
    status: 'error',
    detail: expect.stringContaining('Check REDIS_URL'),
  });
});

it('reports a database without schema, and skips the checks that need it', async () => {
  const empty = await makeTestDatabase({ empty: true });
  const findings = await examineWith({ DATABASE_URL: empty.url });
  await empty.drop();
  expect(statusesOf(findings)).toMatchObject({ database: 'ok', migrations: 'error', data_dir: 'ok' });
  expect(find(findings, 'secrets')).toBeUndefined();
});

it('checks everything else when the database is unreachable or the configuration is invalid', async () => {
  const unreachable = await examineWith({ DATABASE_URL: 'postgres://u:p@127.0.0.1:1/x' });
  expect(statusesOf(unreachable)).toMatchObject({ database: 'error', evidence: 'ok', data_dir: 'ok', memory: 'ok' });
  const invalid = await examine(new ConfigProblems(['PORT must be a port number']), testLog);
  expect(invalid.map(({ id, status }) => [id, status])).toEqual([
    ['version', 'ok'],
    ['node', 'ok'],
    ['configuration', 'error'],
    ['memory', 'ok'],
  ]);
});

it('checks an embedded database before the first start, while the service runs, and after it stopped', async () => {
  const dataDir = join(folder, 'embedded');
  const variables = { DATABASE_URL: '', DATA_DIR: dataDir };
  expect(find(await examineWith(variables), 'service')).toMatchObject({
    status: 'warning',
    detail: expect.stringContaining('has not been started yet'),
  });
  const postgres = await startPostgres({ dataDir, log: testLog, durable: false });
  const db = openDatabase({ url: postgres.url, maxConnections: 1, applicationName: 'einvoice test', log: testLog });
  await migrate(db, join(findRoot(), 'migrations'));
  await db.close();
  // A separate process, because the lock of the data folder belongs to this one.
  const environment = { ...SECRETS, ...variables, REDIS_URL: '' };
  const running = await runCli(['doctor', '--json'], environment);
  expect(running.code, running.out).toBe(0);
  const statuses = statusesOf((JSON.parse(running.out) as { checks: Finding[] }).checks);
  expect(statuses).toMatchObject({ database: 'ok', migrations: 'ok', queue: 'ok', service: 'warning' });
  await postgres.stop();
  const stopped = await runCli(['doctor'], environment);
  expect(stopped.code, stopped.out).toBe(0);
  expect(stopped.out).toMatch(/^ok {7}database +PostgreSQL \d+/m);
  expect(stopped.out).toMatch(/^warning {2}service +The service is not running: doctor started its PostgreSQL/m);
  expect(stopped.out).toMatch(/\nchecks: 14, errors: 0, warnings: \d$/);
});

it('exits with 1 when a check reports an error, and with 2 for an unknown option', async () => {
  const variables = { DATABASE_URL: 'postgres://u:p@127.0.0.1:1/x', DATA_DIR: folder, REDIS_URL: '' };
  const { code, out } = await runCli(['doctor', '--json'], variables);
  expect(code).toBe(1);
  expect(JSON.parse(out)).toMatchObject({ status: 'error' });
  expect(await runCli(['doctor', '--fix'], variables)).toMatchObject({ code: 2, out: '' });
});

it('measures the clock against that of the database', async () => {
  const { clockAheadMs, major } = await probeDatabase(test.db, () => Date.now());
  expect([Math.abs(clockAheadMs) < 1_000, major >= 15]).toEqual([true, true]);
  const ahead = await probeDatabase(test.db, () => Date.now() + 60_000);
  expect(Math.round(ahead.clockAheadMs / 10_000)).toBe(6);
  const behind = await probeDatabase(test.db, () => Date.now() - 60_000);
  expect(Math.round(behind.clockAheadMs / 10_000)).toBe(-6);
});

describe('certificate', () => {
  it('is not checked when the API serves HTTP', () => {
    expect(checkCertificate({ tls: null }, Date.now())).toEqual([]);
  });

  it('reports the expiry, its last days, and a wrong key', () => {
    const [own, other] = [makeCertificate('own.example'), makeCertificate('other.example')];
    const files = Object.entries({ cert: own.cert, key: own.key, other: other.key }).map(([name, text]) => {
      const file = join(folder, name);
      writeFileSync(file, text);
      return file;
    }) as [string, string, string];
    const [cert, key, otherKey] = files;
    const DAY = 86_400_000;
    const statusAt = (now: number): string | undefined => checkCertificate({ tls: { cert, key } }, now)[0]?.status;
    const [{ detail }] = checkCertificate({ tls: { cert, key } }, Date.now()) as [Finding];
    const end = Date.parse(/\d{4}-\d\d-\d\d/.exec(detail)![0]);
    expect([statusAt(end - 20 * DAY), statusAt(end - 10 * DAY), statusAt(end + 2 * DAY)]).toEqual([
      'ok',
      'warning',
      'error',
    ]);
    expect(checkCertificate({ tls: { cert, key: otherKey } }, Date.now())[0]?.status).toBe('error');
    expect(checkCertificate({ tls: { cert: join(folder, 'none'), key } }, Date.now())[0]?.status).toBe('error');
  });
});

it('warns below the minimum memory', () => {
  const GIB = 1024 ** 3;
  expect(checkMemory({ bytes: 2 * GIB, of: 'control group', isShort: false }).status).toBe('ok');
  expect(checkMemory({ bytes: GIB / 2, of: 'control group', isShort: true })).toMatchObject({
    status: 'warning',
    detail: 'The control group has 0.5 GiB of memory (minimum for all roles: 1.0 GiB).',
  });
});
