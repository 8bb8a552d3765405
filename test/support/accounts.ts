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

/** Accounts as one process has them, in production and on the real clock unless told otherwise. */
export const makeTestAccounts = (db: Database, changes: Partial<AccountsParts> = {}): Accounts =>
  makeAccounts({ db, now: Date.now, newId: makeId, random: randomBytes, environment: 'production', ...changes });

/** An operator of a fresh workspace in production, whose plan includes everything; he may make its first keys. */
export const makeOperator = async (db: Database): Promise<Scope> => ({
  ...(await makeWorkspace(db, 'enterprise')),
  actor: 'operator',
});

export const makeKey = (accounts: Accounts, scope: Scope, role: Role, expiresAt?: Date): Promise<MadeKey> =>
  accounts.keys.create(scope, { name: `a ${role}`, role, expiresAt });
