/**
 * Accounts: authentication, roles, workspaces, API keys, the sandbox, the audit trail and usage metering. Stores only
 * hashes of keys, and contains no logic for single routes.
 */
export { type Attempt, type AuditAction, type AuditEntry, type NewAuditEntry, OUTCOMES } from './audit/audit.ts';
export { type Caller, CII_WORDS, type Cii, type Environment, ROLES, type Role } from './caller.ts';
export type { CheckedVat, KeyRequest, OpenRequest } from './key-requests/key-requests.ts';
export type { ApiKey, MadeKey } from './keys/api-keys.ts';
export { makeKeyText, readKeyText } from './keys/key-text.ts';
export { WorkspaceNotFound } from './keys/workspace-not-found.ts';
export { type Accounts, type AccountsParts, makeAccounts } from './make-accounts.ts';
export { SFTP_STEPS, type SftpSettings } from './sftp/sftp-access.ts';
export { choosePlans, DEFAULT_PLAN, type Plans, PRODUCTS, type Product } from './usage/plans.ts';
export { PlanUnknown, type Workspace, type WorkspaceSettings } from './workspaces.ts';
