import { sql } from 'kysely';
import { type Database, system } from '../db/index.ts';
import type { Environment, Role } from './caller.ts';

export type { Database } from '../db/index.ts';

export type KeyRow = {
  readonly id: string;
  readonly workspace_id: string;
  readonly role: Role;
  readonly environment: Environment;
  readonly expires_at: Date | null;
  readonly revoked_at: Date | null;
  readonly workspace_expires_at: Date | null;
};

/** The key with this digest. Unscoped: only the key tells which workspace it belongs to. */
export function findKey(db: Database, digest: Buffer): Promise<KeyRow | undefined> {
  return system(db)
    .selectFrom('api_keys as key')
    .innerJoin('workspaces as workspace', 'workspace.id', 'key.workspace_id')
    .select([
      'key.id',
      'key.workspace_id',
      'key.role',
      'key.environment',
      'key.expires_at',
      'key.revoked_at',
      'workspace.expires_at as workspace_expires_at',
    ])
    .where('key.digest', '=', digest)
    .executeTakeFirst();
}

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
    .values({ id, name: 'Sandbox', environment: 'sandbox', created_at: now, expires_at: expiresAt })
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

/** Counts a call of a client on a day (`YYYY-MM-DD`) and answers how many it has made; forgets the days before. */
export async function addPublicCall(db: Database, day: string, client: Buffer): Promise<number> {
  const { rows } = await sql<{ calls: number }>`
    insert into public_calls (day, client, calls) values (${day}, ${client}, 1)
    on conflict (day, client) do update set calls = public_calls.calls + 1
    returning calls`.execute(system(db));
  const { calls } = rows[0]!;
  if (calls === 1) await system(db).deleteFrom('public_calls').where('day', '<', day).execute();
  return calls;
}
