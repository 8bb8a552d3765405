import type pg from 'pg';
import { OperatorFault } from '../index.ts';

/** Table that exists during a restore: created before the first change, dropped after the last. */
export const RESTORE_MARKER = 'restore_in_progress';

/** @throws OperatorFault when a restore into the database did not finish */
export async function refuseUnfinishedRestore(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ found: string | null }>(
    `select to_regclass('public.${RESTORE_MARKER}')::text as found`,
  );
  if (rows[0]?.found == null) return;
  throw new OperatorFault(
    'The restore was interrupted. Drop the database, create it and restore again; without DATABASE_URL restore into a new DATA_DIR. ' +
      'Remove the files that the restore wrote to DATA_DIR (rules, artifacts, sftp), too.',
  );
}
