import type { Caller } from './caller.ts';
import { type Database, openThrowAwayWorkspace } from './store.ts';

/** How long a throw-away workspace lives (contract, section 11). */
export const LIFE_MS = 24 * 60 * 60 * 1000;

/** The id of a key's throw-away workspace: a UUIDv8 (RFC 9562, 5.8) of the key's digest, so every process finds it. */
function sandboxWorkspaceId(digest: Buffer): string {
  const bytes = Buffer.from(digest.subarray(0, 16));
  bytes[6] = 0x80 | (bytes[6]! & 0x0f);
  bytes[8] = 0x80 | (bytes[8]! & 0x3f);
  const hex = bytes.toString('hex');
  return `wsp_${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** Long enough to spare a busy caller a query per call; nobody can revoke what any key is. */
const REMEMBER_MS = 2_000;

/** More keys than this at once are looked up again. */
const MOST = 10_000;

/** Answers who calls with the key of this digest. */
export type Sandbox = (digest: Buffer) => Promise<Caller>;

/**
 * Makes the sandbox: any key is an admin in a workspace of its own, which is made with its first call and again when
 * the one before has expired.
 */
export function makeSandbox({ db, now }: { readonly db: Database; readonly now: () => number }): Sandbox {
  const remembered = new Map<string, { readonly caller: Caller; readonly until: number }>();
  return async (digest) => {
    const at = now();
    const name = digest.toString('latin1');
    const seen = remembered.get(name);
    if (seen !== undefined && seen.until > at) return seen.caller;
    const workspaceId = sandboxWorkspaceId(digest);
    const expiresAt = await openThrowAwayWorkspace(db, workspaceId, new Date(at), new Date(at + LIFE_MS));
    const caller: Caller = { workspaceId, actor: 'sandbox key', role: 'admin', environment: 'sandbox' };
    remembered.delete(name);
    if (remembered.size >= MOST) remembered.clear();
    remembered.set(name, { caller, until: Math.min(expiresAt.getTime(), at + REMEMBER_MS) });
    return caller;
  };
}
