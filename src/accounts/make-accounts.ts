import { createHash } from 'node:crypto';
import type { IdPrefix } from '../lib/ids.ts';
import { toUtcDay } from '../lib/utc-day.ts';
import { type Audit, makeAudit } from './audit/audit.ts';
import { type Caller, type Environment, PUBLIC_WORKSPACE } from './caller.ts';
import { digestKey, findKeyCaller, type Known } from './keys.ts';
import { openSandbox } from './sandbox.ts';
import { addPublicCall, type Database, eraseExpiredWorkspaces } from './store.ts';
import { type Plans, PUBLISHED_PLANS } from './usage/plans.ts';
import { makeUsage, type UsageRecord } from './usage/usage.ts';

export type AccountsParts = {
  readonly db: Database;
  readonly environment: Environment;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly newId: (prefix: IdPrefix) => string;
  /** The published ones unless others are configured. */
  readonly plans?: Plans;
  /** Told of what failed without anybody waiting for it. */
  readonly onError?: (error: unknown) => void;
};

export type Accounts = {
  /**
   * Who calls with this key; the public caller without one. Null when the key is unknown, expired or revoked.
   * The answer may be up to two seconds old.
   */
  readonly authenticate: (apiKey: string | null) => Promise<Caller | null>;
  /** Counts one keyless call of a client on the UTC day of the time; answers how many it has made on that day. */
  readonly countPublicCall: (client: string, at: number) => Promise<number>;
  /** Erases expired throw-away workspaces with everything in them, at most so many; answers how many it were. */
  readonly eraseExpired: (limit: number) => Promise<number>;
  readonly audit: Pick<Audit, 'record' | 'list'>;
  readonly meter: UsageRecord['meter'];
  readonly usage: UsageRecord['usage'];
  /** Writes what is still in memory; call it before the database is closed. */
  readonly close: () => Promise<void>;
};

/** Long enough to spare a busy caller a query per call, short enough for a revoked key. */
const REMEMBER_MS = 2_000;

/** More keys than this at once are looked up again. */
const REMEMBER_KEYS = 10_000;

/** Makes the accounts of a database. */
export function makeAccounts(parts: AccountsParts): Accounts {
  const { db, environment, now, plans = PUBLISHED_PLANS, onError = () => undefined } = parts;
  const audit = makeAudit(parts);
  const usage = makeUsage({ db, now, plans, onError });
  const remembered = new Map<string, Known>();
  const anyone: Caller = { workspaceId: PUBLIC_WORKSPACE, actor: 'public', role: 'public', environment };

  return {
    authenticate: async (apiKey) => {
      if (apiKey === null || apiKey === '') return anyone;
      const at = now();
      const digest = digestKey(apiKey);
      const name = digest.toString('latin1');
      const seen = remembered.get(name);
      if (seen !== undefined && seen.until > at) return seen.caller;
      const found = environment === 'sandbox' ? await openSandbox(db, digest, at) : await findKeyCaller(db, digest, at);
      remembered.delete(name);
      if (found === null) return null;
      if (remembered.size >= REMEMBER_KEYS) remembered.clear();
      remembered.set(name, { caller: found.caller, until: Math.min(found.until, at + REMEMBER_MS) });
      return found.caller;
    },

    countPublicCall: (client, at) => {
      const day = toUtcDay(at);
      return addPublicCall(db, day, createHash('sha256').update(`${day} ${client}`).digest());
    },

    eraseExpired: async (limit) => {
      await usage.forgetReceipts(limit);
      return eraseExpiredWorkspaces(db, new Date(now()), limit);
    },

    audit,
    meter: usage.meter,
    usage: usage.usage,
    close: async () => {
      await Promise.all([audit.settled(), usage.close()]);
    },
  };
}
