import { type Selectable, sql } from 'kysely';
import { type Database, system, type Tables, type Trx, withWorkspace } from '../../../platform/db/index.ts';
import type { Environment } from '../caller.ts';

export type { Database, Trx } from '../../../platform/db/index.ts';

/** Transaction scoped to one workspace. */
export const inWorkspace = withWorkspace;

export type SftpKeyRow = Selectable<Tables['sftp_keys']>;
export type SettingsRow = Selectable<Tables['sftp_settings']>;
type HostKeyRow = Selectable<Tables['sftp_host_keys']>;

/** Keys of the workspace, including revoked ones, newest first, after the cursor position. */
export function listKeyRows(
  trx: Trx,
  workspaceId: string,
  before: { readonly at: Date; readonly id: string } | null,
  limit: number,
): Promise<SftpKeyRow[]> {
  return trx
    .selectFrom('sftp_keys')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .$if(before !== null, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('created_at', 'id'), '<', tuple<Date, string>(before!.at, before!.id)),
      ),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export async function countWorking(trx: Trx, workspaceId: string, now: Date): Promise<number> {
  const { count } = await trx
    .selectFrom('sftp_keys')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('workspace_id', '=', workspaceId)
    .where('revoked_at', 'is', null)
    .where(({ or, eb }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** False, without a change, when the workspace has an unrevoked key with this fingerprint. */
export async function insertKey(trx: Trx, row: SftpKeyRow): Promise<boolean> {
  const inserted = await trx
    .insertInto('sftp_keys')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['workspace_id', 'fingerprint']).where('revoked_at', 'is', null).doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export function findKeyRow(trx: Trx, workspaceId: string, id: string): Promise<SftpKeyRow | undefined> {
  return trx
    .selectFrom('sftp_keys')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst();
}

export function revokeKey(trx: Trx, workspaceId: string, id: string, at: Date): Promise<SftpKeyRow> {
  return trx
    .updateTable('sftp_keys')
    .set({ revoked_at: at })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

type LoginRow = Pick<SftpKeyRow, 'id' | 'workspace_id' | 'public_key' | 'addresses' | 'expires_at' | 'revoked_at'> & {
  readonly environment: Environment;
  readonly plan: string;
  readonly workspace_expires_at: Date | null;
};

/** Key of a workspace with this fingerprint, a valid one first. Unscoped: the caller is not authenticated yet. */
export function findLogin(db: Database, workspaceId: string, fingerprint: string): Promise<LoginRow | undefined> {
  return system(db)
    .selectFrom('sftp_keys as key')
    .innerJoin('workspaces as workspace', 'workspace.id', 'key.workspace_id')
    .select(['key.id', 'key.workspace_id', 'key.public_key', 'key.addresses', 'key.expires_at', 'key.revoked_at'])
    .select(['workspace.environment', 'workspace.plan', 'workspace.expires_at as workspace_expires_at'])
    .where('key.workspace_id', '=', workspaceId)
    .where('key.fingerprint', '=', fingerprint)
    .orderBy(sql`key.revoked_at is not null`)
    .limit(1)
    .executeTakeFirst();
}

/** Records a login. Unscoped: workspace queries may not write it. */
export async function noteUse(db: Database, workspaceId: string, id: string, at: Date, from: string): Promise<void> {
  await system(db)
    .updateTable('sftp_keys')
    .set({ last_used_at: at, last_used_from: from })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute();
}

/** Live workspaces that have a key in any state. Unscoped: used by the process that serves all folders. */
export async function listWorkspacesWithKeys(db: Database, now: Date): Promise<string[]> {
  const rows = await system(db)
    .selectFrom('workspaces')
    .select('id')
    .where(({ or, eb }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .where(sql<boolean>`exists (select from sftp_keys where workspace_id = workspaces.id)`)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Filters live workspaces; records permanently that they have folders. Unscoped: as above. */
export async function noteHomes(db: Database, ids: readonly string[], now: Date): Promise<string[]> {
  const rows = await system(db)
    .selectFrom('workspaces')
    .select('id')
    .where(sql<boolean>`id = any(${ids})`)
    .where(({ or, eb }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .execute();
  const found = rows.map(({ id }) => id);
  const noted = new Set(await findNoted(db, found));
  const added = found.filter((id) => !noted.has(id)).map((id) => ({ id }));
  if (added.length > 0)
    await system(db)
      .insertInto('sftp_homes')
      .values(added)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  return found;
}

/** Filters workspaces recorded as having folders, live or not. Unscoped: as above. */
export async function findNoted(db: Database, ids: readonly string[]): Promise<string[]> {
  const rows = await system(db).selectFrom('sftp_homes').select('id').where(sql<boolean>`id = any(${ids})`).execute();
  return rows.map(({ id }) => id);
}

export function findSettings(trx: Trx, workspaceId: string): Promise<SettingsRow | undefined> {
  return trx.selectFrom('sftp_settings').selectAll().where('workspace_id', '=', workspaceId).executeTakeFirst();
}

/**
 * Returns the settings of the workspace, creating the defaults if missing, and locks them until the transaction ends.
 */
export async function lockSettings(trx: Trx, usual: SettingsRow): Promise<SettingsRow> {
  await trx
    .insertInto('sftp_settings')
    .values(usual)
    .onConflict((conflict) => conflict.column('workspace_id').doNothing())
    .execute();
  return trx
    .selectFrom('sftp_settings')
    .selectAll()
    .where('workspace_id', '=', usual.workspace_id)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

export async function writeSettings(trx: Trx, { workspace_id, ...values }: SettingsRow): Promise<void> {
  await trx.updateTable('sftp_settings').set(values).where('workspace_id', '=', workspace_id).execute();
}

/**
 * Adds host keys for algorithms that have none; returns the resulting keys. Unscoped: they belong to no workspace.
 */
export async function agreeHostKeys(db: Database, rows: readonly HostKeyRow[]): Promise<HostKeyRow[]> {
  await system(db)
    .insertInto('sftp_host_keys')
    .values(rows)
    .onConflict((conflict) => conflict.column('algorithm').doNothing())
    .execute();
  return listHostKeys(db);
}

/** Records the port of the servers. Unscoped: as above. */
export async function notePort(db: Database, port: number, at: Date): Promise<void> {
  await system(db).updateTable('sftp_host_keys').set({ port, seen_at: at }).execute();
}

/** Ed25519 first, which most clients verify. Unscoped: equal for all workspaces. */
export function listHostKeys(db: Database): Promise<HostKeyRow[]> {
  return system(db)
    .selectFrom('sftp_host_keys')
    .selectAll()
    .orderBy((eb) => eb('algorithm', 'like', 'ecdsa-%'))
    .orderBy('algorithm')
    .execute();
}

/** Environment and plan of a workspace; undefined when it is gone. */
export function findPlan(
  trx: Trx,
  workspaceId: string,
): Promise<{ environment: Environment; plan: string } | undefined> {
  return trx.selectFrom('workspaces').select(['environment', 'plan']).where('id', '=', workspaceId).executeTakeFirst();
}
