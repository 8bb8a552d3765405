import { sql } from 'kysely';
import { type Database, listen, system } from '../../platform/db/index.ts';

export type { Database } from '../../platform/db/index.ts';

/** A stored verdict with its time. */
export type CachedAnswer = {
  readonly vat: string;
  readonly source: string;
  readonly valid: boolean;
  readonly name: string | null;
  readonly address: string | null;
  readonly request_date: string | null;
  readonly checked_at: Date;
};

const ANSWER = ['vat', 'source', 'valid', 'name', 'address', 'request_date', 'checked_at'] as const;

export async function findAnswer(db: Database, vat: string): Promise<CachedAnswer | undefined> {
  return system(db).selectFrom('vat_answers').select(ANSWER).where('vat', '=', vat).executeTakeFirst();
}

/** Stores an answer in place of an older one; of two concurrent writes the newer answer wins. */
export async function putAnswer(db: Database, answer: CachedAnswer): Promise<void> {
  const { vat: _, ...columns } = answer;
  await system(db)
    .insertInto('vat_answers')
    .values(answer)
    .onConflict((conflict) =>
      conflict.column('vat').doUpdateSet(columns).where('vat_answers.checked_at', '<=', answer.checked_at),
    )
    .execute();
}

const REPLACED = 'vat_answers';

/** Notifies all processes that an answer was replaced; delivery is not guaranteed. */
export function notifyResponseReplaced(db: Database, vat: string): void {
  db.listener.send([{ channel: REPLACED, payload: vat }]);
}

/** Subscribes to these notifications, including those of this process. */
export function onAnswerReplaced(db: Database, call: (vat: string) => void): Promise<{ stop: () => Promise<void> }> {
  return listen(db, REPLACED, call);
}

const MINUTE_MS = 60_000;

/** Takes one call of a quota in a sliding hour, over all processes; returns false when it is used up. */
export async function takeCall(db: Database, source: string, limit: number, now: number): Promise<boolean> {
  const minute = new Date(Math.floor(now / MINUTE_MS) * MINUTE_MS);
  return system(db)
    .transaction()
    .execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`calls to ${source}`}, 0))`.execute(trx);
      const row = await trx
        .selectFrom('vat_calls')
        .select(({ fn }) => fn.sum<string | null>('calls').as('calls'))
        .where('source', '=', source)
        // The minute one hour ago counts in full: its calls may all have been at its end.
        .where('minute', '>=', new Date(minute.getTime() - 60 * MINUTE_MS))
        .executeTakeFirst();
      if (Number(row?.calls ?? 0) >= limit) return false;
      await trx
        .insertInto('vat_calls')
        .values({ source, minute, calls: 1 })
        .onConflict((conflict) =>
          conflict.columns(['source', 'minute']).doUpdateSet({ calls: sql`vat_calls.calls + 1` }),
        )
        .execute();
      return true;
    });
}

/** Deletes answers older than `before`, at most `limit`. Returns the number deleted. */
export async function deleteAnswers(db: Database, before: Date, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from vat_answers where ctid = any (array (
      select ctid from vat_answers where checked_at < ${before} order by checked_at limit ${limit}
    ))`.execute(system(db));
  return Number(numAffectedRows);
}

export type AttemptSum = {
  readonly minute: Date;
  readonly country: string;
  readonly channel: string;
  readonly outcome: string;
  readonly attempts: number;
  readonly milliseconds: number;
  readonly slowest: number;
};

/** Exchanges of one hour with one state, with the same outcome and duration bucket. */
export type HourSum = {
  readonly hour: Date;
  readonly country: string;
  readonly verdict: boolean;
  /** In milliseconds. */
  readonly within: number;
  readonly attempts: number;
};

export async function addAttempts(db: Database, sums: readonly AttemptSum[], hours: readonly HourSum[]): Promise<void> {
  if (sums.length === 0) return;
  await system(db)
    .transaction()
    .execute(async (trx) => {
      await addMinutes(trx, sums);
      await addHours(trx, hours);
    });
}

/** All processes lock rows in the same order, which prevents deadlocks. */
const inOrder = <S extends AttemptSum | HourSum>(sums: readonly S[]): S[] =>
  [...sums].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));

type Transaction = Parameters<Parameters<ReturnType<ReturnType<typeof system>['transaction']>['execute']>[0]>[0];

async function addHours(trx: Transaction, sums: readonly HourSum[]): Promise<void> {
  await trx
    .insertInto('vat_hours')
    .values(inOrder(sums))
    .onConflict((conflict) =>
      conflict.columns(['hour', 'country', 'verdict', 'within']).doUpdateSet((row) => ({
        attempts: sql`vat_hours.attempts + ${row.ref('excluded.attempts')}`,
      })),
    )
    .execute();
}

async function addMinutes(trx: Transaction, sums: readonly AttemptSum[]): Promise<void> {
  await trx
    .insertInto('vat_attempts')
    .values(inOrder(sums))
    .onConflict((conflict) =>
      conflict.columns(['minute', 'country', 'channel', 'outcome']).doUpdateSet((row) => ({
        attempts: sql`vat_attempts.attempts + ${row.ref('excluded.attempts')}`,
        milliseconds: sql`vat_attempts.milliseconds + ${row.ref('excluded.milliseconds')}`,
        slowest: sql`greatest(vat_attempts.slowest, ${row.ref('excluded.slowest')})`,
      })),
    )
    .execute();
}

/**
 * Sums the exchanges since a time by state, channel and outcome, with the latest minute of each; optionally by hour
 * too.
 */
export async function sumAttempts(
  db: Database,
  since: Date,
  by: 'whole' | 'hour',
): Promise<(AttemptSum & { readonly hour: Date })[]> {
  const hour = by === 'hour' ? sql<Date>`date_trunc('hour', minute, 'UTC')` : sql<Date>`${since}::timestamptz`;
  const rows = await system(db)
    .selectFrom('vat_attempts')
    .select(({ fn }) => [
      'country',
      'channel',
      'outcome',
      hour.as('hour'),
      fn.max('minute').as('minute'),
      fn.sum<string>('attempts').as('attempts'),
      fn.sum<string>('milliseconds').as('milliseconds'),
      fn.max('slowest').as('slowest'),
    ])
    .where('minute', '>=', since)
    .groupBy(['country', 'channel', 'outcome', sql`4`])
    .orderBy('country')
    .orderBy('channel')
    .orderBy(sql`4`)
    .orderBy('outcome')
    .execute();
  return rows.map((row) => ({ ...row, attempts: Number(row.attempts), milliseconds: Number(row.milliseconds) }));
}

/** Sums the exchanges since a time by state, verdict and duration bucket, with the first hour of each. */
export async function sumHours(db: Database, since: Date): Promise<HourSum[]> {
  const rows = await system(db)
    .selectFrom('vat_hours')
    .select(({ fn }) => [
      'country',
      'verdict',
      'within',
      fn.min('hour').as('hour'),
      fn.sum<string>('attempts').as('attempts'),
    ])
    .where('hour', '>=', since)
    .groupBy(['country', 'verdict', 'within'])
    .execute();
  return rows.map((row) => ({ ...row, attempts: Number(row.attempts) }));
}

export async function deleteHours(db: Database, before: Date): Promise<void> {
  await system(db).deleteFrom('vat_hours').where('hour', '<', before).execute();
}

export async function deleteMinutes(db: Database, before: Date): Promise<void> {
  await system(db).deleteFrom('vat_attempts').where('minute', '<', before).execute();
  await system(db).deleteFrom('vat_calls').where('minute', '<', before).execute();
}
