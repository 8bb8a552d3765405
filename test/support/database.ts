import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { type Database, openDatabase } from '../../src/platform/db/index.ts';
import { type Log, makeLog } from '../../src/platform/index.ts';

/** Migrated, empty database of one test file. */
export type TestDatabase = {
  readonly db: Database;
  readonly url: string;
  /** Closes the handle and drops the database. */
  readonly drop: () => Promise<void>;
};

/** Logger for tested parts: silent by default; set LOG_LEVEL for output. */
export const testLog: Log = makeLog({ level: process.env.LOG_LEVEL ?? 'silent', role: 'test' });

/** URL of the Redis of this machine (`inject('redisUrl')`); null without one. */
export const redisUrl: string | null = inject('redisUrl');

async function asAdmin(statement: string): Promise<void> {
  const admin = new pg.Client({ connectionString: inject('databaseUrl') });
  await admin.connect();
  try {
    await admin.query(statement);
  } finally {
    await admin.end();
  }
}

/** Copies the migrated template: about 25 ms. Drop it in `afterAll`. */
export async function makeTestDatabase(
  options: { maxConnections?: number; empty?: boolean } = {},
): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  const template = options.empty === true ? 'template0' : inject('template');
  await asAdmin(`create database ${name} template ${template} strategy file_copy`);
  const url = Object.assign(new URL(inject('databaseUrl')), { pathname: `/${name}` }).href;
  const db = openDatabase({ url, maxConnections: options.maxConnections ?? 10, applicationName: 'test', log: testLog });
  return {
    db,
    url,
    drop: async () => {
      await db.close();
      await asAdmin(`drop database ${name} with (force)`);
    },
  };
}
