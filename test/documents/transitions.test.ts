import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Scope } from '../../src/lib/scope.ts';
import { STATUSES, TRANSITIONS } from '../../src/modules/documents/index.ts';
import { newPreparation } from '../../src/modules/documents/preparation.ts';
import { makeAdvancing } from '../../src/modules/documents/transition.ts';
import { system } from '../../src/platform/db/index.ts';
import { makeTestDatabase, type TestDatabase } from '../support/database.ts';
import { makeId, makeRecords, makeWorkspace, receiveOne } from '../support/records.ts';

// Contract, section 6: transitions are defined by one table, checked in the transaction that writes the event. Runs
// on PostgreSQL.

let test: TestDatabase;
let scope: Scope;
let id: string;
beforeAll(async () => {
  test = await makeTestDatabase();
  scope = await makeWorkspace(test.db);
  ({ id } = await receiveOne(makeRecords(test.db).documents, scope));
});
afterAll(() => test.drop());

const ways = TRANSITIONS.flatMap(({ event, from, to }) => to.map((target) => ({ event, from, target })));

it.each(ways)(
  '$event leads to $target from the statuses of the table, and writes nothing in any other',
  async (way) => {
    const { advance, inScope, makeEvent } = makeAdvancing({ db: test.db, now: Date.now, newId: makeId });
    for (const status of STATUSES) {
      const preparation = JSON.stringify(newPreparation(makeId('prp'), { partner: 'prt_1', receiver: null }));
      await sql`update documents set status = ${status}, preparation = ${preparation}, error = ${
        status === 'failed' ? '{"code":"x"}' : null
      } where id = ${id}`.execute(system(test.db));
      const before = await sequenceOf();
      const move = {
        to: way.target,
        ...(way.target === 'failed' && { error: { code: 'x', detail: { sk: '', en: '' } } }),
      };
      const done = await inScope(scope, (trx) =>
        advance(trx, scope, id, makeEvent(scope, way.event, {} as never), move),
      );
      const isAllowed = way.from.includes(status);
      expect([status, done?.status]).toEqual([status, isAllowed ? way.target : undefined]);
      expect([status, await sequenceOf()]).toEqual([status, before + (isAllowed ? 1 : 0)]);
    }
  },
);

async function sequenceOf(): Promise<number> {
  const { rows } = await sql<{ sequence: number }>`
    select max(sequence)::int as sequence from document_events where document_id = ${id}`.execute(system(test.db));
  return rows[0]!.sequence;
}
