/**
 * Who calls, what they may do, and where their data lives: workspaces, keys, the sandbox. It never stores a key, and
 * decides nothing about single routes.
 */
export { type Caller, type Environment, PUBLIC_WORKSPACE, ROLES, type Role } from './caller.ts';
export { type Accounts, type AccountsParts, makeAccounts } from './make-accounts.ts';
