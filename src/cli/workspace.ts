/** `workspace`: manages the workspaces of customers. */
import { parseArgs } from 'node:util';
import { type Accounts, DEFAULT_PLAN, type Environment, type Workspace } from '../modules/accounts/index.ts';
import type { Config } from '../platform/index.ts';
import { NotUnderstood, print, withAccounts } from './with-accounts.ts';

export const USAGE = `usage: workspace create <name> [--environment sandbox|production] [--plan <plan>]
         workspace plan <wsp_…> <plan>
         workspace list`;

/**
 * Runs one action.
 *
 * @returns the exit code: 0 done, 1 refused, 2 invalid usage
 */
export async function workspace([action = '', ...args]: readonly string[]): Promise<number> {
  if (action === 'create') return withAccounts(USAGE, (accounts, config) => create(accounts, config, args));
  if (action === 'plan') return withAccounts(USAGE, (accounts) => changePlan(accounts, args));
  return action === 'list' && args.length === 0 ? withAccounts(USAGE, list) : print(USAGE, 2);
}

async function create(accounts: Accounts, config: Config, args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { environment: { type: 'string' }, plan: { type: 'string', default: DEFAULT_PLAN } },
  });
  const [name = '', ...more] = positionals;
  if (!/^\P{Cc}{1,100}$/u.test(name) || more.length > 0) throw new NotUnderstood('Pass one name.');
  const environment = readEnvironment(values.environment ?? config.environment);
  const made = await accounts.workspaces.create({ name, environment, plan: values.plan });
  console.log(made.id);
  console.error(describe(made));
}

async function changePlan(accounts: Accounts, args: readonly string[]): Promise<void> {
  const { positionals } = parseArgs({ args: [...args], allowPositionals: true, options: {} });
  const [id = '', plan = '', ...more] = positionals;
  if (id === '' || plan === '' || more.length > 0) throw new NotUnderstood('Pass a workspace and a plan.');
  await accounts.workspaces.changePlan(id, plan);
  console.error(`${id}: plan ${plan}`);
}

async function list(accounts: Accounts): Promise<void> {
  const workspaces = await accounts.workspaces.list();
  if (workspaces.length === 0) console.error('There are no workspaces.');
  for (const each of workspaces) console.log(`${each.id}  ${describe(each)}`);
}

function describe({ name, environment, plan, expires_at, active_keys }: Workspace): string {
  const life = expires_at === null ? '' : `, erased with everything in it after ${expires_at}`;
  return `${name}: ${environment}, plan ${plan}, working keys: ${active_keys}${life}`;
}

function readEnvironment(text: string): Environment {
  if (text === 'sandbox' || text === 'production') return text;
  throw new NotUnderstood(`Unknown environment ${text}.`);
}
