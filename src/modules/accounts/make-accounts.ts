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
  /** Encrypts secrets of the installation; without it the database has them as they are. */
  readonly cipher?: SecretCipher;
  /** The published ones unless others are configured. */
  readonly plans?: Plans;
  /** How many calls a second one key may make; 0: as many as it likes. */
  readonly keyRateLimit?: number;
  /** Told of what failed without anybody waiting for it. */
  readonly onError?: (error: unknown) => void;
};

/** So many keys of the sandbox a client gets on a day. */
const MAX_SANDBOX_KEYS = 20;

export type Accounts = {
  /**
   * Who calls with this key, at this moment; the public caller without one. Null when the key is no key, unknown,
   * expired or revoked. In the sandbox any text but one that begins like its keys is a key too, of this client alone.
   *
   * @param client the client's address, as calls are counted by it
   */
  readonly authenticate: (apiKey: string | null, client: string) => Promise<Caller | null>;
  /**
   * A key of the sandbox for whoever asks, with a workspace of its own for a day.
   *
   * @throws Refusal `sandbox_only`; `sandbox_keys_used_up` for a client that got `MOST_SANDBOX_KEYS` of them on this UTC day
   */
  readonly makeSandboxKey: (client: string) => Promise<MadeKey>;
  /**
   * Calls back once when the caller's key has ended, whichever process ended it: at the latest a second after its
   * revocation or the end of its time. A caller without a managed key has none that could end.
   *
   * @returns what ends the watch
   */
  readonly watchKey: (caller: Caller, onEnd: () => void) => () => void;
  readonly takePublicCall: PublicCalls['take'];
  readonly giveBackPublicCalls: PublicCalls['giveBack'];
  /** Takes one of the calls that a key may make in a second, exactly over all processes. Null: there is no limit. */
  readonly takeKeyCall: (caller: Caller) => Promise<KeyCall | null>;
  /** Erases expired throw-away workspaces with everything in them, at most so many; answers how many it were. */
  readonly eraseExpired: (limit: number) => Promise<number>;
  readonly workspaces: Workspaces;
  readonly keys: Keys;
  /** Who asks for a key of production, and what becomes of it. */
  readonly keyRequests: KeyRequests;
  /** Who may put files by SFTP, and how their results are told. */
  readonly sftp: SftpAccess;
  readonly audit: Pick<Audit, 'begin' | 'record' | 'list'>;
  readonly meter: UsageRecord['meter'];
  readonly meterEach: UsageRecord['meterEach'];
  readonly usage: UsageRecord['usage'];
  /** What can be bought, as it is configured. */
  readonly plans: Plans;
  /** Throws Refusal `plan_required` when the caller's plan does not include it. */
  readonly checkIncludes: (caller: Caller, feature: Feature) => void;
  /** Writes what is still in memory; call it before the database is closed. */
  readonly close: () => Promise<void>;
};

/** Makes the accounts of a database. */
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
  const workspaces = makeWorkspaces({ ...parts, plans, audit });
  const requestCalls = makePublicCalls({ db, nameClient });
  const keyRequests = makeKeyRequests({ ...parts, calls: requestCalls, workspaces, keys, audit });
  const anyone: Caller = { workspaceId: PUBLIC_WORKSPACE, actor: 'public', role: 'public', environment };

  return {
    authenticate: async (apiKey, client) => {
      if (apiKey === null || apiKey === '') return anyone;
      const digest = digestKey(apiKey);
      const keyEnvironment = readKeyText(apiKey);
      // A sandbox takes any text as a key and erases its documents after a day: never those of a production key.
      if (environment === 'sandbox' && keyEnvironment === 'production') throw refusal('key_of_production', {});
      // What cannot be a key of this environment costs no look-up.
      const found = keyEnvironment === environment ? await known.find(digest) : 'unknown';
      if (typeof found === 'object') return found;
      return environment === 'sandbox' && !looksLikeKey(apiKey, 'sandbox') ? sandbox.enter(digest, client) : null;
    },

    makeSandboxKey: async (client) => {
      if (environment !== 'sandbox') throw refusal('sandbox_only', {});
      const at = now();
      const given = await sandboxKeys.take(`sandbox key ${client}`, at, MAX_SANDBOX_KEYS);
      if (given === null)
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
