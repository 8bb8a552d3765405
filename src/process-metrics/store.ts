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
  readonly at: Date;
};

/**
 * Writes a process's figures over its last ones, and forgets those of processes that are gone.
 *
 * @param gone figures from before this time are of a process that is gone: its number is free
 * @returns false when another process goes by the number, and nothing was written
 */
export async function writeMetrics(db: Database, row: MetricsRow, gone: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into process_figures (process, owner, figures, at)
    values (${row.process}, ${row.owner}, ${JSON.stringify(row.figures)}, ${row.at})
    on conflict (process) do update set owner = excluded.owner, figures = excluded.figures, at = excluded.at
      where process_figures.owner = excluded.owner or process_figures.at < ${gone}
    returning process`.execute(system(db));
  if (rows.length === 0) return false;
  await system(db).deleteFrom('process_figures').where('at', '<', gone).execute();
  return true;
}

/** The figures of the other processes that were written after the time. */
export async function readMetrics(db: Database, owner: string, after: Date): Promise<unknown[]> {
  const rows = await system(db)
    .selectFrom('process_figures')
    .select('figures')
    .where('owner', 'is distinct from', owner)
    .where('at', '>=', after)
    .orderBy('process')
    .execute();
  return rows.map(({ figures }) => figures);
}

/** Forgets what the process has written; its number is free. */
export async function deleteMetrics(db: Database, owner: string): Promise<void> {
  await system(db).deleteFrom('process_figures').where('owner', '=', owner).execute();
}
