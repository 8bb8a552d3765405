import { sql } from 'kysely';
import { type Database, inTransaction, system } from '../../../platform/db/index.ts';
import type { SecretCipher } from '../../../platform/index.ts';

export type { Database } from '../../../platform/db/index.ts';

/**
 * Takes up to `wanted` calls from a caller's bucket, which refills by the database's clock, independent of the
 * process.
 *
 * @returns the number of calls granted, and the remaining level (may be fractional)
 */
export async function takeCalls(
  db: Database,
  caller: string,
  requested: number,
  perSecond: number,
): Promise<{ readonly granted: number; readonly left: number }> {
  const { rows } = await takeCallsQuery(caller, requested, perSecond).execute(system(db));
  const { granted, left } = rows[0]!;
  return { granted, left };
}

/**
 * Statement of `takeCalls`. After waiting for the row lock, the statement's time may be earlier than the row's; the
 * difference then counts as zero.
 */
function takeCallsQuery(caller: string, requested: number, perSecond: number) {
  const full = sql`${perSecond}::float8`;
  const there = sql`least(${full}, bucket.calls
    + ${full} * greatest(0, extract(epoch from excluded.at - bucket.at)))`;
  const granted = sql`least(${requested}::integer, floor(${there})::integer)`;
  return sql<{ granted: number; left: number }>`
    insert into call_buckets as bucket (caller, calls, granted, at)
    values (
      ${caller}, ${full} - least(${requested}::integer, ${perSecond}::integer),
      least(${requested}::integer, ${perSecond}::integer), clock_timestamp()
    )
    on conflict (caller) do update set
      calls = ${there} - ${granted},
      granted = ${granted},
      at = greatest(bucket.at, excluded.at)
    returning granted, calls as left`;
}

/** Deletes buckets that have been full for long, up to a limit. */
export async function deleteFullBuckets(db: Database, limit: number): Promise<void> {
  await sql`
    delete from call_buckets where caller in (
      select caller from call_buckets where at < now() - interval '1 hour' order by at limit ${limit}
      for update skip locked
    )`.execute(system(db));
}

/**
 * Counts calls of a client on a day (`YYYY-MM-DD`) unless they exceed its limit; deletes earlier days. The count
 * survives the process, but not the last moments before a server crash, since no call waits for the disk.
 *
 * @returns the total number of calls; null, without counting any, when they exceed the limit
 */
export async function addPublicCalls(
  db: Database,
  { day, client }: ClientDay,
  calls: number,
  limit: number,
): Promise<number | null> {
  const { rows } = await sql<{ calls: number }>`
    with quick as (select set_config('synchronous_commit', 'off', true))
    insert into public_calls (day, client, calls) select ${day}::date, ${client}::bytea, ${calls}::integer from quick where ${calls}::integer <= ${limit}::integer
    on conflict (day, client) do update set calls = public_calls.calls + excluded.calls
      where public_calls.calls + excluded.calls <= ${limit}
    returning calls`.execute(system(db));
  const made = rows[0]?.calls ?? null;
  if (made === calls) await system(db).deleteFrom('public_calls').where('day', '<', day).execute();
  return made;
}

/** Subtracts counted calls. @returns the remaining total */
export async function subtractPublicCalls(db: Database, { day, client }: ClientDay, calls: number): Promise<number> {
  const { rows } = await sql<{ calls: number }>`
    update public_calls set calls = greatest(0, calls - ${calls}::integer)
    where day = ${day}::date and client = ${client}::bytea
    returning calls`.execute(system(db));
  return rows[0]?.calls ?? 0;
}

type ClientDay = { readonly day: string; readonly client: Buffer };

/** The secret of this name; `fresh` when it does not exist yet. */
export async function findSecret(db: Database, name: string, newSecret: Buffer): Promise<Buffer> {
  await system(db)
    .insertInto('installation_secrets')
    .values({ name, value: newSecret, sealed: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const query = system(db).selectFrom('installation_secrets').select('value').where('name', '=', name);
  return (await query.executeTakeFirstOrThrow()).value!;
}

/**
 * The secret of this name, stored encrypted. A plaintext secret from before a key was configured is encrypted and
 * removed.
 *
 * @param fresh secret for an installation without one
 * @throws Error when it was encrypted with another key
 */
export const findEncryptedSecret = (
  db: Database,
  name: string,
  newSecret: Buffer,
  cipher: Pick<SecretCipher, 'encrypt' | 'decrypt'>,
): Promise<Buffer> =>
  inTransaction(db, async (trx) => {
    const encrypted = `${name}, encrypted`;
    const find = (requested: string) =>
      trx.selectFrom('installation_secrets').selectAll().where('name', '=', requested).executeTakeFirst();
    if ((await find(encrypted)) === undefined) {
      const value = (await find(name))?.value ?? newSecret;
      await trx
        .insertInto('installation_secrets')
        .values({ name: encrypted, value: null, sealed: cipher.encrypt(value.toString('base64'), encrypted) })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
    await trx.deleteFrom('installation_secrets').where('name', '=', name).execute();
    return Buffer.from(cipher.decrypt((await find(encrypted))!.sealed!, encrypted), 'base64');
  });
