import { spawn } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Database, openDatabase, system } from '../../src/platform/db/index.ts';
import { ownSpace } from '../../src/platform/embedded/process-identity.ts';
import { findPrograms } from '../../src/platform/embedded/programs.ts';
import { DataFolderInUse, type EmbeddedPostgres, startPostgres } from '../../src/platform/index.ts';
import { testLog as log } from '../support/database.ts';

const root = process.getuid?.() === 0;
let folder: string;
let postgres: EmbeddedPostgres | null = null;
let db: Database | null = null;

const start = async (dataDir = folder, durable = false): Promise<Database> => {
  postgres = await startPostgres({ dataDir, log, durable });
  db = openDatabase({ url: postgres.url, maxConnections: 4, applicationName: 'test', log });
  return db;
};
const stop = async (): Promise<void> => {
  await db?.close();
  await postgres?.stop();
  [db, postgres] = [null, null];
};
const number = async (handle: Database, text: string): Promise<number | undefined> =>
  (await sql.raw<{ n: number }>(`select (${text})::int as n`).execute(system(handle))).rows[0]?.n;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'einvoice-postgres-'));
});
afterEach(async () => {
  await stop();
  await rm(folder, { recursive: true, force: true });
});

/** All processes that work in the server's data folder. */
async function serversIn(data: string): Promise<number[]> {
  const { readlinkSync } = await import('node:fs');
  return (await readdir('/proc'))
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return readlinkSync(`/proc/${pid}/cwd`) === data;
      } catch {
        return false;
      }
    });
}

describe('embedded PostgreSQL', () => {
  it('initialises once, and preserves its data over a restart', async () => {
    const first = await start();
    await sql`create table samples as select 42 as n`.execute(system(first));
    const { rows } = await sql<{ checksums: string; encoding: string; locale: string; password: string }>`
      select current_setting('data_checksums') as checksums, current_setting('server_encoding') as encoding,
             (select datlocale from pg_database where datname = current_database()) as locale,
             (select left(rolpassword, 14) from pg_authid where rolname = current_user) as password`.execute(
      system(first),
    );
    expect(rows).toEqual([{ checksums: 'on', encoding: 'UTF8', locale: 'C.UTF-8', password: 'SCRAM-SHA-256$' }]);
    await stop();
    expect(await number(await start(), 'select n from samples')).toBe(42);
    expect((await stat(join(folder, 'postgres'))).mode & 0o777).toBe(0o700);
  });

  it('rejects a connection without the password', async () => {
    await start();
    const url = Object.assign(new URL(postgres!.url), { password: 'wrong' }).href;
    const stranger = openDatabase({ url, maxConnections: 1, applicationName: 'test', log });
    await expect(sql`select 1`.execute(system(stranger))).rejects.toThrow('password authentication failed');
    await stranger.close();
  });

  it('restarts on the same address with all committed data after it was killed', async () => {
    const handle = await start(folder, true);
    await sql`create table samples (n int)`.execute(system(handle));
    for (let n = 1; n <= 100; n++) await sql`insert into samples values (${n})`.execute(system(handle));
    const before = postgres!.pid();
    process.kill(before!, 'SIGKILL');
    while (postgres!.pid() === before) await new Promise((done) => setTimeout(done, 5));
    expect(await number(handle, 'select count(*) from samples')).toBe(100);
    expect(postgres!.pid()).not.toBe(before);
  });

  it('restarts every time it is killed', async () => {
    const handle = await start();
    for (let round = 0; round < 3; round++) {
      const before = postgres!.pid();
      process.kill(before!, 'SIGKILL');
      while (postgres!.pid() === before || postgres!.pid() === null) await new Promise((done) => setTimeout(done, 5));
      expect(await number(handle, '1')).toBe(1);
    }
  });

  it('rejects a folder in use by a live service, and takes over one whose service has ended', async () => {
    await start();
    await expect(startPostgres({ dataDir: folder, log, durable: false })).rejects.toThrow(DataFolderInUse);
    await stop();
    const lock = { started: '1', space: ownSpace(), id: 'lock-1' };
    await writeFile(join(folder, 'service.lock'), JSON.stringify({ ...lock, pid: 999_999_999 }));
    expect(await number(await start(), '1')).toBe(1);
    await stop();
    // The process id is in use again, by another process.
    await writeFile(join(folder, 'service.lock'), JSON.stringify({ ...lock, pid: process.pid }));
    expect(await number(await start(), '1')).toBe(1);
    await stop();
    await writeFile(join(folder, 'service.lock'), '{"pid":');
    expect(await number(await start(), '1')).toBe(1);
  });

  it('a start that was killed during initialisation does not block the next start', async () => {
    const half = join(folder, 'postgres', 'data.new');
    await mkdir(half, { recursive: true });
    await writeFile(join(half, 'PG_VERSION'), '18');
    expect(await number(await start(), '1')).toBe(1);
  });

  it('a pid file that names an unrelated process does not block the start', async () => {
    await start();
    await stop();
    const data = join(folder, 'postgres', 'data');
    await writeFile(join(data, 'postmaster.pid'), `${process.pid}\n${data}\n1\n5432\n\n127.0.0.1\n\nready\n`);
    expect(await number(await start(), '1')).toBe(1);
    expect(await serversIn(data)).not.toEqual([]);
  });

  it('finds and stops a server that an earlier start left running', async () => {
    await chmod(folder, 0o711);
    await sql`create table samples as select 7 as n`.execute(system(await start()));
    await stop();
    const data = join(folder, 'postgres', 'data');
    const { uid, gid } = await stat(data);
    const { postgres: program } = findPrograms(root, [folder]);
    const orphan = spawn(program, ['-D', data, '-c', 'listen_addresses=', '-c', `unix_socket_directories=${data}`], {
      cwd: data,
      detached: true,
      stdio: 'ignore',
      ...(root && { uid, gid }),
    });
    const ended = new Promise((done) => orphan.once('exit', done));
    while ((await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')).indexOf('ready') < 0) {
      await new Promise((done) => setTimeout(done, 20));
    }
    expect(await number(await start(), 'select n from samples')).toBe(7);
    await ended;
    expect(postgres!.pid()).not.toBe(orphan.pid);
  });

  it.runIf(root)('works as root in a home folder that other users may not enter', async () => {
    const home = join(folder, 'home');
    await mkdir(home, { mode: 0o700 });
    await chmod(home, 0o700);
    expect(await number(await start(join(home, 'data')), '1')).toBe(1);
    const before = postgres!.pid();
    process.kill(before!, 'SIGKILL');
    while (postgres!.pid() === before || postgres!.pid() === null) await new Promise((done) => setTimeout(done, 5));
    expect(await number(db!, '2')).toBe(2);
    await stop();
    expect(await number(await start(join(home, 'data')), '3')).toBe(3);
  });
});
