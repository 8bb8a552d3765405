/**
 * `key`: manages the API keys of workspaces. A key is printed once, as the only text on its line of standard output.
 */
import { parseArgs } from 'node:util';
import {
  type Accounts,
  type ApiKey,
  type MadeKey,
  ROLES,
  type Role,
  WorkspaceNotFound,
} from '../modules/accounts/index.ts';
import type { Config } from '../platform/index.ts';
import { asOperator, doAsOperator, NotUnderstood, print, withAccounts } from './with-accounts.ts';

export const USAGE = `usage: key create --workspace <wsp_…> --role ${ROLES.join('|')} [--name <text>] [--expires <90d or time>]
         key list --workspace <wsp_…>
         key rotate <key_…> [--overlap <24h>]
         key revoke <key_…>`;

type Of = Pick<Config, 'environment'>;

const ACTIONS: ReadonlyMap<string, (accounts: Accounts, args: readonly string[], of: Of) => Promise<void>> = new Map(
  Object.entries({
    create,
    list,
    rotate,
    revoke,
  }),
);

/**
 * Runs one action.
 *
 * @returns the exit code: 0 done, 1 refused, 2 invalid usage
 */
export async function key([action = '', ...args]: readonly string[]): Promise<number> {
  const run = ACTIONS.get(action);
  return run === undefined ? print(USAGE, 2) : withAccounts(USAGE, (accounts, config) => run(accounts, args, config));
}

const text = { type: 'string' } as const;

async function create(accounts: Accounts, args: readonly string[], { environment }: Of): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: { workspace: text, role: text, name: text, expires: text },
  });
  const { workspace = '', role = '', name = 'created by the operator', expires } = values;
  if (workspace === '') throw new NotUnderstood('--workspace is required.');
  if (!/^\P{Cc}{1,100}$/u.test(name)) throw new NotUnderstood('A name has 1 to 100 characters.');
  const expiresAt = expires === undefined ? null : readEnd(expires);
  const newKey = { name, role: readRole(role), expiresAt };
  const made = await doAsOperator(accounts, workspace, { action: 'key.create' }, (scope) =>
    accounts.keys.create(scope, newKey),
  );
  reportCreated(made, workspace);
  if (made.key.environment !== environment)
    console.error(
      `Warning: the key is for ${made.key.environment}, but ENVIRONMENT is ${environment} here. A service with ` +
        `ENVIRONMENT=${environment} rejects it: start the service with ENVIRONMENT=${made.key.environment}.`,
    );
}

async function list(accounts: Accounts, args: readonly string[]): Promise<void> {
  const { workspace = '' } = parseArgs({ args: [...args], options: { workspace: text } }).values;
  if (workspace === '') throw new NotUnderstood('--workspace is required.');
  if (!(await accounts.workspaces.list()).some(({ id }) => id === workspace)) throw new WorkspaceNotFound(workspace);
  let cursor: string | undefined;
  do {
    const page = await accounts.keys.list(asOperator(workspace), { cursor, limit: 100 });
    for (const each of page.items) console.log(`${each.id}  ${describe(each)}`);
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
}

async function rotate(accounts: Accounts, args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { overlap: { ...text, default: '24h' } },
  });
  const { id, workspaceId } = await findKey(accounts, positionals);
  const overlap = readDuration(values.overlap);
  if (overlap === null) throw new NotUnderstood('--overlap takes 30m, 24h, 7d or 0.');
  const made = await doAsOperator(accounts, workspaceId, { action: 'key.rotate', resource: id }, (scope) =>
    accounts.keys.rotate(scope, id, overlap),
  );
  reportCreated(made, workspaceId);
  console.error(`${id} ${overlap === 0 ? 'is revoked' : `works until ${made.replaced.expires_at}`}.`);
}

async function revoke(accounts: Accounts, args: readonly string[]): Promise<void> {
  const { id, workspaceId } = await findKey(
    accounts,
    parseArgs({ args: [...args], allowPositionals: true }).positionals,
  );
  await doAsOperator(accounts, workspaceId, { action: 'key.revoke', resource: id }, (scope) =>
    accounts.keys.revoke(scope, id),
  );
  console.error(`${id} is revoked: every process rejects it.`);
}

async function findKey(
  accounts: Accounts,
  [id = '', ...more]: readonly string[],
): Promise<{ readonly id: string; readonly workspaceId: string }> {
  if (id === '' || more.length > 0) throw new NotUnderstood('Pass the id of one key.');
  return { id, workspaceId: await accounts.workspaces.ofKey(id) };
}

function reportCreated({ key: made, text: secret }: MadeKey, workspace: string): void {
  console.log(secret);
  console.error(`${made.id} in ${workspace}: ${describe(made)}. The key is shown only once and is not stored.`);
}

function describe({ name, role, environment, status, prefix, last_four, expires_at, replaced_by }: ApiKey): string {
  const end = expires_at === null ? '' : `, until ${expires_at}`;
  const next = replaced_by === null ? '' : `, replaced by ${replaced_by}`;
  return `${prefix}…${last_four} ${name}: ${role}, ${environment}, ${status}${end}${next}`;
}

function readRole(value: string): Role {
  const role = ROLES.find((known) => known === value);
  if (role === undefined) throw new NotUnderstood(`--role takes ${ROLES.join(', ')}.`);
  return role;
}

const UNITS: ReadonlyMap<string, number> = new Map(Object.entries({ m: 60_000, h: 3_600_000, d: 86_400_000 }));

/** Parses `30m`, `24h`, `90d` or `0` into milliseconds; null for any other text. */
function readDuration(value: string): number | null {
  const [, count, unit] = /^(\d{1,6})([mhd])$/.exec(value) ?? [];
  if (value === '0') return 0;
  return count === undefined ? null : Number(count) * UNITS.get(unit!)!;
}

function readEnd(value: string): Date {
  const life = readDuration(value);
  const end = new Date(life === null ? value : Date.now() + life);
  if (Number.isNaN(end.getTime()) || end.getTime() <= Date.now()) {
    throw new NotUnderstood('--expires takes 12h, 90d or a future time, such as 2028-01-01T00:00:00Z.');
  }
  return end;
}
