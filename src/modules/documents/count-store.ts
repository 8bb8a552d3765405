import { sql } from 'kysely';
import { type Database, system } from '../../platform/db/index.ts';
import { OPEN, type OpenStatus } from './status.ts';

/**
 * How many documents of all workspaces are in each open status; the index `documents_open` has just these. What is erased
 * waits for nobody: nothing further can happen to it.
 */
export async function countOpenDocuments(db: Database): Promise<Record<OpenStatus, number>> {
  const { rows } = await sql<{ status: OpenStatus; count: number }>`
    select status, count(*) as count from documents
    where status in (${sql.join(OPEN.map((status) => sql.lit(status)))}) and erased_at is null group by status`.execute(
    system(db),
  );
  const counts = Object.fromEntries(OPEN.map((status) => [status, 0])) as Record<OpenStatus, number>;
  for (const { status, count } of rows) counts[status] = count;
  return counts;
}
