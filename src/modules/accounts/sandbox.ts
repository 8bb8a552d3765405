import { createHash } from 'node:crypto';
import type { IdPrefix } from '../../lib/ids.ts';
import type { Audit } from './audit/audit.ts';
import type { Caller } from './caller.ts';
import type { Keys, MadeKey } from './keys/api-keys.ts';
import type { NameClient } from './limits/client-names.ts';
import { type Database, openThrowAwayWorkspace } from './workspace-store.ts';

/** How long a throw-away workspace lives (contract, section 11). */
export const LIFE_MS = 24 * 60 * 60 * 1000;

/**
 * The id of a throw-away workspace: a UUIDv8 (RFC 9562, 5.8) of what it belongs to, so every process finds it. Its first
 * 48 bits are those of the client (`turnOf`).
 */
function sandboxWorkspaceId(client: Buffer, name: Buffer): string {
  const bytes = Buffer.concat([client.subarray(0, 6), name.subarray(6, 16)]);
  bytes[6] = 0x80 | (bytes[6]! & 0x0f);
  bytes[8] = 0x80 | (bytes[8]! & 0x3f);
  const hex = bytes.toString('hex');
  return `wsp_${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** Long enough to spare a busy caller a query per call; nobody can revoke what any key is. */
const REMEMBER_MS = 2_000;

/** More callers than this at once are looked up again. */
const MOST = 10_000;

/** Who is told to have made a key that anybody may ask for. */
const ISSUER = 'sandbox';

type Sandbox = {
  /** Who calls from this client with a text that is no key of the sandbox. */
  readonly enter: (digest: Buffer, client: string) => Promise<Caller>;
  /** A key for whoever asks, with a workspace of its own that lives as long as the key. */
  readonly makeKey: () => Promise<MadeKey>;
};

type SandboxParts = {
  readonly db: Database;
  readonly now: () => number;
  readonly newId: (prefix: IdPrefix) => string;
  readonly nameClient: NameClient;
  readonly keys: Pick<Keys, 'create'>;
  readonly audit: Pick<Audit, 'begin'>;
};

/**
 * Makes the sandbox. Any text is an admin there, in a workspace of this text and client: the published placeholder is
 * everybody's text, and strangers who use it must not meet. Such a workspace is made with the first call and again when
 * the one before has expired.
 */
export function makeSandbox({ db, now, newId, nameClient, keys, audit }: SandboxParts): Sandbox {
  const remembered = new Map<string, { readonly caller: Caller; readonly until: number }>();
  const open = (workspaceId: string, at: number): Promise<Date> =>
    openThrowAwayWorkspace(db, workspaceId, new Date(at), new Date(at + LIFE_MS));

  return {
    enter: async (digest, client) => {
      const at = now();
      const name = createHash('sha256').update(digest).update(client).digest('base64');
      const seen = remembered.get(name);
      if (seen !== undefined && seen.until > at) return seen.caller;
      const workspaceId = sandboxWorkspaceId(
        await nameClient('sandbox client', client),
        await nameClient(`sandbox ${digest.toString('hex')}`, client),
      );
      const expiresAt = await open(workspaceId, at);
      const caller: Caller = { workspaceId, actor: 'sandbox key', role: 'admin', environment: 'sandbox' };
      remembered.delete(name);
      if (remembered.size >= MOST) remembered.clear();
      remembered.set(name, { caller, until: Math.min(expiresAt.getTime(), at + REMEMBER_MS) });
      return caller;
    },

    makeKey: async () => {
      const workspaceId = newId('wsp');
      const expiresAt = await open(workspaceId, now());
      const by = { role: null, action: 'key.create', status: null, clientAddress: null, requestId: null } as const;
      const { scope } = audit.begin({ workspaceId, actor: ISSUER }, { ...by, resource: null });
      return keys.create(scope, { name: 'Sandbox', role: 'admin', expiresAt });
    },
  };
}
