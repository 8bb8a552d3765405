import { type Selectable, sql } from 'kysely';
import { type Database, inTransaction, system, type Tables } from '../../platform/db/index.ts';
import { PUBLIC_WORKSPACE } from './caller.ts';

export type { Database } from '../../platform/db/index.ts';

/** The name of every workspace that a key of the sandbox makes. */
const THROW_AWAY = 'Sandbox';

/**
 * Makes sure that a throw-away workspace is there. One that has expired is erased with everything in it, and begins
 * anew.
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

/** Erases expired throw-away workspaces with everything in them, the oldest first. Answers how many. */
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

/** Adds a workspace, and in the same transaction what tells of it. */
export async function insertWorkspace(
  db: Database,
  row: Selectable<Tables['workspaces']>,
  tell: (trx: object) => void,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    await trx.insertInto('workspaces').values(row).execute();
    tell(trx);
  });
}

/**
 * Puts a workspace on another plan, and in the same transaction writes what tells of it. Keys are looked up again.
 *
 * @returns false when there is none of this id
 */
export function updatePlan(db: Database, id: string, plan: string, tell: (trx: object) => void): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('workspaces')
      .set({ plan })
      .where('id', '=', id)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    await trx.updateTable('key_epoch').set({ number: sql`number + 1` }).execute();
    tell(trx);
    return true;
  });
}

/** Workspaces that live, the oldest first, each with how many keys of it work. Throw-away ones of single keys are left out. */
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
