import { createHash } from 'node:crypto';
import type { Caller } from './caller.ts';
import { type Database, findKey } from './store.ts';

/** SHA-256 of a key: what is stored instead of it, and what it is looked up by. */
export function digestKey(apiKey: string): Buffer {
  return createHash('sha256').update(apiKey).digest();
}

/** A caller, and the time until which the answer may be used, in milliseconds since the epoch. */
export type Known = { readonly caller: Caller; readonly until: number };

/** The caller behind a stored key; null when it is unknown, expired, revoked, or its workspace is. */
export async function findKeyCaller(db: Database, digest: Buffer, now: number): Promise<Known | null> {
  const key = await findKey(db, digest);
  if (key === undefined || key.revoked_at !== null) return null;
  const until = Math.min(
    key.expires_at?.getTime() ?? Number.POSITIVE_INFINITY,
    key.workspace_expires_at?.getTime() ?? Number.POSITIVE_INFINITY,
  );
  if (until <= now) return null;
  const { workspace_id, id, role, environment } = key;
  return { caller: { workspaceId: workspace_id, actor: id, role, environment }, until };
}
