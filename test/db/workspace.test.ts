import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { system, toLiteral, withWorkspace } from '../../src/platform/db/index.ts';
import { makeTestDatabase, type TestDatabase } from '../support/database.ts';

let test: TestDatabase;

beforeAll(async () => {
  test = await makeTestDatabase();
  const at = new Date('2026-11-21T08:00:00.000Z');
  await system(test.db)
    .insertInto('workspaces')
    .values(
      ['wsp_a', 'wsp_b'].map((id) => ({ id, name: id, environment: 'production', created_at: at, expires_at: null })),
    )
    .execute();
});
afterAll(() => test.drop());

describe('withWorkspace', () => {
  it('runs with the scoped role and the workspace set, and resets both at the end', async () => {
    const query = sql<{ role: string; workspace: string }>`
      select current_user as role, current_setting('app.workspace_id', true) as workspace`;
    const inside = await withWorkspace(test.db, 'wsp_a', (trx) => query.execute(trx));
    expect(inside.rows[0]).toEqual({ role: 'einvoice_scoped', workspace: 'wsp_a' });
    const outside = await query.execute(system(test.db));
    expect(outside.rows[0]).toMatchObject({ role: expect.not.stringMatching('einvoice_scoped') });
    expect(outside.rows[0]?.workspace ?? '').toBe('');
  });

  it('rolls back when the work rejects', async () => {
    const work = withWorkspace(test.db, 'wsp_a', async (trx) => {
      await trx.insertInto('outbox').values({ id: 'job_lost', job: 'x', payload: '{}' }).execute();
      throw new Error('no');
    });
    await expect(work).rejects.toThrow('no');
    expect(await system(test.db).selectFrom('outbox').selectAll().where('id', '=', 'job_lost').execute()).toEqual([]);
  });

  it('row-level security is enabled for every table with a workspace_id', async () => {
    const { rows } = await sql<{ name: string }>`
      select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'workspace_id'
      where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
        and not (c.relrowsecurity and exists (select from pg_policy p where p.polrelid = c.oid))`.execute(
      system(test.db),
    );
    expect(rows).toEqual([]);
  });

  it('rejects a number that would lose precision instead of rounding it', async () => {
    const readValue = (value: string) => sql<{ n: number }>`select ${value}::int8 as n`.execute(system(test.db));
    expect((await readValue('9007199254740991')).rows).toEqual([{ n: 9007199254740991 }]);
    await expect(readValue('9007199254740993')).rejects.toThrow('no exact number');
  });
});

describe('toLiteral', () => {
  const texts = [
    '',
    "it's",
    "'",
    "''; drop table x; --",
    '\\',
    "\\'",
    "'\\",
    'a\\nb',
    "č ž € 😀 ' \\ \n\t",
    '$1 $& $$',
    `'`.repeat(99),
  ];

  it('writes the same literal as the driver', () => {
    for (const text of texts) expect(toLiteral(text)).toBe(pg.escapeLiteral(text));
  });

  it.each(['on', 'off'])('round-trips the text with standard_conforming_strings %s', async (conforming) => {
    const read = await test.db.kysely.connection().execute(async (connection) => {
      await sql.raw(`set standard_conforming_strings = ${conforming}`).execute(connection);
      const { rows } = await sql
        .raw<{ text: string }>(texts.map((text) => `select ${toLiteral(text)} as text`).join(' union all '))
        .execute(connection);
      await sql`reset standard_conforming_strings`.execute(connection);
      return rows.map(({ text }) => text);
    });
    expect(read).toEqual(texts);
  });
});
