import { sql } from 'kysely';
import { type Database, system } from '../db/index.ts';

export type { Database } from '../db/index.ts';

/** A process's figures on their way to the others. */
type MetricsRow = {
  /** The number it goes by, such as `workers-1`. */
  readonly process: string;
  /** Who goes by it; unique among the processes that run at the same time. */
  readonly owner: string;
  readonly figures: unknown;
};

/** By the database's clock: a process whose own is off takes nobody's figures for old. */
const longAgo = (fresh: number) => sql<Date>`clock_timestamp() - ${fresh}::float8 * interval '1 ms'`;

/**
 * Writes a process's figures over its last ones, and forgets those of processes that are gone.
 *
 * @param fresh figures that are older, in milliseconds, are of a process that is gone: its number is free
 * @returns what time it is by the database, in milliseconds since the epoch; null when another process goes by the number,
 *   and nothing was written
 */
export async function writeMetrics(db: Database, row: MetricsRow, fresh: number): Promise<number | null> {
  const { rows } = await sql<{ at: number }>`
    insert into process_figures (process, owner, figures, at)
    values (${row.process}, ${row.owner}, ${JSON.stringify(row.figures)}, clock_timestamp())
    on conflict (process) do update set owner = excluded.owner, figures = excluded.figures, at = excluded.at
      where process_figures.owner = excluded.owner or process_figures.at < ${longAgo(fresh)}
    returning extract(epoch from at)::float8 * 1000 as at`.execute(system(db));
  if (rows.length === 0) return null;
  await system(db).deleteFrom('process_figures').where('at', '<', longAgo(fresh)).execute();
  return rows[0]!.at;
}

/** The figures of the other processes that are fresh. */
export async function readMetrics(db: Database, owner: string, fresh: number): Promise<unknown[]> {
  const rows = await system(db)
    .selectFrom('process_figures')
    .select('figures')
    .where('owner', 'is distinct from', owner)
    .where('at', '>=', longAgo(fresh))
    .orderBy('process')
    .execute();
  return rows.map(({ figures }) => figures);
}

/** Forgets what the process has written; its number is free. */
export async function deleteMetrics(db: Database, owner: string): Promise<void> {
  await system(db).deleteFrom('process_figures').where('owner', '=', owner).execute();
}
