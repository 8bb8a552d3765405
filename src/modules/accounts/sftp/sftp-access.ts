import { timingSafeEqual } from 'node:crypto';
import type { IdPrefix } from '../../../lib/ids.ts';
import { type Page, type Paging, readNewest } from '../../../lib/page-cursor.ts';
import type { Scope } from '../../../lib/scope.ts';
import { refusal } from '../../../platform/errors/index.ts';
import type { Environment } from '../caller.ts';
import { checkIncludes, includes, type Plans } from '../usage/plans.ts';
import { isAddressBlock, isListed } from './addresses.ts';
import { fingerprintOf, RSA_BITS, readPublicKey } from './public-key.ts';
import * as store from './sftp-key-store.ts';

/** Public view of an SFTP key. */
type SftpKey = {
  readonly id: string;
  readonly name: string;
  readonly status: 'active' | 'expired' | 'revoked';
  readonly algorithm: string;
  readonly fingerprint: string;
  readonly addresses: readonly string[];
  readonly created_at: string;
  readonly created_by: string;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
  readonly last_used_at: string | null;
  readonly last_used_from: string | null;
};

type NewSftpKey = {
  readonly name: string;
  /** A line of an OpenSSH public key. */
  readonly publicKey: string;
  readonly addresses: readonly string[];
  readonly expiresAt: Date | null;
};

export const SFTP_STEPS = ['validate', 'evidence', 'render', 'send_preparation'] as const;

/** How files of a workspace are processed, and how results are delivered. */
export type SftpSettings = {
  readonly language: 'sk' | 'en';
  readonly steps: readonly (typeof SFTP_STEPS)[number][];
  /** Partner id; required for the step `send_preparation`, otherwise null. */
  readonly partner: string | null;
  /** Whether an empty `.ok` or `.err` file follows each result. */
  readonly trigger_files: boolean;
  /** Whether files are processed only after a manifest lists them. */
  readonly manifest: boolean;
};

const USUAL: SftpSettings = {
  language: 'sk',
  steps: ['validate'],
  partner: null,
  trigger_files: false,
  manifest: false,
};

/** Public host key of the servers. */
type HostKey = { readonly algorithm: string; readonly fingerprint: string; readonly port: number };

/** Host key with its encrypted private key, which this module cannot decrypt. */
type SealedHostKey = { readonly algorithm: string; readonly fingerprint: string; readonly sealed: string };

/**
 * Authenticated login, or the reason of its rejection, for logs and the audit trail; clients never see the reason.
 */
type SftpLogin =
  | { readonly workspaceId: string; readonly keyId: string; readonly environment: Environment }
  | {
      readonly refused: 'unknown' | 'revoked' | 'expired' | 'address' | 'plan';
      /** Id of the presented key; null when the key is unknown. */
      readonly keyId: string | null;
    };

