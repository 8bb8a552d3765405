import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/lib/ids.ts';
import { system } from '../../src/platform/db/index.ts';
import { makeMonths } from '../../src/platform/partitions/index.ts';
import { makeTestDatabase, type TestDatabase, testLog } from '../support/database.ts';

const DAY = 24 * 60 * 60 * 1000;
const TABLES = ['document_events', 'document_artifacts', 'webhook_deliveries', 'webhook_attempts', 'audit_entries'];
const NEVER = { documentDays: 0, timelineDays: 0, deliveryDays: 0, auditDays: 0 };

let test: TestDatabase;
let count = 0;
const random = (length: number): Uint8Array => new Uint8Array(length).fill(++count % 256);
const run = async <T>(statement: string): Promise<T[]> =>
  (await sql.raw<T>(statement).execute(system(test.db))).rows as T[];
/** Partition of each row. */
const placesOf = async (table: string): Promise<string[]> =>
  (await run<{ part: string }>(`select tableoid::regclass::text as part from ${table} order by 1`)).map(
    ({ part }) => part,
  );
const partsOf = async (table: string): Promise<string[]> =>
  (
    await run<{ part: string }>(
      `select inhrelid::regclass::text as part from pg_inherits where inhparent = '${table}'::regclass order by 1`,
    )
  ).map(({ part }) => part);

/** A row in each table for a time, with all referenced rows. */
async function fill(time: number, status = 'delivered'): Promise<{ doc: string; dlv: string }> {
  const [doc, evt, dlv, aud, whk] = (['doc', 'evt', 'dlv', 'aud', 'whk'] as const).map((prefix) =>
    newId(prefix, time, random),
  );
  const at = `'${new Date(time).toISOString()}'`;
  const digest = String(++count).padStart(64, '0');
  await run(`
    insert into documents (workspace_id, id, status, filename, sha256, size_bytes, metadata, steps, last_sequence,
      idempotency_key, request_digest, created_at, updated_at)
    values ('public', '${doc}', 'validated', 'a.xml', repeat('a', 64), 1, '{}', array['validate'], 1, '${doc}',
      decode(repeat('00', 32), 'hex'), ${at}, ${at})`);
  await run(`
    insert into document_events (workspace_id, document_id, sequence, id, type, at, actor, data)
    values ('public', '${doc}', 1, '${evt}', 'document.received', ${at}, 'test', '{}')`);
  await run(`
    insert into document_artifacts (workspace_id, document_id, name, media_type, sha256, content, created_at)
    values ('public', '${doc}', 'evidence.zip', 'application/zip', repeat('a', 64), 'abc', ${at})`);
  await run(`
    with entry as (insert into log_entries (entry, created_at) values ('x', ${at}) returning arrival)
    insert into log_salts (digest, salt, arrival, workspace_id, document_id, artifact, created_at)
    select decode('${digest}', 'hex'), decode('${digest}', 'hex'), arrival, 'public', '${doc}', 'evidence.zip', ${at} from entry`);
  await run(`
    insert into webhooks (workspace_id, id, url, events, secret, status, created_by, created_at, updated_at)
    values ('public', '${whk}', 'https://example.org', array['*'], 'x', 'enabled', 'test', ${at}, ${at})`);
  const [due, ended] = status === 'pending' ? [at, 'null'] : ['null', at];
  await run(`
    insert into webhook_deliveries (workspace_id, id, webhook_id, sequence, event_id, type, body, status, asked_at,
      due_at, ended_at, created_at)
    values ('public', '${dlv}', '${whk}', 1, '${evt}', 'document.received', '{}', '${status}', ${at}, ${due}, ${ended}, ${at})`);
  await run(`
    insert into webhook_attempts (workspace_id, delivery_id, number, at, latency_ms) values ('public', '${dlv}', 1, ${at}, 1)`);
  await run(`
    insert into audit_entries (workspace_id, id, at, actor, action, outcome)
    values ('public', '${aud}', ${at}, 'test', 'document.create', 'done')`);
  return { doc: doc!, dlv: dlv! };
}

const monthsAt = (time: number) => makeMonths({ db: test.db, log: testLog, now: () => time });
const YEAR = new Date().getUTCFullYear() + 2;
const utc = (month: number, day: number): number => Date.UTC(YEAR, month - 1, day);

