import { randomBytes } from 'node:crypto';
import type { Scope } from '../../src/lib/scope.ts';
import {
  type Accounts,
  type AccountsParts,
  type MadeKey,
  makeAccounts,
  type Role,
} from '../../src/modules/accounts/index.ts';
import type { Database } from '../../src/platform/db/index.ts';
import { makeId, makeWorkspace } from './records.ts';

/** Accounts of one process; by default in production, with the real clock. */
export const makeTestAccounts = (db: Database, changes: Partial<AccountsParts> = {}): Accounts =>
  makeAccounts({ db, now: Date.now, newId: makeId, random: randomBytes, environment: 'production', ...changes });

/** Operator scope of a new production workspace whose plan includes all features, able to create its first keys. */
export const makeOperator = async (db: Database): Promise<Scope> => ({
  ...(await makeWorkspace(db, 'enterprise')),
  actor: 'operator',
});

export const makeKey = (accounts: Accounts, scope: Scope, role: Role, expiresAt?: Date): Promise<MadeKey> =>
  accounts.keys.create(scope, { name: `a ${role}`, role, expiresAt });
