import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Database, migrate, openDatabase } from '../../src/platform/db/index.ts';
import { makeMigrationLock } from '../../src/platform/db/migration-lock.ts';
import { makeLog } from '../../src/platform/index.ts';
import { makeTestDatabase, type TestDatabase } from '../support/database.ts';
import { hasPgBouncer, startPgBouncer, type TestPooler } from '../support/pgbouncer.ts';

if (!hasPgBouncer) process.stderr.write('PgBouncer is not installed: its migration tests are skipped\n');

/** Session lock, which is held until its connection ends. */
const SESSION_LOCK = `select pg_advisory_lock(${0x65696e76}), pg_backend_pid() as pid`;

let test: TestDatabase;
let folder: string;
let lines: Record<string, unknown>[];
beforeEach(async () => {
  test = await makeTestDatabase({ empty: true });
  folder = await mkdtemp(join(tmpdir(), 'einvoice-lock-'));
  await writeFile(join(folder, '0001_one.sql'), 'create table one (id int)');
  lines = [];
});
afterEach(async () => {
  await test.drop();
  await rm(folder, { recursive: true });
});

const open = (url: string, directUrl: string | null = null): Database => {
  const log = makeLog({ level: 'warn', role: 'test' }, { write: (line) => void lines.push(JSON.parse(line)) });
  return openDatabase({ url, directUrl, maxConnections: 1, applicationName: 'test', log });
};

const connect = async (url: string): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  return client;
};

const messages = (): unknown[] => lines.map(({ msg }) => msg);
const POOLER = expect.stringContaining('uses a transaction pooler');

describe('migration lock', () => {
  it('is awaited, and its holder is logged once', async () => {
    const holder = await connect(test.url);
    const { rows } = await holder.query(SESSION_LOCK);
    const db = open(test.url);
    const client = await connect(test.url);
    const lock = makeMigrationLock(db, client, 0);
    await client.query('begin');
    const locked = lock();
    await vi.waitUntil(() => lines.length > 0, { timeout: 300_000 });
    expect(lines).toEqual([
      expect.objectContaining({
        msg: expect.stringContaining('another session holds it'),
        server_processes: [rows[0].pid],
      }),
    ]);
    await holder.end();
    await locked;
    await client.query('commit');
    await client.end();
    await db.close();
  });

  it('is released with each transaction: no session holds it after a start', async () => {
    const db = open(test.url);
    expect(await migrate(db, folder)).toContain('0001_one.sql');
    const client = await connect(test.url);
    const { rows } = await client.query(
      `select pid from pg_locks join pg_database on oid = database and datname = current_database()
       where locktype = 'advisory'`,
    );
    expect([rows, lines]).toEqual([[], []]);
    await client.end();
    await db.close();
  });
});

describe.skipIf(!hasPgBouncer)('through PgBouncer', () => {
  let pooler: TestPooler;
  const start = async (mode: 'transaction' | 'session'): Promise<void> => {
    pooler = await startPgBouncer(test.url, mode);
  };
  afterEach(() => pooler.stop());

  it('in transaction mode, leaves no lock behind, and logs which variable is missing', async () => {
    await start('transaction');
    const first = open(pooler.url);
    expect(await migrate(first, folder)).toContain('0001_one.sql');
    await first.close();
    const busy = await connect(pooler.url);
    // Another client uses the connection of the previous start, so that the next start gets a new one.
    await busy.query('begin');
    const second = open(pooler.url);
    expect(await migrate(second, folder)).toEqual([]);
    await second.close();
    await busy.end();
    expect(messages()).toEqual([POOLER, POOLER]);
  });

  it('in transaction mode, a process killed during a migration leaves no lock behind', async () => {
    await start('transaction');
    const killed = await connect(pooler.url);
    const db = open(test.url);
    await killed.query('begin');
    await makeMigrationLock(db, killed)();
    (killed as unknown as { connection: { stream: { destroy: () => void } } }).connection.stream.destroy();
    expect(await migrate(db, folder)).toContain('0001_one.sql');
    await db.close();
  });

  it.each(['session', 'transaction'] as const)(
    'in %s mode, logs no warning when sessions are preserved',
    async (mode) => {
      await start(mode);
      const db = mode === 'session' ? open(pooler.url) : open(pooler.url, test.url);
      expect(await migrate(db, folder)).toContain('0001_one.sql');
      expect(lines).toEqual([]);
      await db.close();
    },
  );
});
