import { sql } from 'kysely';
import { type Database, system } from '../../platform/db/index.ts';
import type { ParticipantFinding } from './answer.ts';

export type { Database } from '../../platform/db/index.ts';

/** `documentType`: an id; empty for all types with their metadata; `one` for all types with the metadata of one. */
type FindingKey = { readonly network: string; readonly participant: string; readonly documentType: string };

export type StoredFinding = { readonly finding: ParticipantFinding; readonly checked_at: Date };

export async function findFinding(db: Database, key: FindingKey): Promise<StoredFinding | undefined> {
  const row = await system(db)
    .selectFrom('peppol_findings')
    .select(['finding', 'checked_at'])
    .where('network', '=', key.network)
    .where('participant', '=', key.participant)
    .where('document_type', '=', key.documentType)
    .executeTakeFirst();
  // The column contains only data written by this module.
  return row && { finding: row.finding as ParticipantFinding, checked_at: row.checked_at };
}

/** Stores a finding in place of an older one; of two concurrent writes the newer finding wins. */
export async function putFinding(db: Database, key: FindingKey, { finding, checked_at }: StoredFinding): Promise<void> {
  const columns = { finding: JSON.stringify(finding), checked_at };
  await system(db)
    .insertInto('peppol_findings')
    .values({ network: key.network, participant: key.participant, document_type: key.documentType, ...columns })
    .onConflict((conflict) =>
      conflict
        .columns(['network', 'participant', 'document_type'])
        .doUpdateSet(columns)
        .where('peppol_findings.checked_at', '<=', checked_at),
    )
    .execute();
}

/** Time of the last stored finding of the network; null when there is no recent one. */
export async function lastFindingAt(db: Database, network: string): Promise<Date | null> {
  const row = await system(db)
    .selectFrom('peppol_findings')
    .select('checked_at')
    .where('network', '=', network)
    .orderBy('checked_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.checked_at ?? null;
}

/** Deletes findings older than `before`, at most `limit`. Returns the number deleted. */
export async function deleteFindings(db: Database, before: Date, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from peppol_findings where ctid = any (array (
      select ctid from peppol_findings where checked_at < ${before} order by checked_at limit ${limit}
    ))`.execute(system(db));
  return Number(numAffectedRows);
}

/**
 * Reserves the next slot of a rate limit shared by all processes.
 *
 * @param most maximum wait in milliseconds
 * @returns wait until the slot in milliseconds; null when it exceeds the maximum, and no slot was reserved
 */
export async function takeTurn(
  db: Database,
  source: string,
  { pause, most }: { readonly pause: number; readonly most: number },
): Promise<number | null> {
  const { rows } = await sql<{ wait: number }>`
    insert into source_paces as pace (source, free_at)
    values (${source}, clock_timestamp() + ${pause}::float8 * interval '1 ms')
    on conflict (source) do update
      set free_at = greatest(pace.free_at, clock_timestamp()) + ${pause}::float8 * interval '1 ms'
      where pace.free_at <= clock_timestamp() + ${most}::float8 * interval '1 ms'
    returning extract(epoch from free_at - clock_timestamp())::float8 * 1000 - ${pause}::float8 as wait`.execute(
    system(db),
  );
  return rows[0] === undefined ? null : Math.max(0, rows[0].wait);
}
