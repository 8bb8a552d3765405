import { sql } from 'kysely';
import { type Database, system } from '../db/index.ts';

/** Number of unfinished jobs in the outbox; a job for several documents counts once per document. */
export type Backlog = {
  readonly total: number;
  /** By workspace; '' for the service's own jobs. */
  readonly of: ReadonlyMap<string, number>;
};

/** Counts up to a maximum, which is sufficient for load shedding. */
export async function countBacklog(db: Database, most: number): Promise<Backlog> {
  const { rows } = await sql<{ workspace_id: string; waiting: number }>`
    select split_part(line, ' ', 2) as workspace_id,
      sum(coalesce(jsonb_array_length(payload -> 'document_ids'), 1))::bigint as waiting
    from (
      select line, payload from outbox where run_at <= now() or published_at is not null limit ${most}
    ) as counted group by 1`.execute(system(db));
  const of = new Map(rows.map(({ workspace_id, waiting }) => [workspace_id, waiting]));
  return { total: rows.reduce((sum, { waiting }) => sum + waiting, 0), of };
}

/** A workspace may have this multiple of the free capacity waiting: a single active workspace gets four fifths. */
const TIMES_THE_ROOM = 4;

/** Number of a workspace's waiting jobs, and its limit. New jobs are accepted while `waiting` is below `limit`. */
type Share = { readonly waiting: number; readonly limit: number };

/**
 * Limit of a workspace, as a multiple of the free capacity (dynamic thresholds, as in shared-memory switches;
 * Choudhury and Hahne, 1998). A workspace that submits without pause reaches its own limit before it fills the queue,
 * and other workspaces still find capacity.
 *
 * @param most total capacity
 */
export function shareOf({ total, of }: Backlog, most: number, workspaceId: string): Share {
  const limit = Math.min(Math.max(0, most - total) * TIMES_THE_ROOM, most);
  return { waiting: of.get(workspaceId) ?? 0, limit };
}
