/** Operations on the rule packs of the service. All processes that use the database follow without a restart. */

import { userInfo } from 'node:os';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { toUtcDay } from '../lib/utc-day.ts';
import { describeBinding, type InstallRequest, PackRefused, packRelease } from '../modules/rules/loader/index.ts';
import {
  type Because,
  makeRulePacks,
  RulePackRefused,
  type RulePackStanding,
  type RulePacks,
  type RulePackUse,
} from '../modules/rules/releases/index.ts';
import { type Config, makeLog, readConfig } from '../platform/index.ts';
import { checkUse, checkWithout } from './check-use.ts';
import { withServiceDatabase } from './with-database.ts';

export const SERVED_USAGE = `in the running service, on all its machines, without a restart (each with --why <reason> [--by <name>]):
         rules shadow <id>@<version> --share <per cent>
         rules canary <id>@<version> [--workspace <wsp_…>]... [--share <per cent>]
         rules activate <id>@<version> [--from <YYYY-MM-DD>]
         rules rollback <id>@<version>
changes and differences found by shadows:
         rules status
         rules shadow`;

const text = { type: 'string' } as const;

/** Options of all actions that change which rules validate. */
export const becauseOptions = { why: text, by: text } as const;

/**
 * Operator and reason of a change.
 *
 * @throws PackRefused when the reason is missing
 */
export function readBecause({
  why = '',
  by,
}: {
  readonly why?: string | undefined;
  readonly by?: string | undefined;
}): Because {
  if (why.trim() === '') throw new PackRefused('Pass --why: it is stored with the change');
  return { reason: why, by: by ?? `operator ${userInfo().username}` };
}

/** True for the error with which parseArgs rejects an unknown argument. */
export const isOfArguments = (error: unknown): error is TypeError =>
  error instanceof TypeError && String((error as { code?: unknown }).code).startsWith('ERR_PARSE_ARGS');

type ServiceParts = { readonly rulePacks: RulePacks; readonly config: Config };

const now = (): number => Date.now();

async function inService(work: (parts: ServiceParts) => Promise<void>): Promise<number> {
  const config = readConfig();
  const log = makeLog({ level: 'warn', role: 'cli' }, process.stderr);
  await withServiceDatabase(config, log, async (db) => work({ rulePacks: makeRulePacks({ db, now }), config }));
  return 0;
}

/** Tests a release and stores it for all processes. It does not validate documents yet. */
export async function installInService(request: InstallRequest, because: Because): Promise<number> {
  const today = toUtcDay(now());
  const { root } = readConfig();
  const { pack, files, examples } = await packRelease(root, request, today);
  const binding = describeBinding(root, pack);
  const { id, version } = pack.info;
  const content = files.map((file) => ({ path: file.path, content: Buffer.from(file.content) }));
  const stored = { digest: pack.digest, id, version, files: content, recorded: { examples, day: today } };
  return inService(async ({ rulePacks }) => {
    await rulePacks.install(stored, because);
    console.log(
      `${id}@${version} (${pack.digest}) is installed in the service and not yet used. Next: rules shadow, canary, activate.`,
    );
    console.log(binding);
  });
}

/** Changes the use of a release if the checks allow it. */
async function use(name: string, target: RulePackUse, because: Because): Promise<number> {
  return inService(async ({ rulePacks, config }) => {
    const release = (await rulePacks.standings()).find((one) => nameOf(one) === name);
    if (release === undefined)
      throw new RulePackRefused('rule_pack_unknown', `${name} is not installed in the service`);
    const parts = { rulePacks, roots: config, today: toUtcDay(now()) };
    if (target.state === 'retired') await checkWithout(release, parts);
    else await checkUse(release, target.state, parts);
    console.log(`${describe(await rulePacks.use(name, target, because))}. All processes follow.`);
  });
}

async function shadow(args: readonly string[]): Promise<number> {
  if (args.length === 0) return inService(report);
  const { values, positionals } = parse(args, { share: text });
  return use(readName(positionals), { state: 'shadow', share: readShare(values.share) }, readBecause(values));
}

async function canary(args: readonly string[]): Promise<number> {
  const options = { share: text, workspace: { ...text, multiple: true } } as const;
  const { values, positionals } = parse(args, options);
  const { workspace: workspaces = [], share = workspaces.length > 0 ? '0' : undefined } = values;
  return use(readName(positionals), { state: 'canary', share: readShare(share), workspaces }, readBecause(values));
}

async function activate(args: readonly string[]): Promise<number> {
  const { values, positionals } = parse(args, { from: text });
  const from = values.from ?? toUtcDay(now());
  const time = /^\d{4}-\d{2}-\d{2}$/.test(from) ? Date.parse(from) : Number.NaN;
  if (Number.isNaN(time) || toUtcDay(time) !== from)
    throw new PackRefused(`Invalid date "${from}": expected YYYY-MM-DD`);
  return use(readName(positionals), { state: 'active', from }, readBecause(values));
}

async function rollback(args: readonly string[]): Promise<number> {
  const { values, positionals } = parse(args, {});
  return use(readName(positionals), { state: 'retired' }, readBecause(values));
}

async function status(args: readonly string[]): Promise<number> {
  parse(args, {});
  return inService(async ({ rulePacks }) => {
    const standings = await rulePacks.standings();
    if (standings.length === 0) console.error('No release is installed in the service: it uses the packaged ones.');
    for (const release of standings) console.log(`${describe(release)}, ${release.digest}`);
    for (const change of await rulePacks.changes())
      console.log(`  ${change.at.toISOString()} ${describe(change)}: ${change.by}, ${change.reason}`);
  });
}

/** Prints how the results of shadow releases differ: counts and rule ids. */
async function report({ rulePacks }: ServiceParts): Promise<void> {
  for (const release of await rulePacks.standings()) {
    const { days, rules } = await rulePacks.counted(release.digest);
    if (days.length === 0) continue;
    console.log(describe(release));
    for (const { day, judged, other_verdict, other_rules } of days)
      console.log(
        `  ${day}: ${judged} files, different verdict in ${other_verdict}, different rules in ${other_rules}`,
      );
    for (const { rule_id, only_shadow, only_serving } of rules)
      console.log(`  ${rule_id}: reported only by the shadow ${only_shadow}, only by the active rules ${only_serving}`);
  }
}

/** Actions by name. */
export const servedActions = { shadow, canary, activate, rollback, status };

function parse<const O extends NonNullable<ParseArgsConfig['options']>>(args: readonly string[], options: O) {
  return parseArgs({ args: [...args], allowPositionals: true, options: { ...becauseOptions, ...options } });
}

function readName([name = '', ...more]: readonly string[]): string {
  if (!/^[^@]+@[^@]+$/.test(name) || more.length > 0) throw new PackRefused('Pass one release: <id>@<version>');
  return name;
}

function readShare(value: string | undefined): number {
  const share = value === undefined || !/^\d{1,3}(\.\d{1,3})?$/.test(value) ? Number.NaN : Number(value);
  if (Number.isNaN(share) || share > 100) throw new PackRefused('Pass --share, from 0 to 100 per cent');
  return share;
}

const nameOf = ({ id, version }: RulePackStanding): string => `${id}@${version}`;

function describe(release: RulePackStanding): string {
  const { state, from, share, workspaces } = release;
  const since = from === null ? '' : ` from ${from}`;
  const part = share === null ? '' : `, ${share} %`;
  const named = workspaces.length === 0 ? '' : `, ${workspaces.join(', ')}`;
  return `${nameOf(release)}: ${state}${since}${part}${named}`;
}
