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

/** The arguments do not match the usage of the command. */
export class NotUnderstood extends Error {}

/** Command-line access is not limited by roles. */
export const asOperator = (workspaceId: string): Scope => ({ workspaceId, actor: 'operator' });

/**
 * Runs work on the accounts in the service's database.
 *
 * @param usage printed when the arguments are invalid
 * @returns the exit code: 0 done, 1 refused, 2 invalid usage
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
    if (error instanceof NotUnderstood || isOfArguments(error)) return print(`${error.message}\n${usage}`, 2);
    if (isExpected(error)) return print(error.message, 1);
    throw error;
  }
}

/** The error of parseArgs names the unknown argument. */
const isOfArguments = (error: unknown): error is Error =>
  error instanceof TypeError && String((error as { code?: unknown }).code).startsWith('ERR_PARSE_ARGS');

const isExpected = (error: unknown): error is Error =>
  error instanceof Refusal || error instanceof WorkspaceNotFound || error instanceof PlanUnknown;

/** Prints a message and returns the exit code. */
export function print(text: string, code: number): number {
  console.error(text);
  return code;
}

/**
 * Performs an action as the operator and records it in the audit trail of the workspace: in the transaction of the
 * change, or in a separate one when nothing had to change.
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
