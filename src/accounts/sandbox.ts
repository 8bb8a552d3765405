import type { Known } from './keys.ts';
import { type Database, openThrowAwayWorkspace } from './store.ts';

/** How long a throw-away workspace lives (contract, section 11). */
const LIFE_MS = 24 * 60 * 60 * 1000;

/** The id of a key's throw-away workspace: a UUIDv8 (RFC 9562, 5.8) of the key's digest, so every process finds it. */
function sandboxWorkspaceId(digest: Buffer): string {
  const bytes = Buffer.from(digest.subarray(0, 16));
  bytes[6] = 0x80 | (bytes[6]! & 0x0f);
  bytes[8] = 0x80 | (bytes[8]! & 0x3f);
  const hex = bytes.toString('hex');
  return `wsp_${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/**
 * Who calls with this key in the sandbox: any key is a developer in a workspace of its own, which is made with its
 * first call and again when the one before has expired.
 */
export async function openSandbox(db: Database, digest: Buffer, now: number): Promise<Known> {
  const workspaceId = sandboxWorkspaceId(digest);
  const expiresAt = await openThrowAwayWorkspace(db, workspaceId, new Date(now), new Date(now + LIFE_MS));
  const caller = { workspaceId, actor: 'sandbox key', role: 'developer', environment: 'sandbox' } as const;
  return { caller, until: expiresAt.getTime() };
}
