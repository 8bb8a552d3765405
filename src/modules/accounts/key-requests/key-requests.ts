import { createHash } from 'node:crypto';
import type { IdPrefix, RandomBytes } from '../../../lib/ids.ts';
import { secondsOfDayLeft } from '../../../lib/utc-day.ts';
import { refusal } from '../../../platform/errors/index.ts';
import type { Audit } from '../audit/audit.ts';
import type { Environment } from '../caller.ts';
import type { Keys, MadeKey } from '../keys/api-keys.ts';
import type { PublicCalls } from '../limits/public-calls.ts';
import { DEFAULT_PLAN } from '../usage/plans.ts';
import type { Workspaces } from '../workspaces.ts';
import * as store from './key-request-store.ts';

/** Data that an applicant submits to get a production API key. */
type NewKeyRequest = {
  readonly company: string;
  readonly ico: string | null;
  /** Normalised by `readVatNumber`. */
  readonly vat: string | null;
  readonly contact: string;
  readonly email: string;
  readonly purpose: string;
};

/** Result of the VAT number check; `none`: no number was submitted, `unknown`: the register did not respond. */
export type CheckedVat = {
  readonly status: 'none' | 'valid' | 'invalid' | 'unknown';
  readonly name: string | null;
};

/** Public view of a request, for anyone with its id. */
export type KeyRequest = {
  readonly id: string;
  readonly status: 'received' | 'verifying' | 'approved' | 'refused';
  readonly vat_status: CheckedVat['status'];
  readonly created_at: string;
  readonly decided_at: string | null;
};

/** Operator's view of a request, with the time elapsed so far, in milliseconds. */
export type OpenRequest = KeyRequest &
  NewKeyRequest & {
    readonly vat_name: string | null;
    readonly reason: string | null;
    readonly workspace_id: string | null;
    /** Time from the request until the key was created, or until now. */
    readonly key_after: { readonly ms: number; readonly isDone: boolean };
    /** Time from the request until the first call with the key, or until now. */
    readonly live_after: { readonly ms: number; readonly isDone: boolean };
  };

export type KeyRequests = {
  /**
   * Stores a request.
   *
   * @throws Refusal `production_only` in the sandbox; `key_requests_used_up` after `MOST` requests of a client per
   *   UTC day
   */
  readonly receive: (request: NewKeyRequest, client: string) => Promise<KeyRequest>;
  /** Stores the result of the VAT number check; from then on the request is listed for operators. */
  readonly noteVat: (id: string, checked: CheckedVat) => Promise<KeyRequest>;
  /** Throws `key_request_not_found`. */
  readonly get: (id: string) => Promise<KeyRequest>;
  /** The newest requests, in order of submission. */
  readonly list: (limit: number) => Promise<OpenRequest[]>;
  /**
   * Creates the workspace of a request, and the token of a link that reveals its first key once, within a week. For
   * an approved request whose key was not retrieved, creates a new token.
   *
   * @param plan null: the default plan; an existing workspace keeps its plan
   * @throws Refusal `key_request_not_found`, `key_request_decided`; PlanUnknown
   */
  readonly approve: (
    id: string,
    plan: string | null,
  ) => Promise<{ readonly word: string; readonly workspaceId: string; readonly plan: string | null }>;
  /** Throws `key_request_not_found`, `key_request_decided`. */
  readonly refuse: (id: string, reason: string) => Promise<KeyRequest>;
  /** Whether the token is valid. */
  readonly isOpen: (word: string) => Promise<boolean>;
  /** Creates the key and redeems the token. Throws `key_link_ended`. */
  readonly take: (word: string) => Promise<MadeKey>;
  /** Erases unsuccessful requests after 90 days. */
  readonly forget: (limit: number) => Promise<void>;
};

type Parts = {
  readonly db: store.Database;
  readonly environment: Environment;
  readonly now: () => number;
  readonly newId: (prefix: IdPrefix) => string;
  readonly random: RandomBytes;
  readonly calls: Pick<PublicCalls, 'take'>;
  readonly workspaces: Pick<Workspaces, 'create' | 'changePlan'>;
  readonly keys: Pick<Keys, 'create'>;
  readonly audit: Pick<Audit, 'begin'>;
};

/** Requests per client and day; each is reviewed by a person. */
const MAX_REQUESTS_PER_DAY = 5;
const DAY_MS = 86_400_000;
const LINK_MS = 7 * DAY_MS;
const KEPT_MS = 90 * DAY_MS;

/** 256 bits, which cannot be guessed. */
const WORD_BYTES = 32;

const digestWord = (word: string): Buffer => createHash('sha256').update(word).digest();

