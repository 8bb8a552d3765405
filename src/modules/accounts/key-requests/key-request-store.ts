import { type Selectable, sql, type Updateable } from 'kysely';
import { type Database, system, type Tables } from '../../../platform/db/index.ts';

export type { Database } from '../../../platform/db/index.ts';

export type KeyRequestRow = Selectable<Tables['key_requests']>;

/** A request with the time of the first call of its key; null: no call yet. */
export type ListedRow = KeyRequestRow & { readonly live_at: Date | null };

export async function insertRequest(db: Database, row: KeyRequestRow): Promise<void> {
  await system(db).insertInto('key_requests').values(row).execute();
}

export function findRequest(db: Database, id: string): Promise<KeyRequestRow | undefined> {
  return system(db).selectFrom('key_requests').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Updates a request that is in one of these states; undefined when it is in another state or unknown. */
export function changeRequest(
  db: Database,
  id: string,
  from: readonly KeyRequestRow['status'][],
  change: Updateable<Tables['key_requests']>,
): Promise<KeyRequestRow | undefined> {
  return system(db)
    .updateTable('key_requests')
    .set(change)
    .where('id', '=', id)
    .where('status', 'in', from)
    .returningAll()
    .executeTakeFirst();
}

/** The request whose link has this token and is still valid. */
export function findLink(db: Database, digest: Buffer, now: Date): Promise<KeyRequestRow | undefined> {
  return system(db)
    .selectFrom('key_requests')
    .selectAll()
    .where('link_digest', '=', digest)
    .where('link_used_at', 'is', null)
    .where('link_expires_at', '>', now)
    .executeTakeFirst();
}

/** Redeems the link; undefined when it is already redeemed. */
export function useLink(db: Database, digest: Buffer, now: Date): Promise<KeyRequestRow | undefined> {
  return system(db)
    .updateTable('key_requests')
    .set({ link_used_at: now })
    .where('link_digest', '=', digest)
    .where('link_used_at', 'is', null)
    .where('link_expires_at', '>', now)
    .where('workspace', 'is not', null)
    .returningAll()
    .executeTakeFirst();
}

export async function noteKey(db: Database, id: string, keyId: string): Promise<void> {
  await system(db).updateTable('key_requests').set({ key_id: keyId }).where('id', '=', id).execute();
}

/** Requests, oldest first. */
export async function listRequests(db: Database, limit: number): Promise<ListedRow[]> {
  const { rows } = await sql<ListedRow>`
    select request.*, (
      select min(entry.at) from audit_entries as entry
      where entry.workspace_id = request.workspace and entry.actor = request.key_id
    ) as live_at
    from key_requests as request order by request.created_at desc, request.id desc limit ${limit}`.execute(system(db));
  return rows.reverse();
}

/** Erases requests that were refused or never decided before the time; returns their number. */
export async function deleteOld(db: Database, before: Date, limit: number): Promise<number> {
  const old = system(db)
    .selectFrom('key_requests')
    .select('id')
    .where('status', '<>', 'approved')
    .where(sql<boolean>`coalesce(decided_at, created_at) < ${before}`)
    .limit(limit);
  const { numDeletedRows } = await system(db).deleteFrom('key_requests').where('id', 'in', old).executeTakeFirst();
  return Number(numDeletedRows);
}
