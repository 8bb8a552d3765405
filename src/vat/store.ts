import { sql } from 'kysely';
import { type Database, system } from '../db/index.ts';

export type { Database } from '../db/index.ts';

/** What a source said of a number, and when. */
export type KeptAnswer = {
  readonly vat: string;
  /** Empty when the source was not told who asks. */
  readonly requester: string;
  readonly source: string;
  readonly valid: boolean;
  readonly name: string | null;
  readonly address: string | null;
  readonly request_date: string | null;
  readonly consultation_number: string | null;
  readonly checked_at: Date;
};

/** The last answer on a number to a requester, or undefined. */
export async function findAnswer(db: Database, vat: string, requester: string): Promise<KeptAnswer | undefined> {
  return system(db)
    .selectFrom('vat_answers')
    .select([
      'vat',
      'requester',
      'source',
      'valid',
      'name',
      'address',
      'request_date',
      'consultation_number',
      'checked_at',
    ])
    .where('vat', '=', vat)
    .where('requester', '=', requester)
    .executeTakeFirst();
}

/** Keeps an answer in the place of an older one; two processes that ask at once keep the newer. */
export async function putAnswer(db: Database, answer: KeptAnswer): Promise<void> {
  const { vat: _, requester: __, ...said } = answer;
  await system(db)
    .insertInto('vat_answers')
    .values(answer)
    .onConflict((conflict) =>
      conflict.columns(['vat', 'requester']).doUpdateSet(said).where('vat_answers.checked_at', '<=', answer.checked_at),
    )
    .execute();
}

/** Removes answers from before that time, so many at most; how many went. */
export async function deleteAnswers(db: Database, before: Date, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from vat_answers where ctid = any (array (
      select ctid from vat_answers where checked_at < ${before} order by checked_at limit ${limit}
    ))`.execute(system(db));
  return Number(numAffectedRows);
}

/** Exchanges of one minute that ended alike. */
export type AttemptSum = {
  readonly minute: Date;
  readonly country: string;
  readonly channel: string;
  readonly outcome: string;
  readonly attempts: number;
  readonly milliseconds: number;
  readonly slowest: number;
};

/** Adds to the exchanges of their minutes. */
export async function addAttempts(db: Database, sums: readonly AttemptSum[]): Promise<void> {
  if (sums.length === 0) return;
  await system(db)
    .insertInto('vat_attempts')
    .values([...sums])
    .onConflict((conflict) =>
      conflict.columns(['minute', 'country', 'channel', 'outcome']).doUpdateSet((row) => ({
        attempts: sql`vat_attempts.attempts + ${row.ref('excluded.attempts')}`,
        milliseconds: sql`vat_attempts.milliseconds + ${row.ref('excluded.milliseconds')}`,
        slowest: sql`greatest(vat_attempts.slowest, ${row.ref('excluded.slowest')})`,
      })),
    )
    .execute();
}

/** The exchanges since then, summed up by state, channel and outcome, with the latest minute of each. */
export async function sumAttempts(db: Database, since: Date): Promise<AttemptSum[]> {
  const rows = await system(db)
    .selectFrom('vat_attempts')
    .select(({ fn }) => [
      'country',
      'channel',
      'outcome',
      fn.max('minute').as('minute'),
      fn.sum<string>('attempts').as('attempts'),
      fn.sum<string>('milliseconds').as('milliseconds'),
      fn.max('slowest').as('slowest'),
    ])
    .where('minute', '>=', since)
    .groupBy(['country', 'channel', 'outcome'])
    .orderBy('country')
    .orderBy('channel')
    .orderBy('outcome')
    .execute();
  return rows.map((row) => ({ ...row, attempts: Number(row.attempts), milliseconds: Number(row.milliseconds) }));
}

/** Removes minutes from before that time. */
export async function deleteAttempts(db: Database, before: Date): Promise<void> {
  await system(db).deleteFrom('vat_attempts').where('minute', '<', before).execute();
}
