import { type Database, system } from '../db/index.ts';

export type { Database } from '../db/index.ts';

/** Writes a process's figures over its last ones, and forgets those of processes that are gone. */
export async function writeFigures(
  db: Database,
  process: string,
  figures: unknown,
  at: Date,
  gone: Date,
): Promise<void> {
  const row = { process, figures: JSON.stringify(figures), at };
  await system(db)
    .insertInto('process_figures')
    .values(row)
    .onConflict((conflict) => conflict.column('process').doUpdateSet({ figures: row.figures, at }))
    .execute();
  await system(db).deleteFrom('process_figures').where('at', '<', gone).execute();
}

/** The figures of the other processes that were written after the time. */
export async function readFigures(db: Database, process: string, after: Date): Promise<unknown[]> {
  const rows = await system(db)
    .selectFrom('process_figures')
    .select('figures')
    .where('process', '<>', process)
    .where('at', '>=', after)
    .orderBy('process')
    .execute();
  return rows.map(({ figures }) => figures);
}

export async function deleteFigures(db: Database, process: string): Promise<void> {
  await system(db).deleteFrom('process_figures').where('process', '=', process).execute();
}
