import { sql } from 'kysely';
import { type Database, system } from '../db/index.ts';

/** How much waits in the outbox to be done: jobs, of those for several documents each document. */
export type Backlog = {
  readonly total: number;
  /** By workspace; '' is the service itself. */
  readonly of: ReadonlyMap<string, number>;
};

/** Counted until there are so many jobs, which is all that admission needs. */
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

/** A workspace may have so many times as much waiting as there is still room for: one alone gets four fifths. */
const TIMES_THE_ROOM = 4;

/** What a workspace has waiting, and how much it may have. It has room while the first is less than the second. */
type Share = { readonly waiting: number; readonly limit: number };

/**
 * The share of a workspace in the room for what waits: a multiple of what is still free (dynamic thresholds, as switches
 * share their memory among ports; Choudhury and Hahne, 1998). So one that submits without end meets its own limit before
 * it has filled the queue, and whoever comes anew still finds room.
 *
 * @param most how much may wait in all
 */
export function shareOf({ total, of }: Backlog, most: number, workspaceId: string): Share {
  const limit = Math.min(Math.max(0, most - total) * TIMES_THE_ROOM, most);
  return { waiting: of.get(workspaceId) ?? 0, limit };
}