/** Keys, settings and host keys of the SFTP intake. */
export type SftpAccess = {
  /**
   * Adds a public key to the workspace.
   *
   * @throws Refusal `plan_required`, `sftp_key_unusable`, `sftp_address_malformed`, `sftp_key_exists`,
   *   `too_many_sftp_keys`
   */
  readonly addKey: (scope: Scope, input: NewSftpKey) => Promise<SftpKey>;
  /** A page of the workspace's keys, including revoked ones, newest first. Throws CursorMalformed. */
  readonly listKeys: (scope: Scope, page: Paging) => Promise<Page<SftpKey>>;
  /** Revokes a key; idempotent. Throws `sftp_key_not_found`. */
  readonly revokeKey: (scope: Scope, id: string) => Promise<SftpKey>;
  readonly settings: (scope: Pick<Scope, 'workspaceId'>) => Promise<SftpSettings>;
  /**
   * Updates the settings with the passed values, or with a function of the current settings, under a lock. The
   * partner must exist. Throws `plan_required`, and errors of `changes`.
   */
  readonly changeSettings: (
    scope: Scope,
    changes: Partial<SftpSettings> | ((before: SftpSettings) => SftpSettings),
  ) => Promise<SftpSettings>;
  /** Authenticates a key in wire format for this address. The user name is the workspace id. */
  readonly login: (user: string, key: Uint8Array, address: string) => Promise<SftpLogin>;
  /** Records time and address of the key's last use. */
  readonly noteUse: (login: { readonly workspaceId: string; readonly keyId: string }, from: string) => Promise<void>;
  /** Live workspaces that have ever had a key. */
  readonly workspaces: () => Promise<readonly string[]>;
  /**
   * Separates these workspaces into live ones, and ended ones known from an earlier call. Unknown ids are in neither
   * group: the database may be new, or restored from an earlier backup.
   */
  readonly findHomes: (
    ids: readonly string[],
  ) => Promise<{ readonly living: readonly string[]; readonly erased: readonly string[] }>;
  /** Offers a server's host keys; returns those that all servers use: per algorithm, the first one offered. */
  readonly agreeHostKeys: (keys: readonly SealedHostKey[]) => Promise<readonly SealedHostKey[]>;
  /** Records the port of the servers. */
  readonly reportPort: (port: number) => Promise<void>;
  /** Host keys of the servers, once a server has listened. */
  readonly hostKeys: () => Promise<readonly HostKey[]>;
};

type Parts = {
  readonly db: store.Database;
  readonly now: () => number;
  readonly newId: (prefix: IdPrefix) => string;
  readonly plans: Plans;
};

const MAX_KEYS = 50;

