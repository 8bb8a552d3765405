import { type Selectable, sql, type Updateable } from 'kysely';
import { type Database, system, type Tables } from '../../../platform/db/index.ts';

export type { Database } from '../../../platform/db/index.ts';

export type KeyRequestRow = Selectable<Tables['key_requests']>;

/** A request with when its key made its first call; null: none yet. */
export type ListedRow = KeyRequestRow & { readonly live_at: Date | null };

export async function insertRequest(db: Database, row: KeyRequestRow): Promise<void> {
  await system(db).insertInto('key_requests').values(row).execute();
}

export function findRequest(db: Database, id: string): Promise<KeyRequestRow | undefined> {
  return system(db).selectFrom('key_requests').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Changes a request that is still in one of these states; undefined when it is in another one, or not there. */
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

/** The request whose link has this word and still works. */
export function findLink(db: Database, digest: Buffer, now: Date): Promise<KeyRequestRow | undefined> {
  return system(db)
    .selectFrom('key_requests')
    .selectAll()
    .where('link_digest', '=', digest)
    .where('link_used_at', 'is', null)
    .where('link_expires_at', '>', now)
    .executeTakeFirst();
}

/** Uses the link up; undefined for whoever comes second. */
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

/** Requests, the oldest first. */
export async function listRequests(db: Database, limit: number): Promise<ListedRow[]> {
  const { rows } = await sql<ListedRow>`
    select request.*, (
      select min(entry.at) from audit_entries as entry
      where entry.workspace_id = request.workspace and entry.actor = request.key_id
    ) as live_at
    from key_requests as request order by request.created_at desc, request.id desc limit ${limit}`.execute(system(db));
  return rows.reverse();
}

/** Erases requests that came to nothing, decided or left open before that time; answers how many. */
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
