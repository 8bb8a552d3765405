import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate, openDatabase } from '../../src/platform/db/index.ts';
import { findRoot, makeLog, startPostgres } from '../../src/platform/index.ts';
import { startTestRedis } from './redis.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Superuser URL of the test server's maintenance database. */
    databaseUrl: string;
    /** Migrated template of all test databases. */
    template: string;
    /** Null when this machine has no Redis. */
    redisUrl: string | null;
  }
}

const log = makeLog({ level: 'warn', role: 'tests' });

/** One PostgreSQL for the whole run: TEST_DATABASE_URL, or an embedded one in a temporary folder. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'einvoice-tests-'));
  const configured = process.env.TEST_DATABASE_URL;
  const server =
    configured === undefined
      ? await startPostgres({ dataDir: folder, log, durable: false, maxConnections: 200 })
      : null;
  const url = server?.url ?? configured!;
  const template = `einvoice_template_${process.pid}`;

  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  await admin.query(`create database ${template}`);
  const templateUrl = Object.assign(new URL(url), { pathname: `/${template}` }).href;
  const db = openDatabase({ url: templateUrl, maxConnections: 2, applicationName: 'tests', log });
  await migrate(db, join(findRoot(), 'migrations'));
  await db.close();

  const redis = process.env.TEST_REDIS_URL === undefined ? await startTestRedis(folder) : null;
  project.provide('databaseUrl', url);
  project.provide('template', template);
  project.provide('redisUrl', process.env.TEST_REDIS_URL ?? redis?.url ?? null);

  return async () => {
    await redis?.stop();
    await admin.query(`drop database ${template} with (force)`);
    await admin.end();
    await server?.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
