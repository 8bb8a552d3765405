import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listen, notify, system, type Trx, withWorkspace } from '../../src/platform/db/index.ts';
import { makeTestDatabase, type TestDatabase } from '../support/database.ts';

let test: TestDatabase;
beforeEach(async () => {
  test = await makeTestDatabase();
});
afterEach(() => test.drop());

async function until(question: () => boolean): Promise<void> {
  const end = performance.now() + 120_000;
  while (!question()) {
    if (performance.now() > end) throw new Error('The condition was not met in time');
    await new Promise((done) => setTimeout(done, 10));
  }
}

const send = (channel: string, ...payloads: string[]) =>
  system(test.db)
    .transaction()
    .execute(async (trx) => {
      for (const payload of payloads) await notify(trx, channel, payload);
    });

describe('listen', () => {
  it('receives notifications of its channel until it stops, with many listeners on one connection', async () => {
    const received: string[] = [];
    const first = await listen(test.db, 'a', (payload) => received.push(`1 ${payload}`));
    await listen(test.db, 'a', (payload) => received.push(`2 ${payload}`));
    await listen(test.db, 'B "quoted"', (payload) => received.push(`b ${payload}`));
    await send('a', 'x', 'x', 'y');
    await send('B "quoted"', 'z');
    await until(() => received.length === 5);
    expect(received).toEqual(['1 x', '2 x', '1 y', '2 y', 'b z']);
    await first.stop();
    await send('a', 'last');
    await until(() => received.length === 6);
    expect(received.at(-1)).toBe('2 last');
    const { rows } = await sql<{ connections: number }>`
      select count(*) as connections from pg_stat_activity
      where datname = current_database() and application_name = 'test listen'`.execute(system(test.db));
    expect(rows).toEqual([{ connections: 1 }]);
  });

  it('receives no notification of a transaction that was rolled back', async () => {
    const received: string[] = [];
    await listen(test.db, 'a', (payload) => received.push(payload));
    const lost = system(test.db)
      .transaction()
      .execute(async (trx) => {
        await notify(trx, 'a', 'lost');
        throw new Error('rolled back');
      });
    await expect(lost).rejects.toThrow('rolled back');
    await send('a', 'kept');
    await until(() => received.length > 0);
    expect(received).toEqual(['kept']);
  });

  it('reconnects after a lost connection, and reports a gap', async () => {
    const received: string[] = [];
    let gaps = 0;
    await listen(
      test.db,
      'a',
      (payload) => received.push(payload),
      () => {
        gaps += 1;
      },
    );
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'test listen'`.execute(system(test.db));
    await until(() => gaps === 1);
    await send('a', 'again');
    await until(() => received.length === 1);
    expect(received).toEqual(['again']);
  });
});

describe('notification of a scoped transaction', () => {
  it('is sent once after the commit, and not after a rollback', async () => {
    const received: string[] = [];
    await listen(test.db, 'a', (payload) => received.push(payload));
    await withWorkspace(test.db, 'public', async (trx) => {
      await notify(trx, 'a', 'x');
      await notify(trx, 'a', 'x');
      await new Promise((done) => setTimeout(done, 50));
      expect(received).toEqual([]);
    });
    const lost = withWorkspace(test.db, 'public', async (trx) => {
      await notify(trx, 'a', 'lost');
      throw new Error('rolled back');
    });
    await expect(lost).rejects.toThrow('rolled back');
    await withWorkspace(test.db, 'public', (trx) => notify(trx, 'a', 'last'));
    await until(() => received.length >= 2);
    expect(received).toEqual(['x', 'last']);
  });
});

it('a scoped transaction resets its scope, whatever its outcome', async () => {
  const scopeOf = () =>
    sql<{ role: string; workspace: string | null }>`
      select current_user::text as role, nullif(current_setting('app.workspace_id', true), '') as workspace`;
  const before = (await scopeOf().execute(system(test.db))).rows;
  for (const end of [
    async () => 1,
    () => Promise.reject(new Error('no')),
    (trx: Trx) => sql`select 1 / 0`.execute(trx),
  ]) {
    await withWorkspace(test.db, "wsp_'; drop table x; --", async (trx) => {
      expect((await scopeOf().execute(trx)).rows).toEqual([
        { role: 'einvoice_scoped', workspace: "wsp_'; drop table x; --" },
      ]);
      await end(trx);
    }).catch(() => undefined);
    for (let connection = 0; connection < 3; connection++) {
      expect((await scopeOf().execute(system(test.db))).rows).toEqual(before);
    }
  }
});