/** Creates the record of requests for production API keys (contract, section 11). */
export function makeKeyRequests(parts: Parts): KeyRequests {
  const { db, environment, now, newId, random, calls, workspaces, keys, audit } = parts;
  const at = (): Date => new Date(now());

  const find = async (id: string): Promise<store.KeyRequestRow> => {
    const row = await store.findRequest(db, id);
    if (row === undefined) throw refusal('key_request_not_found', { id });
    return row;
  };
  const decide = async (
    id: string,
    from: readonly KeyRequest['status'][],
    change: Parameters<typeof store.changeRequest>[3],
  ): Promise<store.KeyRequestRow> => {
    const row = await store.changeRequest(db, id, from, change);
    if (row === undefined) throw refusal('key_request_decided', { id, status: (await find(id)).status });
    return row;
  };

  return {
    receive: async (request, client) => {
      if (environment !== 'production') throw refusal('production_only', {});
      const requestedAt = now();
      const granted = await calls.take(`key request ${client}`, requestedAt, MAX_REQUESTS_PER_DAY);
      if (granted === null)
        throw refusal('key_requests_used_up', { limit: MAX_REQUESTS_PER_DAY, seconds: secondsOfDayLeft(requestedAt) });
      const row: store.KeyRequestRow = {
        ...request,
        id: newId('krq'),
        status: 'received',
        vat_status: request.vat === null ? 'none' : 'unknown',
        vat_name: null,
        created_at: at(),
        decided_at: null,
        reason: null,
        workspace: null,
        link_digest: null,
        link_expires_at: null,
        link_used_at: null,
        key_id: null,
      };
      await store.insertRequest(db, row);
      return toRequest(row);
    },

    noteVat: async (id, { status, name }) => {
      const change = { status: 'verifying', vat_status: status, vat_name: name } as const;
      return toRequest((await store.changeRequest(db, id, ['received'], change)) ?? (await find(id)));
    },

    get: async (id) => toRequest(await find(id)),

    list: async (limit) => (await store.listRequests(db, limit)).map((row) => toOpen(row, now())),

    approve: async (id, plan) => {
      const { company, status, workspace, key_id } = await find(id);
      if (status === 'refused' || key_id !== null) throw refusal('key_request_decided', { id, status });
      const named = plan ?? (workspace === null ? DEFAULT_PLAN : null);
      if (workspace !== null && named !== null) await workspaces.changePlan(workspace, named);
      const workspaceId =
        workspace ?? (await workspaces.create({ name: company, environment, plan: plan ?? DEFAULT_PLAN })).id;
      const word = Buffer.from(random(WORD_BYTES)).toString('base64url');
      await decide(id, ['received', 'verifying', 'approved'], {
        status: 'approved',
        decided_at: at(),
        workspace: workspaceId,
        link_digest: digestWord(word),
        link_expires_at: new Date(now() + LINK_MS),
        link_used_at: null,
      });
      return { word, workspaceId, plan: named };
    },

    refuse: async (id, reason) =>
      toRequest(await decide(id, ['received', 'verifying'], { status: 'refused', decided_at: at(), reason })),

    isOpen: async (word) => (await store.findLink(db, digestWord(word), at())) !== undefined,

    take: async (word) => {
      const row = await store.useLink(db, digestWord(word), at());
      if (row === undefined) throw refusal('key_link_ended', {});
      const by = { role: null, action: 'key.create', status: null, clientAddress: null, requestId: null } as const;
      const { scope } = audit.begin({ workspaceId: row.workspace!, actor: row.id }, { ...by, resource: null });
      const made = await keys.create(scope, { name: row.contact, role: 'admin' });
      await store.noteKey(db, row.id, made.key.id);
      return made;
    },

    forget: async (limit) => void (await store.deleteOld(db, new Date(now() - KEPT_MS), limit)),
  };
}

const toRequest = ({ id, status, vat_status, created_at, decided_at }: store.KeyRequestRow): KeyRequest => ({
  id,
  status,
  vat_status,
  created_at: created_at.toISOString(),
  decided_at: decided_at?.toISOString() ?? null,
});

function toOpen(row: store.ListedRow, now: number): OpenRequest {
  const {
    company,
    ico,
    vat,
    contact,
    email,
    purpose,
    vat_name,
    reason,
    workspace: workspace_id,
    link_used_at,
    live_at,
  } = row;
  // A refusal also ends the waiting time.
  const end = row.status === 'refused' ? row.decided_at : null;
  const after = (done: Date | null) => ({
    ms: ((done ?? end)?.getTime() ?? now) - row.created_at.getTime(),
    isDone: done !== null,
  });
  return {
    ...toRequest(row),
    ...{ company, ico, vat, contact, email, purpose, vat_name, reason, workspace_id },
    key_after: after(link_used_at),
    live_after: after(live_at),
  };
}
