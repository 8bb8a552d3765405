import { sql } from 'kysely';
import { type Database, system } from '../../platform/db/index.ts';
import { OPEN, type OpenStatus } from './status.ts';

/**
 * Number of documents in each open status, over all workspaces; served by the partial index `documents_open`. Erased
 * documents are excluded, because they cannot change.
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
