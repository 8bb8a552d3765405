import { sql } from 'kysely';
import { type Database, system } from '../db/index.ts';

export type { Database } from '../db/index.ts';

/** Published metrics of a process. */
type MetricsRow = {
  /** Label of the process, such as `workers-1`. */
  readonly process: string;
  /** Owner of the label; unique among concurrently running processes. */
  readonly owner: string;
  readonly figures: unknown;
};

/** Uses the database's clock, so that a process with a wrong clock does not treat others' metrics as stale. */
const longAgo = (fresh: number) => sql<Date>`clock_timestamp() - ${fresh}::float8 * interval '1 ms'`;

/**
 * Replaces the metrics of a process and deletes those of ended processes.
 *
 * @param fresh age in milliseconds above which metrics belong to an ended process, whose number is then free
 * @returns the database's time in milliseconds since the epoch; null when another process uses the number, and
 *   nothing was written
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

/** Reads the fresh metrics of the other processes. */
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

/** Age in milliseconds above which metrics belong to a process that has ended. */
export const FRESH_MS = 45_000;

/** Lists the labels of the processes that run, such as `api-1`. */
export async function listProcesses(db: Database): Promise<string[]> {
  const rows = await system(db)
    .selectFrom('process_figures')
    .select('process')
    .where('at', '>=', longAgo(FRESH_MS))
    .orderBy('process')
    .execute();
  return rows.map(({ process }) => process);
}

/** Deletes the metrics of the process, which frees its number. */
export async function deleteMetrics(db: Database, owner: string): Promise<void> {
  await system(db).deleteFrom('process_figures').where('owner', '=', owner).execute();
}
