import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { system } from '../../src/platform/db/index.ts';
import { makeMonths } from '../../src/platform/partitions/index.ts';
import { makeTestDatabase, type TestDatabase, testLog } from '../support/database.ts';
import { lockRow } from '../support/lock-row.ts';

/** Table referenced by a partition, with a row; writers to both tables lock that row first. */
const REFERRED = {
  webhooks: `insert into webhooks (workspace_id, id, url, events, secret, status, created_by, created_at, updated_at)
    values ('public', 'one', 'https://example.org', array['*'], 'x', 'enabled', 'test', now(), now())`,
  documents: `insert into documents (workspace_id, id, status, filename, sha256, size_bytes, metadata, steps,
      last_sequence, idempotency_key, request_digest, created_at, updated_at)
    values ('public', 'one', 'validated', 'a.xml', repeat('a', 64), 1, '{}', array['validate'], 1, 'one',
      decode(repeat('00', 32), 'hex'), now(), now())`,
};
type Referred = keyof typeof REFERRED;

let test: TestDatabase;
beforeAll(async () => {
  test = await makeTestDatabase();
  for (const insert of Object.values(REFERRED)) await sql.raw(insert).execute(system(test.db));
});
afterAll(() => test.drop());

const YEAR = new Date().getUTCFullYear() + 2;

it.each<[string, Referred, number]>([
  ['webhook_deliveries', 'webhooks', 1],
  ['document_events', 'documents', 4],
  ['document_artifacts', 'documents', 7],
])(
  'a partition of %s is created while a transaction that reads it changes a row of %s',
  async (monthly, table, month) => {
    const makeAhead = () => makeMonths({ db: test.db, log: testLog, now: () => Date.UTC(YEAR, month - 1) }).makeAhead();
    const holder = await lockRow(test.url, table, 'one');
    await holder.query(`select from ${monthly} where workspace_id = 'public'`, []);
    const making = makeAhead();
    await holder.awaited();
    // Partition creation waits for the holder and must not hold a lock that the holder needs next, or both would
    // deadlock.
    await holder.query(`set local lock_timeout = '20ms'`, []);
    await holder.query(`update ${table} set updated_at = now() where id = $1`, ['one']);
    await holder.release();
    await making;
    const { rows } = await sql`select from pg_class where relname = ${`${monthly}_${YEAR}_0${month}`}`.execute(
      system(test.db),
    );
    expect(rows).toHaveLength(1);
  },
);
