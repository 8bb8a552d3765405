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

/** A key for SFTP as it is shown. */
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
  /** One line of an OpenSSH public key. */
  readonly publicKey: string;
  readonly addresses: readonly string[];
  readonly expiresAt: Date | null;
};

export const SFTP_STEPS = ['validate', 'evidence', 'render', 'send_preparation'] as const;

/** How a workspace wants its files taken and its results. */
export type SftpSettings = {
  readonly language: 'sk' | 'en';
  readonly steps: readonly (typeof SFTP_STEPS)[number][];
  /** The partner's id, with the step `send_preparation` and only then. */
  readonly partner: string | null;
  /** Whether an empty `.ok` or `.err` file follows each result. */
  readonly trigger_files: boolean;
  /** Whether nothing is taken before a list of files arrives that names it. */
  readonly manifest: boolean;
};

const USUAL: SftpSettings = {
  language: 'sk',
  steps: ['validate'],
  partner: null,
  trigger_files: false,
  manifest: false,
};

/** A server as it shows itself. */
type HostKey = { readonly algorithm: string; readonly fingerprint: string; readonly port: number };

/** A key of servers with its private half, which this module cannot read. */
type SealedHostKey = { readonly algorithm: string; readonly fingerprint: string; readonly sealed: string };

/** Who has come, or why nobody is let in: told to logs and the audit trail, never to the client. */
type SftpLogin =
  | { readonly workspaceId: string; readonly keyId: string; readonly environment: Environment }
  | {
      readonly refused: 'unknown' | 'revoked' | 'expired' | 'address' | 'plan';
      /** Whose key it is; null when nobody has it. */
      readonly keyId: string | null;
    };

/** Keys, settings and servers of the SFTP intake. */
export type SftpAccess = {
  /**
   * Adds a public key to the workspace.
   *
   * @throws Refusal `plan_required`, `sftp_key_unusable`, `sftp_address_malformed`, `sftp_key_exists`, `too_many_sftp_keys`
   */
  readonly addKey: (scope: Scope, input: NewSftpKey) => Promise<SftpKey>;
  /** A page of the workspace's keys, ended ones too, the newest first. Throws CursorMalformed. */
  readonly listKeys: (scope: Scope, page: Paging) => Promise<Page<SftpKey>>;
  /** Ends a key for good; again changes nothing. Throws `sftp_key_not_found`. */
  readonly revokeKey: (scope: Scope, id: string) => Promise<SftpKey>;
  readonly settings: (scope: Pick<Scope, 'workspaceId'>) => Promise<SftpSettings>;
  /**
   * Changes what is given, or what is made of the settings before; nobody else changes them meanwhile. The partner must be
   * there already. Throws `plan_required`, and what `changes` throws.
   */
  readonly changeSettings: (
    scope: Scope,
    changes: Partial<SftpSettings> | ((before: SftpSettings) => SftpSettings),
  ) => Promise<SftpSettings>;
  /** Whom a key in wire format lets in from this address, at this moment. The user name is the workspace's id. */
  readonly login: (user: string, key: Uint8Array, address: string) => Promise<SftpLogin>;
  /** Remembers when and from where a key was used last. */
  readonly noteUse: (login: { readonly workspaceId: string; readonly keyId: string }, from: string) => Promise<void>;
  /** The workspaces that ever had a key, of those that live. */
  readonly workspaces: () => Promise<readonly string[]>;
  /**
   * Which of these workspaces live, and which this database remembers from an earlier call and live no more. It says
   * nothing of those that it never knew: it may be new, or restored from before they came.
   */
  readonly findHomes: (
    ids: readonly string[],
  ) => Promise<{ readonly living: readonly string[]; readonly erased: readonly string[] }>;
  /** Gives a server's keys, and answers those that all servers show: of each algorithm the first that was given. */
  readonly agreeHostKeys: (keys: readonly SealedHostKey[]) => Promise<readonly SealedHostKey[]>;
  /** The servers listen there. */
  readonly reportPort: (port: number) => Promise<void>;
  /** What servers show, once one has listened. */
  readonly hostKeys: () => Promise<readonly HostKey[]>;
};

type Parts = {
  readonly db: store.Database;
  readonly now: () => number;
  readonly newId: (prefix: IdPrefix) => string;
  readonly plans: Plans;
};

const MAX_KEYS = 50;

/** Makes the record of the SFTP intake's keys and settings. */
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

/** The columns hold what this module wrote, under the checks of the schema. */
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
