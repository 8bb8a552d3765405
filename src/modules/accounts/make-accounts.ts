import { type IdPrefix, isId, type RandomBytes } from '../../lib/ids.ts';
import { secondsOfDayLeft } from '../../lib/utc-day.ts';
import { refusal } from '../../platform/errors/index.ts';
import type { SecretCipher } from '../../platform/index.ts';
import { type Audit, makeAudit } from './audit/audit.ts';
import { type Caller, type Environment, PUBLIC_WORKSPACE } from './caller.ts';
import { type KeyRequests, makeKeyRequests } from './key-requests/key-requests.ts';
import { digestKey, type Keys, type MadeKey, makeKeys } from './keys/api-keys.ts';
import { looksLikeKey, readKeyText } from './keys/key-text.ts';
import { makeKeyWatch } from './keys/key-watch.ts';
import { makeKnownKeys } from './keys/known-keys.ts';
import { makeNameClient } from './limits/client-names.ts';
import { type KeyCall, makeKeyCalls } from './limits/key-calls.ts';
import { deleteFullBuckets } from './limits/limit-store.ts';
import { makePublicCalls, type PublicCalls } from './limits/public-calls.ts';
import { makeSandbox } from './sandbox.ts';
import { makeSftpAccess, type SftpAccess } from './sftp/sftp-access.ts';
import { checkIncludes, DEFAULT_PLAN, type Feature, type Plans, PUBLISHED_PLANS } from './usage/plans.ts';
import { makeUsage, type UsageRecord } from './usage/usage.ts';
import { type Database, eraseExpiredWorkspaces } from './workspace-store.ts';
import { makeWorkspaces, type Workspaces } from './workspaces.ts';

export type AccountsParts = {
  readonly db: Database;
  readonly environment: Environment;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly newId: (prefix: IdPrefix) => string;
  readonly random: RandomBytes;
  /** Encrypts secrets of the installation; without it they are stored in plaintext. */
  readonly cipher?: SecretCipher;
  /** Default: the published plans. */
  readonly plans?: Plans;
  /** Calls per second and key; 0: unlimited. */
  readonly keyRateLimit?: number;
  /** Receives errors of background work. */
  readonly onError?: (error: unknown) => void;
};

/** Sandbox keys per client and day. */
const MAX_SANDBOX_KEYS = 20;

export type Accounts = {
  /**
   * Authenticates a key; without a key returns the public caller. Null when the key is malformed, unknown, expired or
   * revoked. In the sandbox any text that does not have the prefix of sandbox keys is also a key, for this client
   * only.
   *
   * @param client the client's address, by which calls are counted
   */
  readonly authenticate: (apiKey: string | null, client: string) => Promise<Caller | null>;
  /**
   * Creates a sandbox key with its own workspace, valid for a day.
   *
   * @throws Refusal `sandbox_only`; `sandbox_keys_used_up` after `MAX_SANDBOX_KEYS` keys of a client per UTC day
   */
  readonly makeSandboxKey: (client: string) => Promise<MadeKey>;
  /**
   * Calls back once when the caller's key has ended in any process: at most a second after its revocation or expiry.
   * Never calls back for a caller without a managed key.
   *
   * @returns stops the watch
   */
  readonly watchKey: (caller: Caller, onEnd: () => void) => () => void;
  readonly takePublicCall: PublicCalls['take'];
  readonly giveBackPublicCalls: PublicCalls['giveBack'];
  /** Takes a call from the key's rate limit, exact over all processes. Null: unlimited. */
  readonly takeKeyCall: (caller: Caller) => Promise<KeyCall | null>;
  /** Erases expired sandbox workspaces with all their data, up to a limit; returns their number. */
  readonly eraseExpired: (limit: number) => Promise<number>;
  readonly workspaces: Workspaces;
  readonly keys: Keys;
  /** Requests for production API keys. */
  readonly keyRequests: KeyRequests;
  /** SFTP keys and settings. */
  readonly sftp: SftpAccess;
  readonly audit: Pick<Audit, 'begin' | 'record' | 'list'>;
  readonly meter: UsageRecord['meter'];
  readonly meterEach: UsageRecord['meterEach'];
  readonly usage: UsageRecord['usage'];
  /** Configured plans. */
  readonly plans: Plans;
  /** Throws Refusal `plan_required` when the caller's plan does not include the feature. */
  readonly checkIncludes: (caller: Caller, feature: Feature) => void;
  /** Writes buffered data; call it before the database is closed. */
  readonly close: () => Promise<void>;
};

