import { type Selectable, sql } from 'kysely';
import { type Database, inTransaction, system, type Tables } from '../../platform/db/index.ts';
import { type Cii, PUBLIC_WORKSPACE } from './caller.ts';

export type { Database } from '../../platform/db/index.ts';

/** Name of all workspaces created for sandbox keys. */
const THROW_AWAY = 'Sandbox';

/**
 * Creates a sandbox workspace if it is missing. An expired one is erased with all its data and created again.
 *
 * @returns when it expires, and its settings
 */
export async function openThrowAwayWorkspace(
  db: Database,
  id: string,
  now: Date,
  expiresAt: Date,
): Promise<ThrowAwayWorkspace> {
  const found = await findThrowAway(db, id);
  if (found !== undefined && found.expiresAt > now) return found;
  await system(db).deleteFrom('workspaces').where('id', '=', id).where('expires_at', '<=', now).execute();
  await system(db)
    .insertInto('workspaces')
    .values({ id, name: THROW_AWAY, environment: 'sandbox', created_at: now, expires_at: expiresAt })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  return (await findThrowAway(db, id)) ?? { expiresAt, cii: null };
}

type ThrowAwayWorkspace = { readonly expiresAt: Date; readonly cii: Cii | null };

async function findThrowAway(db: Database, id: string): Promise<ThrowAwayWorkspace | undefined> {
  const query = system(db).selectFrom('workspaces').select(['expires_at', 'cii']).where('id', '=', id);
  const { expires_at: expiresAt = null, cii = null } = (await query.executeTakeFirst()) ?? {};
  return expiresAt === null ? undefined : { expiresAt, cii };
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

/** A workspace with its settings. Throws when it does not exist. */
export const findWorkspace = (db: Database, id: string): Promise<Selectable<Tables['workspaces']>> =>
  system(db).selectFrom('workspaces').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** The setting of a workspace for CII; null also when the workspace does not exist any longer. */
export async function findCii(db: Database, id: string): Promise<Cii | null> {
  const row = await system(db).selectFrom('workspaces').select('cii').where('id', '=', id).executeTakeFirst();
  return row?.cii ?? null;
}

/** Changes settings of a workspace, and writes the audit entry in the same transaction. Cached keys are invalidated. */
export function updateSettings(
  db: Database,
  id: string,
  settings: { readonly cii: Cii | null },
  notify: (trx: object) => void,
): Promise<void> {
  return inTransaction(db, async (trx) => {
    await trx.updateTable('workspaces').set(settings).where('id', '=', id).execute();
    await trx.updateTable('key_epoch').set({ number: sql`number + 1` }).execute();
    notify(trx);
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
