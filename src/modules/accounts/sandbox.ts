import { createHash } from 'node:crypto';
import type { IdPrefix } from '../../lib/ids.ts';
import type { Audit } from './audit/audit.ts';
import type { Caller } from './caller.ts';
import type { Keys, MadeKey } from './keys/api-keys.ts';
import type { NameClient } from './limits/client-names.ts';
import { type Database, openThrowAwayWorkspace } from './workspace-store.ts';

/** Lifetime of a sandbox workspace (contract, section 11). */
export const LIFE_MS = 24 * 60 * 60 * 1000;

/**
 * Id of a sandbox workspace: a UUIDv8 (RFC 9562, 5.8) derived from client and key, so that all processes compute the
 * same. Its first 48 bits are those of the client (`queueOwnerOf`).
 */
function sandboxWorkspaceId(client: Buffer, name: Buffer): string {
  const bytes = Buffer.concat([client.subarray(0, 6), name.subarray(6, 16)]);
  bytes[6] = 0x80 | (bytes[6]! & 0x0f);
  bytes[8] = 0x80 | (bytes[8]! & 0x3f);
  const hex = bytes.toString('hex');
  return `wsp_${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** Saves a query per call of a busy caller; such keys cannot be revoked. */
const REMEMBER_MS = 2_000;

/** Maximum number of cached callers. */
const MAX_REMEMBERED = 10_000;

/** Recorded creator of self-service sandbox keys. */
const ISSUER = 'sandbox';

type Sandbox = {
  /** Caller for a text that is not a managed sandbox key, on this client. */
  readonly enter: (digest: Buffer, client: string) => Promise<Caller>;
  /** Creates a self-service key with its own workspace, which lives as long as the key. */
  readonly makeKey: () => Promise<MadeKey>;
  /** Settings have changed: clears the cache of this process. */
  readonly forget: () => void;
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
 * Creates the sandbox. Any text is an admin key there, with a workspace per text and client: the published
 * placeholder is shared by everyone, and its users must not see each other's data. The workspace is created on the
 * first call, and again after it expires.
 */
export function makeSandbox({ db, now, newId, nameClient, keys, audit }: SandboxParts): Sandbox {
  const remembered = new Map<string, { readonly caller: Caller; readonly until: number }>();
  const open = (workspaceId: string, at: number) =>
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
      const { expiresAt, cii } = await open(workspaceId, at);
      const caller: Caller = { workspaceId, actor: 'sandbox key', role: 'admin', environment: 'sandbox', cii };
      remembered.delete(name);
      if (remembered.size >= MAX_REMEMBERED) remembered.clear();
      remembered.set(name, { caller, until: Math.min(expiresAt.getTime(), at + REMEMBER_MS) });
      return caller;
    },

    makeKey: async () => {
      const workspaceId = newId('wsp');
      const { expiresAt } = await open(workspaceId, now());
      const by = { role: null, action: 'key.create', status: null, clientAddress: null, requestId: null } as const;
      const { scope } = audit.begin({ workspaceId, actor: ISSUER }, { ...by, resource: null });
      return keys.create(scope, { name: 'Sandbox', role: 'admin', expiresAt });
    },

    forget: () => remembered.clear(),
  };
}
