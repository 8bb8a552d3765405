/**
 * `key-request`: manages requests for production keys. A link to a key is the only text on its line of standard
 * output.
 */
import { parseArgs } from 'node:util';
import type { Accounts, OpenRequest } from '../modules/accounts/index.ts';
import type { Config } from '../platform/index.ts';
import { NotUnderstood, print, withAccounts } from './with-accounts.ts';

export const USAGE = `usage: key-request list
         key-request approve <krq_…> [--plan <plan>] [--lang sk|en]
         key-request refuse <krq_…> --reason <text>`;

/**
 * Runs one action.
 *
 * @returns the exit code: 0 done, 1 refused, 2 invalid usage
 */
export async function keyRequest([action = '', ...args]: readonly string[]): Promise<number> {
  if (action === 'list' && args.length === 0) return withAccounts(USAGE, list);
  if (action === 'approve') return withAccounts(USAGE, (accounts, config) => approve(accounts, config, args));
  return action === 'refuse' ? withAccounts(USAGE, (accounts) => refuse(accounts, args)) : print(USAGE, 2);
}

/** Maximum number of requests in a listing. */
const MOST = 200;

async function list(accounts: Accounts): Promise<void> {
  const requests = await accounts.keyRequests.list(MOST);
  if (requests.length === 0) console.error('There are no requests.');
  for (const each of requests) console.log(describe(each));
}

async function approve(accounts: Accounts, config: Config, args: readonly string[]): Promise<void> {
  const text = { type: 'string' } as const;
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { plan: text, lang: { ...text, default: 'sk' } },
  });
  const { word, workspaceId, plan } = await accounts.keyRequests.approve(readId(positionals), values.plan ?? null);
  const origin = config.publicUrl ?? `${config.tls === null ? 'http' : 'https'}://${config.host}:${config.port}`;
  console.log(`${origin}${values.lang === 'en' ? '/en/request/key/' : '/ziadost/kluc/'}${word}`);
  const onPlan = plan === null ? 'on the plan that it had' : `plan ${plan}`;
  console.error(`Workspace ${workspaceId}, ${onPlan}. The link works once, within 7 days.`);
  if (config.publicUrl === null)
    console.error('PUBLIC_URL is not set: the link contains the listen address of the service.');
}

async function refuse(accounts: Accounts, args: readonly string[]): Promise<void> {
  const options = { reason: { type: 'string' } } as const;
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options });
  if (!/\S/.test(values.reason ?? '')) throw new NotUnderstood('--reason is required.');
  await accounts.keyRequests.refuse(readId(positionals), values.reason!);
  console.error('Refused.');
}

function readId([id = '', ...more]: readonly string[]): string {
  if (id === '' || more.length > 0) throw new NotUnderstood('Pass the id of one request.');
  return id;
}

/** The published times (service interface, section 5). */
const KEY_HOURS = 24;
const LIVE_HOURS = 48;

function describe(request: OpenRequest): string {
  const { id, status, company, ico, vat, vat_status, vat_name, contact, email, purpose, key_after, live_after } =
    request;
  const lines = [
    `${id}  ${status}, ${request.created_at}`,
    `${company}, ${[ico === null ? '' : `IČO ${ico}`, vat ?? ''].filter(Boolean).join(', ')}: VAT number ${vat_status}${vat_name === null ? '' : ` (${vat_name})`}`,
    `${contact} <${email}>: ${purpose}`,
    ...(request.reason === null ? [] : [`reason: ${request.reason}`]),
    ...(status === 'refused'
      ? []
      : [`${formatTime('key', key_after, KEY_HOURS)}; ${formatTime('live', live_after, LIVE_HOURS)}`]),
  ];
  // Replace control characters: untrusted text must not control the terminal.
  return lines.map((line) => line.replaceAll(/\p{Cc}+/gu, ' ')).join('\n    ');
}

function formatTime(what: string, { ms, isDone }: OpenRequest['key_after'], hours: number): string {
  const after = `${Math.floor(ms / 3_600_000)} h`;
  const late = ms > hours * 3_600_000 ? ' (late)' : '';
  return isDone ? `${what} after ${after}${late}` : `no ${what} yet, ${after} of ${hours} h${late}`;
}