describe('partitions', () => {
  beforeAll(async () => {
    test = await makeTestDatabase();
    await monthsAt(utc(1, 20)).makeAhead();
  });
  afterAll(() => test.drop());

  it('are created ten weeks ahead, once, and rows go to the month of their id', async () => {
    await monthsAt(utc(1, 20)).makeAhead();
    for (const table of TABLES)
      expect(await partsOf(table)).toEqual(
        ['01', '02', '03'].map((month) => `${table}_${YEAR}_${month}`).concat(`${table}_before`, `${table}_rest`),
      );
    await fill(utc(1, 1));
    await fill(utc(2, 1) - 1);
    await fill(utc(2, 1));
    for (const table of TABLES)
      expect(await placesOf(table)).toEqual(['01', '01', '02'].map((month) => `${table}_${YEAR}_${month}`));
    const reach = await monthsAt(utc(3, 20)).reach();
    expect(reach).toBe((utc(4, 1) - utc(3, 20)) / 1000);
  });

  it('a lookup by id reads one of them', async () => {
    const { doc } = await fill(utc(1, 5));
    const plan = await run<{ 'QUERY PLAN': string }>(
      `explain select * from document_events where document_id = '${doc}'`,
    );
    const text = JSON.stringify(plan);
    expect(text).toContain(`document_events_${YEAR}_01`);
    expect(text).not.toMatch(/_before|_rest|_02/);
  });

  it('a partition is as append-only as its table, also for the owner', async () => {
    for (const table of ['document_events', 'audit_entries'])
      for (const part of [table, `${table}_${YEAR}_01`, `${table}_before`, `${table}_rest`]) {
        await expect(run(`truncate ${part}`)).rejects.toThrow('append-only');
        if (part.endsWith('01')) {
          await expect(run(`delete from ${part}`)).rejects.toThrow('append-only');
          await expect(run(`update ${part} set actor = 'nobody'`)).rejects.toThrow('append-only');
        }
      }
  });

  it("a workspace query cannot bypass the table's policy through a partition", async () => {
    const { rows } = await sql<{ part: string }>`
      select c.relname as part from pg_class c where relispartition and relkind = 'r'
      and (not relrowsecurity or has_table_privilege('einvoice_scoped', oid, 'select'))`.execute(system(test.db));
    expect(rows).toEqual([]);
  });

  it('are never dropped when the period is 0', async () => {
    await monthsAt(utc(12, 31)).dropEnded(NEVER);
    expect((await partsOf('audit_entries')).length).toBe(5);
  });

  it('are dropped when their last day has reached the age, and not before', async () => {
    const lastDay = utc(2, 1) + 30 * DAY;
    await monthsAt(lastDay - 1).dropEnded({ ...NEVER, auditDays: 30, deliveryDays: 30 });
    expect(await partsOf('audit_entries')).toContain(`audit_entries_${YEAR}_01`);
    await monthsAt(lastDay).dropEnded({ ...NEVER, auditDays: 30, deliveryDays: 30 });
    for (const table of ['audit_entries', 'webhook_deliveries', 'webhook_attempts']) {
      expect(await partsOf(table)).toEqual(
        ['02', '03'].map((month) => `${table}_${YEAR}_${month}`).concat(`${table}_rest`),
      );
      expect(await placesOf(table)).toEqual([`${table}_${YEAR}_02`]);
    }
  });

  it('are not dropped while they have pending deliveries', async () => {
    await fill(utc(2, 3), 'pending');
    await monthsAt(utc(6, 1)).dropEnded({ ...NEVER, deliveryDays: 1 });
    for (const table of ['webhook_deliveries', 'webhook_attempts'])
      expect(await placesOf(table)).toEqual([`${table}_${YEAR}_02`, `${table}_${YEAR}_02`]);
    await run(`update webhook_deliveries set status = 'failed', due_at = null, ended_at = now()`);
    await monthsAt(utc(6, 1)).dropEnded({ ...NEVER, deliveryDays: 1 });
    for (const table of ['webhook_deliveries', 'webhook_attempts']) expect(await placesOf(table)).toEqual([]);
  });

  it('of artifacts are dropped once all content is erased, and timelines only after that', async () => {
    const ages = { ...NEVER, documentDays: 1, timelineDays: 1 };
    const january = [`document_artifacts_${YEAR}_01`, `document_events_${YEAR}_01`];
    const remaining = async () => [...(await partsOf('document_artifacts')), ...(await partsOf('document_events'))];
    await monthsAt(utc(2, 10)).dropEnded(ages);
    expect(await remaining()).toEqual(expect.arrayContaining(january));
    await run(`delete from document_artifacts where tableoid = '${january[0]}'::regclass`);
    await monthsAt(utc(2, 10)).dropEnded({ ...ages, timelineDays: 0 });
    expect(await remaining()).not.toContain(january[0]);
    expect(await remaining()).toContain(january[1]);
    await monthsAt(utc(2, 10)).dropEnded(ages);
    expect(await remaining()).not.toContain(january[1]);
    expect(await run(`select from log_salts`)).toHaveLength(2);
  });

  it('that were not created in time are skipped: their rows stay in the default partition, which is logged', async () => {
    await fill(utc(5, 5));
    expect(await placesOf('audit_entries')).toEqual([
      `audit_entries_${YEAR}_02`,
      `audit_entries_${YEAR}_02`,
      'audit_entries_rest',
    ]);
    await monthsAt(utc(5, 10)).makeAhead();
    expect(await partsOf('audit_entries')).toEqual(
      ['02', '03', '06', '07'].map((month) => `audit_entries_${YEAR}_${month}`).concat('audit_entries_rest'),
    );
    await monthsAt(utc(12, 31)).dropEnded({ ...NEVER, auditDays: 1 });
    expect(await placesOf('audit_entries')).toEqual(['audit_entries_rest']);
  });

  it('are created and dropped during inserts, which wait only briefly', async () => {
    const clock = utc(8, 1);
    // The test before leaves a row in the default partition.
    const before = (await placesOf('webhook_attempts')).length;
    let stopped = false;
    const coming = (async () => {
      let rows = 0;
      while (!stopped || rows === 0) {
        await fill(clock + count);
        rows += 1;
      }
      return rows;
    })();
    await monthsAt(utc(8, 1)).makeAhead();
    await monthsAt(utc(9, 1) + 40 * DAY).dropEnded({ ...NEVER, deliveryDays: 90 });
    stopped = true;
    const inserted = await coming;
    expect(await placesOf('webhook_attempts')).toHaveLength(before + inserted);
  });
});
