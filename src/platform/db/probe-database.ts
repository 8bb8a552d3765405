import { sql } from 'kysely';
import type { Database } from './database.ts';
import { system } from './workspace.ts';

/** Answer of a database server to one query. */
type DatabaseProbe = {
  /** Version as the server names it, such as `18.1`. */
  readonly version: string;
  /** Major version. */
  readonly major: number;
  /** Round trip in milliseconds. */
  readonly milliseconds: number;
  /**
   * How far the clock of this process is ahead of the server's, in milliseconds, at least; 0 when the difference is
   * within the round trip.
   */
  readonly clockAheadMs: number;
  /** Whether the schema of the queue exists, which the first start without REDIS_URL creates. */
  readonly hasQueue: boolean;
};

/** @throws the database's error when it is unreachable */
export async function probeDatabase(db: Database, now: () => number): Promise<DatabaseProbe> {
  // Connects first, so that the connection does not count as the round trip.
  await sql`select 1`.execute(system(db));
  const before = now();
  const { rows } = await sql<{ version: string; number: number; at: number; hasQueue: boolean }>`
    select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
      extract(epoch from clock_timestamp())::float8 * 1000 as at,
      to_regnamespace('bullmq') is not null as "hasQueue"`.execute(system(db));
  const after = now();
  const { version, number, at, hasQueue } = rows[0]!;
  const clockAheadMs = at < before - 1 ? before - at : at > after + 1 ? after - at : 0;
  return { version, major: Math.floor(number / 10_000), milliseconds: after - before, clockAheadMs, hasQueue };
}
