import { randomBytes } from 'node:crypto';
import { newId } from '../lib/ids.ts';
import type { Scope } from '../lib/scope.ts';
import {
  type Accounts,
  type AuditAction,
  choosePlans,
  makeAccounts,
  PlanUnknown,
  WorkspaceNotFound,
} from '../modules/accounts/index.ts';
import { Refusal } from '../platform/errors/index.ts';
import { type Config, makeLog, readConfig } from '../platform/index.ts';
import { withServiceDatabase } from './with-database.ts';

/** The arguments are not those of the command. */
export class NotUnderstood extends Error {}

/** Whoever has the command line stands above the roles. */
export const asOperator = (workspaceId: string): Scope => ({ workspaceId, actor: 'operator' });

/**
 * Does something with the accounts of the service's database.
 *
 * @param usage what is told when the arguments are not understood
 * @returns the exit code: 0 done, 1 refused, 2 not understood
 */
export async function withAccounts(
  usage: string,
  work: (accounts: Accounts, config: Config) => Promise<void>,
): Promise<number> {
  const config = readConfig();
  const plans = choosePlans(config.plans);
  const now = () => Date.now();
  try {
    await withServiceDatabase(config, makeLog({ level: 'warn', role: 'cli' }, process.stderr), async (db) => {
      const makeId = (prefix: Parameters<typeof newId>[0]) => newId(prefix, now(), randomBytes);
      const { environment } = config;
      const accounts = makeAccounts({ db, now, newId: makeId, random: randomBytes, environment, plans });
      try {
        await work(accounts, config);
      } finally {
        await accounts.close();
      }
    });
    return 0;
  } catch (error) {
    if (error instanceof NotUnderstood || isOfArguments(error)) return tell(`${error.message}\n${usage}`, 2);
    if (isExpected(error)) return tell(error.message, 1);
    throw error;
  }
}

/** parseArgs says which argument it does not know. */
const isOfArguments = (error: unknown): error is Error =>
  error instanceof TypeError && String((error as { code?: unknown }).code).startsWith('ERR_PARSE_ARGS');

const isExpected = (error: unknown): error is Error =>
  error instanceof Refusal || error instanceof WorkspaceNotFound || error instanceof PlanUnknown;

/** Says something to the operator, and passes the exit code on. */
export function tell(text: string, code: number): number {
  console.error(text);
  return code;
}

/**
 * Does something as the operator, with a line of it in the audit trail of the workspace: in the transaction of the
 * change, or by itself where nothing had to be changed any more.
 */
export async function doAsOperator<T>(
  accounts: Accounts,
  workspaceId: string,
  entry: { readonly action: AuditAction; readonly resource?: string },
  work: (scope: Scope) => Promise<T>,
): Promise<T> {
  const attempt = { role: null, resource: null, status: null, clientAddress: null, requestId: null, ...entry };
  const { scope, end } = accounts.audit.begin(asOperator(workspaceId), attempt);
  const done = await work(scope);
  await end({ outcome: 'done' });
  return done;
}
