import { sql } from 'kysely';
import type { Trx } from '../../platform/db/index.ts';

/**
 * The next evidence number of the workspace, shared with file reports through `number_evidence`. Locks the counter
 * until commit.
 */
export async function takeEvidenceNumber(trx: Trx, workspaceId: string): Promise<number> {
  const { rows } = await sql<{ readonly last: string }>`
    insert into evidence_sequences as sequence (workspace_id, last) values (${workspaceId}, 1)
    on conflict (workspace_id) do update set last = sequence.last + 1
    returning last`.execute(trx);
  return Number(rows[0]!.last);
}
