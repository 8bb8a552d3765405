import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type IdPrefix, isId, type RandomBytes } from '../../../lib/ids.ts';
import { type Page, readCursor, writeCursor } from '../../../lib/page-cursor.ts';
import type { Scope } from '../../../lib/scope.ts';
import { refusal } from '../../../platform/errors/index.ts';
import { type Environment, PUBLIC_WORKSPACE, type Role } from '../caller.ts';
import {
  changeKeys,
  type Database,
  endKey,
  findEnvironment,
  findKeyRow,
  hasOtherAdmin,
  insertKey,
  type KeyRow,
  listKeyRows,
  type Trx,
} from './key-store.ts';
import { hintOf, makeKeyText } from './key-text.ts';
import { MEMORY_MS } from './known-keys.ts';
import { WorkspaceNotFound } from './workspace-not-found.ts';

/** Public data of an API key, without its text. */
export type ApiKey = {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  readonly environment: Environment;
  readonly status: 'active' | 'expired' | 'revoked';
  readonly prefix: string;
  readonly last_four: string;
  readonly created_at: string;
  readonly created_by: string;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
  readonly replaced_by: string | null;
};

type NewKey = { readonly name: string; readonly role: Role; readonly expiresAt?: Date | null | undefined };

/** A new key and its text, which is available only once. */
export type MadeKey = { readonly key: ApiKey; readonly text: string };

export type Keys = {
  /** Creates a key. The response is the only place where its text appears. Throws WorkspaceNotFound. */
  readonly create: (scope: Scope, input: NewKey) => Promise<MadeKey>;
  /** Keys of the workspace, including ended ones, newest first. Throws CursorMalformed. */
  readonly list: (
    scope: Scope,
    page: { readonly cursor?: string | undefined; readonly limit: number },
  ) => Promise<Page<ApiKey>>;
  /**
   * Replaces a key by a new one with the same name, role and lifetime. The old key stays valid for `overlap`
   * milliseconds; with 0 it ends as by `revoke`.
   *
   * @throws Refusal `key_not_found`, `key_ended`, `key_replaced`
   */
  readonly rotate: (scope: Scope, id: string, overlap: number) => Promise<MadeKey & { readonly replaced: ApiKey }>;
  /**
   * Revokes a key. When this resolves, no process accepts the key. Idempotent.
   *
   * @throws Refusal `key_not_found`; `last_admin_key` when an API key would revoke its workspace's last admin key
   *   (operators may)
   */
  readonly revoke: (scope: Scope, id: string) => Promise<ApiKey>;
};

type KeysParts = {
  readonly db: Database;
  readonly now: () => number;
  readonly newId: (prefix: IdPrefix) => string;
  readonly random: RandomBytes;
  /** Called when keys have changed: cached keys of this process must not be used. */
  readonly onChange: () => void;
};

/** SHA-256 of a key, which is stored instead of the key and used for lookups. */
export const digestKey = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Creates the operations on keys. */
export function makeKeys({ db, now, newId, random, onChange }: KeysParts): Keys {
  const insert = async (trx: Trx, scope: Scope, input: NewKey, at: number): Promise<MadeKey> => {
    const environment = await findEnvironment(trx, scope.workspaceId);
    // A key of the public workspace could read the data of all callers without a key.
    if (environment === null || scope.workspaceId === PUBLIC_WORKSPACE) throw new WorkspaceNotFound(scope.workspaceId);
    const text = makeKeyText(environment, random);
    const row: KeyRow = {
      id: newId('key'),
      name: input.name,
      ...hintOf(text),
      role: input.role,
      environment,
      created_at: new Date(at),
      created_by: scope.actor,
      expires_at: input.expiresAt ?? null,
      revoked_at: null,
      replaced_by: null,
    };
    await insertKey(trx, scope.workspaceId, { ...row, digest: digestKey(text) });
    return { key: toApiKey(row, at), text };
  };

  const get = async (trx: Trx, scope: Scope, id: string): Promise<KeyRow> => {
    const row = await findKeyRow(trx, scope.workspaceId, id);
    if (row === undefined) throw refusal('key_not_found', { id });
    return row;
  };

  /** Waits until every process has checked the epoch, or must query the database before it accepts a key. */
  const untilForgotten = async (): Promise<void> => {
    onChange();
    await pause(MEMORY_MS);
  };

  return {
    create: (scope, input) =>
      changeKeys(db, scope.workspaceId, async (trx) => {
        const made = await insert(trx, scope, input, now());
        scope.audit?.(trx, made.key.id);
        return made;
      }),

    list: async (scope, { cursor, limit }) => {
      const from = cursor === undefined ? null : readCursor(cursor, 'key');
      const rows = await listKeyRows(db, scope.workspaceId, from, limit + 1);
      const last = rows.length > limit ? rows[limit - 1]! : null;
      const next = last === null ? null : writeCursor({ at: last.created_at, id: last.id });
      return { items: rows.slice(0, limit).map((row) => toApiKey(row, now())), next };
    },

    rotate: async (scope, id, overlap) => {
      const rotated = await changeKeys(db, scope.workspaceId, async (trx) => {
        const at = now();
        const old = await get(trx, scope, id);
        if (statusOf(old, at) !== 'active') throw refusal('key_ended', { id });
        // Rotating twice would leave behind an unknown valid key when the first response was lost.
        if (old.replaced_by !== null) throw refusal('key_replaced', { id, by: old.replaced_by });
        const life = old.expires_at === null ? null : old.expires_at.getTime() - old.created_at.getTime();
        const made = await insert(trx, scope, { ...old, expiresAt: life === null ? null : new Date(at + life) }, at);
        const ends = Math.min(at + overlap, old.expires_at?.getTime() ?? Number.POSITIVE_INFINITY);
        const end = overlap === 0 ? { revoked_at: new Date(at) } : { expires_at: new Date(ends) };
        const row = await endKey(trx, scope.workspaceId, id, { ...end, replaced_by: made.key.id });
        scope.audit?.(trx, id);
        return { ...made, replaced: toApiKey(row, at) };
      });
      if (overlap === 0) await untilForgotten();
      return rotated;
    },

    revoke: async (scope, id) => {
      const revoked = await changeKeys(db, scope.workspaceId, async (trx) => {
        const at = new Date(now());
        const row = await get(trx, scope, id);
        if (row.revoked_at !== null) return row;
        // An operator can create another key, and a sandbox workspace needs no key.
        const mayLockOut = row.role === 'admin' && isId('key', scope.actor);
        if (mayLockOut && !(await hasOtherAdmin(trx, scope.workspaceId, id, at)))
          throw refusal('last_admin_key', { id });
        scope.audit?.(trx, id);
        return endKey(trx, scope.workspaceId, id, { revoked_at: at });
      });
      await untilForgotten();
      return toApiKey(revoked, now());
    },
  };
}

function statusOf({ revoked_at, expires_at }: KeyRow, now: number): ApiKey['status'] {
  if (revoked_at !== null) return 'revoked';
  return expires_at !== null && expires_at.getTime() <= now ? 'expired' : 'active';
}

const toApiKey = (row: KeyRow, now: number): ApiKey => ({
  id: row.id,
  name: row.name,
  role: row.role,
  environment: row.environment,
  status: statusOf(row, now),
  prefix: row.prefix,
  last_four: row.last_four,
  created_at: row.created_at.toISOString(),
  created_by: row.created_by,
  expires_at: row.expires_at?.toISOString() ?? null,
  revoked_at: row.revoked_at?.toISOString() ?? null,
  replaced_by: row.replaced_by,
});
