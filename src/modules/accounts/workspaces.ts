import type { IdPrefix } from '../../lib/ids.ts';
import type { Scope } from '../../lib/scope.ts';
import { refusal } from '../../platform/errors/index.ts';
import type { Audit } from './audit/audit.ts';
import type { Cii, Environment } from './caller.ts';
import { findWorkspaceOfKey } from './keys/key-store.ts';
import { WorkspaceNotFound } from './keys/workspace-not-found.ts';
import { LIFE_MS } from './sandbox.ts';
import type { Plans } from './usage/plans.ts';
import {
  type Database,
  findCii,
  findWorkspace,
  insertWorkspace,
  listWorkspaceRows,
  updatePlan,
  updateSettings,
} from './workspace-store.ts';

/** Operator's view of a workspace. */
export type Workspace = {
  readonly id: string;
  readonly name: string;
  readonly environment: Environment;
  readonly plan: string;
  readonly created_at: string;
  readonly expires_at: string | null;
  readonly active_keys: number;
};

/** A workspace as its own keys read it. */
export type WorkspaceSettings = Pick<Workspace, 'id' | 'name' | 'environment' | 'plan'> & {
  /** Default for Cross Industry Invoices; null: that of the instance. */
  readonly cii: Cii | null;
};

/** The plan is not configured. */
export class PlanUnknown extends Error {
  constructor(plan: string, plans: Plans) {
    super(`Plan ${plan} is not configured; configured plans: ${Object.keys(plans).join(', ')}`);
    this.name = 'PlanUnknown';
  }
}

export type Workspaces = {
  /**
   * Creates a workspace and its first audit entry. In the sandbox it lives for a day; in production until an operator
   * ends it.
   *
   * @throws PlanUnknown
   */
  readonly create: (input: {
    readonly name: string;
    readonly environment: Environment;
    readonly plan: string;
  }) => Promise<Workspace>;
  /**
   * Changes the plan of a workspace, effective immediately for its keys, and adds an audit entry.
   *
   * @throws PlanUnknown; WorkspaceNotFound
   */
  readonly changePlan: (id: string, plan: string) => Promise<void>;
  /** The workspace of a caller. */
  readonly settings: (scope: Pick<Scope, 'workspaceId'>) => Promise<WorkspaceSettings>;
  /** The default of a workspace for CII; null: that of the instance. */
  readonly cii: (id: string) => Promise<Cii | null>;
  /** Changes settings of the workspace of a caller. Cached keys are invalidated in all processes. */
  readonly changeSettings: (scope: Scope, changes: { readonly cii?: Cii | null }) => Promise<WorkspaceSettings>;
  /** Live workspaces, oldest first, without those of single sandbox keys. */
  readonly list: () => Promise<Workspace[]>;
  /** Workspace id of a key, by the key's id. Throws `key_not_found`. */
  readonly ofKey: (id: string) => Promise<string>;
};

type WorkspacesParts = {
  readonly db: Database;
  readonly now: () => number;
  readonly newId: (prefix: IdPrefix) => string;
  readonly plans: Plans;
  readonly audit: Pick<Audit, 'begin'>;
  /** Called after settings have changed. */
  readonly onChange: () => void;
};

const BY_OPERATOR = {
  role: null,
  status: null,
  clientAddress: null,
  requestId: null,
} as const;

/** Creates the operator's operations on workspaces. */
export function makeWorkspaces({ db, now, newId, plans, audit, onChange }: WorkspacesParts): Workspaces {
  const settings: Workspaces['settings'] = async ({ workspaceId }) => {
    const { id, name, environment, plan, cii } = await findWorkspace(db, workspaceId);
    return { id, name, environment, plan, cii };
  };
  return {
    settings,
    cii: (id) => findCii(db, id),
    changeSettings: async (scope, { cii }) => {
      const { workspaceId } = scope;
      if (cii !== undefined) {
        await updateSettings(db, workspaceId, { cii }, (trx) => scope.audit?.(trx, workspaceId));
        onChange();
      }
      return settings(scope);
    },
    create: async ({ name, environment, plan }) => {
      if (!Object.hasOwn(plans, plan)) throw new PlanUnknown(plan, plans);
      const at = now();
      const expires_at = environment === 'sandbox' ? new Date(at + LIFE_MS) : null;
      const row = { id: newId('wsp'), name, environment, plan, created_at: new Date(at), expires_at, cii: null };
      const attempt = { ...BY_OPERATOR, action: 'workspace.create', resource: row.id } as const;
      const { scope } = audit.begin({ workspaceId: row.id, actor: 'operator' }, attempt);
      await insertWorkspace(db, row, (trx) => scope.audit(trx, row.id));
      return toWorkspace({ ...row, active_keys: 0 });
    },
    changePlan: async (id, plan) => {
      if (!Object.hasOwn(plans, plan)) throw new PlanUnknown(plan, plans);
      const attempt = { ...BY_OPERATOR, action: 'workspace.plan', resource: id } as const;
      const { scope } = audit.begin({ workspaceId: id, actor: 'operator' }, attempt);
      if (!(await updatePlan(db, id, plan, (trx) => scope.audit(trx, id)))) throw new WorkspaceNotFound(id);
    },
    ofKey: async (id) => {
      const workspaceId = await findWorkspaceOfKey(db, id);
      if (workspaceId === null) throw refusal('key_not_found', { id });
      return workspaceId;
    },
    list: async () => (await listWorkspaceRows(db, new Date(now()))).map(toWorkspace),
  };
}

const toWorkspace = (row: Awaited<ReturnType<typeof listWorkspaceRows>>[number]): Workspace => ({
  id: row.id,
  name: row.name,
  environment: row.environment,
  plan: row.plan,
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at?.toISOString() ?? null,
  active_keys: row.active_keys,
});
