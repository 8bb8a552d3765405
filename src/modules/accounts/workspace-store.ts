import { type Selectable, sql } from 'kysely';
import { type Database, inTransaction, system, type Tables } from '../../platform/db/index.ts';
import { PUBLIC_WORKSPACE } from './caller.ts';

export type { Database } from '../../platform/db/index.ts';

/** Name of all workspaces created for sandbox keys. */
const THROW_AWAY = 'Sandbox';

/**
 * Creates a sandbox workspace if it is missing. An expired one is erased with all its data and created again.
 *
 * @returns when it expires
 */
export async function openThrowAwayWorkspace(db: Database, id: string, now: Date, expiresAt: Date): Promise<Date> {
  const found = await findExpiry(db, id);
  if (found !== undefined && found > now) return found;
  await system(db).deleteFrom('workspaces').where('id', '=', id).where('expires_at', '<=', now).execute();
  await system(db)
    .insertInto('workspaces')
    .values({ id, name: THROW_AWAY, environment: 'sandbox', created_at: now, expires_at: expiresAt })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  return (await findExpiry(db, id)) ?? expiresAt;
}

async function findExpiry(db: Database, id: string): Promise<Date | undefined> {
  const row = await system(db).selectFrom('workspaces').select('expires_at').where('id', '=', id).executeTakeFirst();
  return row?.expires_at ?? undefined;
}

/** Erases expired sandbox workspaces with all their data, oldest first. Returns their number. */
export async function eraseExpiredWorkspaces(db: Database, now: Date, limit: number): Promise<number> {
  const expired = system(db)
    .selectFrom('workspaces')
    .select('id')
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(limit)
    .forUpdate()
    .skipLocked();
  const { numDeletedRows } = await system(db).deleteFrom('workspaces').where('id', 'in', expired).executeTakeFirst();
  return Number(numDeletedRows);
}

type WorkspaceRow = Selectable<Tables['workspaces']> & { readonly active_keys: number };

/** Creates a workspace, and its audit entry in the same transaction. */
export async function insertWorkspace(
  db: Database,
  row: Selectable<Tables['workspaces']>,
  notify: (trx: object) => void,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    await trx.insertInto('workspaces').values(row).execute();
    notify(trx);
  });
}

/**
 * Changes the plan of a workspace, and writes the audit entry in the same transaction. Cached keys are invalidated.
 *
 * @returns false when the workspace does not exist
 */
export function updatePlan(db: Database, id: string, plan: string, notify: (trx: object) => void): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('workspaces')
      .set({ plan })
      .where('id', '=', id)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    await trx.updateTable('key_epoch').set({ number: sql`number + 1` }).execute();
    notify(trx);
    return true;
  });
}

/**
 * Live workspaces, oldest first, with the number of their valid keys. Workspaces of single sandbox keys are omitted.
 */
export async function listWorkspaceRows(db: Database, now: Date): Promise<WorkspaceRow[]> {
  const { rows } = await sql<WorkspaceRow>`
    select workspace.*, (
      select count(*) from api_keys as key
      where key.workspace_id = workspace.id and key.revoked_at is null
        and (key.expires_at is null or key.expires_at > ${now})
    ) as active_keys
    from workspaces as workspace
    where (workspace.expires_at is null or workspace.expires_at > ${now}) and workspace.name <> ${THROW_AWAY}
      and workspace.id <> ${PUBLIC_WORKSPACE}
    order by workspace.created_at, workspace.id`.execute(system(db));
  return rows;
}
