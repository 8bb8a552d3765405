/**
 * Who calls, what they may do, and where their data lives: workspaces, keys, the sandbox; what they did (the audit
 * trail) and how much of it (the meter). It never stores a key, and decides nothing about single routes.
 */
export {
  type Attempt,
  type Audit,
  type AuditAction,
  type AuditEntry,
  type AuditFilter,
  type Deed,
  type Line,
  OUTCOMES,
  type Outcome,
} from './audit/audit.ts';
export { type Caller, type Environment, PUBLIC_WORKSPACE, ROLES, type Role } from './caller.ts';
export { makeKeyText, readKeyText } from './keys/key-text.ts';
export type { ApiKey, Keys, MadeKey, NewKey } from './keys/keys.ts';
export { WorkspaceNotFound } from './keys/workspace-not-found.ts';
export { type Accounts, type AccountsParts, makeAccounts } from './make-accounts.ts';
export {
  choosePlans,
  DEFAULT_PLAN,
  type Plan,
  type Plans,
  PRODUCTS,
  type Product,
  PUBLISHED_PLANS,
  type Tariff,
  type UsageLine,
} from './usage/plans.ts';
export type { Metered, Usage } from './usage/usage.ts';
export { PlanUnknown, type Workspace, type Workspaces } from './workspaces.ts';