/** Creates the record of SFTP keys and settings. */
export function makeSftpAccess({ db, now, newId, plans }: Parts): SftpAccess {
  const checkPlan = async (trx: store.Trx, workspaceId: string): Promise<void> => {
    const found = await store.findPlan(trx, workspaceId);
    if (found !== undefined) checkIncludes(plans, found, 'sftp');
  };

  return {
    addKey: async (scope, { name, publicKey, addresses, expiresAt }) => {
      const key = readPublicKey(publicKey);
      if (key === null) throw refusal('sftp_key_unusable', { bits: RSA_BITS });
      const wrong = addresses.find((address) => !isAddressBlock(address));
      if (wrong !== undefined) throw refusal('sftp_address_malformed', { address: wrong });
      const row: store.SftpKeyRow = {
        workspace_id: scope.workspaceId,
        id: newId('sfk'),
        name,
        algorithm: key.algorithm,
        fingerprint: key.fingerprint,
        public_key: key.blob,
        addresses: [...addresses],
        created_by: scope.actor,
        created_at: new Date(now()),
        expires_at: expiresAt,
        revoked_at: null,
        last_used_at: null,
        last_used_from: null,
      };
      return store.inWorkspace(db, scope.workspaceId, async (trx) => {
        await checkPlan(trx, scope.workspaceId);
        if ((await store.countWorking(trx, scope.workspaceId, new Date(now()))) >= MAX_KEYS)
          throw refusal('too_many_sftp_keys', { limit: MAX_KEYS });
        if (!(await store.insertKey(trx, row))) throw refusal('sftp_key_exists', { fingerprint: key.fingerprint });
        scope.audit?.(trx, row.id);
        return toKey(row, now());
      });
    },

    listKeys: ({ workspaceId }, page) =>
      store.inWorkspace(db, workspaceId, (trx) =>
        readNewest('sfk', page, async (before, limit) =>
          (await store.listKeyRows(trx, workspaceId, before, limit)).map((row) => toKey(row, now())),
        ),
      ),

    revokeKey: (scope, id) =>
      store.inWorkspace(db, scope.workspaceId, async (trx) => {
        const row = await store.findKeyRow(trx, scope.workspaceId, id);
        if (row === undefined) throw refusal('sftp_key_not_found', { id });
        if (row.revoked_at !== null) return toKey(row, now());
        const revoked = await store.revokeKey(trx, scope.workspaceId, id, new Date(now()));
        scope.audit?.(trx, id);
        return toKey(revoked, now());
      }),

    settings: ({ workspaceId }) =>
      store.inWorkspace(db, workspaceId, async (trx) => toSettings(await store.findSettings(trx, workspaceId))),

    changeSettings: (scope, changes) =>
      store.inWorkspace(db, scope.workspaceId, async (trx) => {
        await checkPlan(trx, scope.workspaceId);
        const toRow = (settings: SftpSettings): store.SettingsRow => ({
          ...settings,
          steps: [...settings.steps],
          workspace_id: scope.workspaceId,
          updated_at: new Date(now()),
        });
        const before = toSettings(await store.lockSettings(trx, toRow(USUAL)));
        const settings = typeof changes === 'function' ? changes(before) : { ...before, ...changes };
        await store.writeSettings(trx, toRow(settings));
        scope.audit?.(trx, scope.workspaceId);
        return settings;
      }),

    login: async (user, key, address) => {
      const row = await store.findLogin(db, user, fingerprintOf(key));
      if (row === undefined || row.public_key.length !== key.length || !timingSafeEqual(row.public_key, key))
        return { refused: 'unknown', keyId: null };
      const at = now();
      const isOver = (end: Date | null): boolean => end !== null && end.getTime() <= at;
      if (row.revoked_at !== null) return { refused: 'revoked', keyId: row.id };
      if (isOver(row.expires_at) || isOver(row.workspace_expires_at)) return { refused: 'expired', keyId: row.id };
      if (!isListed(row.addresses, address)) return { refused: 'address', keyId: row.id };
      if (!includes(plans, row, 'sftp')) return { refused: 'plan', keyId: row.id };
      return { workspaceId: row.workspace_id, keyId: row.id, environment: row.environment };
    },

    noteUse: ({ workspaceId, keyId }, from) => store.noteUse(db, workspaceId, keyId, new Date(now()), from),
    workspaces: () => store.listWorkspacesWithKeys(db, new Date(now())),
    findHomes: async (ids) => {
      const living = await store.noteHomes(db, ids, new Date(now()));
      const known = new Set(living);
      return { living, erased: (await store.findNoted(db, ids)).filter((id) => !known.has(id)) };
    },
    agreeHostKeys: async (keys) => {
      const rows = keys.map(({ sealed, ...key }) => ({
        ...key,
        sealed_private: sealed,
        port: 0,
        seen_at: new Date(now()),
      }));
      const agreed = await store.agreeHostKeys(db, rows);
      return agreed.map(({ algorithm, fingerprint, sealed_private: sealed }) => ({ algorithm, fingerprint, sealed }));
    },
    reportPort: (port) => store.notePort(db, port, new Date(now())),
    hostKeys: async () =>
      (await store.listHostKeys(db))
        .filter(({ port }) => port > 0)
        .map(({ algorithm, fingerprint, port }) => ({ algorithm, fingerprint, port })),
  };
}

/** The columns contain only values that this module wrote and the schema's checks accept. */
const toSettings = (row: store.SettingsRow | undefined): SftpSettings =>
  row === undefined
    ? USUAL
    : {
        language: row.language,
        steps: row.steps as SftpSettings['steps'],
        partner: row.partner,
        trigger_files: row.trigger_files,
        manifest: row.manifest,
      };

const toKey = (row: store.SftpKeyRow, now: number): SftpKey => ({
  id: row.id,
  name: row.name,
  status:
    row.revoked_at !== null
      ? 'revoked'
      : row.expires_at !== null && row.expires_at.getTime() <= now
        ? 'expired'
        : 'active',
  algorithm: row.algorithm,
  fingerprint: row.fingerprint,
  addresses: row.addresses,
  created_at: row.created_at.toISOString(),
  created_by: row.created_by,
  expires_at: row.expires_at?.toISOString() ?? null,
  revoked_at: row.revoked_at?.toISOString() ?? null,
  last_used_at: row.last_used_at?.toISOString() ?? null,
  last_used_from: row.last_used_from,
});