/** Creates the accounts of a database. */
export function makeAccounts(parts: AccountsParts): Accounts {
  const { db, environment, now, plans = PUBLISHED_PLANS, keyRateLimit = 0, onError = () => undefined } = parts;
  const audit = makeAudit(parts);
  const usage = makeUsage({ db, now, plans, onError });
  const known = makeKnownKeys({ db, now });
  const watch = makeKeyWatch({ db, now, readEpoch: known.readEpoch });
  const nameClient = makeNameClient(parts);
  const publicCalls = makePublicCalls({ db, nameClient });
  const sandboxKeys = makePublicCalls({ db, nameClient });
  const keys = makeKeys({ ...parts, onChange: known.forget });
  const sandbox = makeSandbox({ ...parts, nameClient, keys, audit });
  const keyCalls = keyRateLimit > 0 ? makeKeyCalls({ db, perSecond: keyRateLimit }) : null;
  const workspaces = makeWorkspaces({
    ...parts,
    plans,
    audit,
    onChange: () => {
      known.forget();
      sandbox.forget();
    },
  });
  const requestCalls = makePublicCalls({ db, nameClient });
  const keyRequests = makeKeyRequests({ ...parts, calls: requestCalls, workspaces, keys, audit });
  const anyone: Caller = { workspaceId: PUBLIC_WORKSPACE, actor: 'public', role: 'public', environment };

  return {
    authenticate: async (apiKey, client) => {
      if (apiKey === null || apiKey === '') return anyone;
      const digest = digestKey(apiKey);
      const keyEnvironment = readKeyText(apiKey);
      // A sandbox accepts any text as a key and erases its documents after a day, which must not happen to documents
      // of customers who use their production key by mistake.
      if (environment === 'sandbox' && keyEnvironment === 'production') throw refusal('key_of_production', {});
      // Skips the lookup for text that cannot be a key of this environment.
      const found = keyEnvironment === environment ? await known.find(digest) : 'unknown';
      if (typeof found === 'object') return found;
      return environment === 'sandbox' && !looksLikeKey(apiKey, 'sandbox') ? sandbox.enter(digest, client) : null;
    },

    makeSandboxKey: async (client) => {
      if (environment !== 'sandbox') throw refusal('sandbox_only', {});
      const at = now();
      const granted = await sandboxKeys.take(`sandbox key ${client}`, at, MAX_SANDBOX_KEYS);
      if (granted === null)
        throw refusal('sandbox_keys_used_up', { limit: MAX_SANDBOX_KEYS, seconds: secondsOfDayLeft(at) });
      return sandbox.makeKey();
    },

    watchKey: ({ actor }, onEnd) => (isId('key', actor) ? watch.watch(actor, onEnd) : () => undefined),
    takePublicCall: publicCalls.take,
    giveBackPublicCalls: publicCalls.giveBack,
    takeKeyCall: async ({ workspaceId, actor }) => (await keyCalls?.take(`${workspaceId} ${actor}`)) ?? null,

    eraseExpired: async (limit) => {
      await usage.forgetReceipts(limit);
      await deleteFullBuckets(db, limit);
      await keyRequests.forget(limit);
      return eraseExpiredWorkspaces(db, new Date(now()), limit);
    },

    workspaces,
    keys,
    keyRequests,
    sftp: makeSftpAccess({ ...parts, plans }),
    audit,
    meter: usage.meter,
    meterEach: usage.meterEach,
    usage: usage.usage,
    plans,
    checkIncludes: ({ environment, plan = DEFAULT_PLAN }, feature) =>
      checkIncludes(plans, { environment, plan }, feature),
    close: async () => {
      watch.close();
      await Promise.all([audit.settled(), usage.close()]);
    },
  };
}
