/** `rules`: manages rule packs. */

import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { LAYERS, type Layer } from '@e-invoice/validator/issues';
import { whenReady } from '@e-invoice/validator/validation';
import { toUtcDay } from '../lib/utc-day.ts';
import {
  describeBinding,
  exportRules,
  forgetOtherPacks,
  type InstallRequest,
  installPack,
  type LoadedPack,
  type LoadedPacks,
  listCiiPacks,
  listNetworkPacks,
  loadPacks,
  noteEngine,
  PackRefused,
  removePack,
} from '../modules/rules/loader/index.ts';
import { type Because, RulePackRefused } from '../modules/rules/releases/index.ts';
import { readConfig } from '../platform/index.ts';
import {
  becauseOptions,
  installInService,
  isOfArguments,
  readBecause,
  SERVED_USAGE,
  servedActions,
} from './served-rules.ts';

export const USAGE = `usage: rules compile [--engine-only]
         rules list
         rules install <zip or folder> --id <id> --version <version> --mandatory-from <YYYY-MM-DD>
               [--published <YYYY-MM-DD>] [--in-force-to <YYYY-MM-DD>]
               [--for-customization <CustomizationID, * for any characters>]... [--layer ${LAYERS.filter((layer) => layer !== 'XML' && layer !== 'SBDH').join('|')}]
               [--schema <path in the release>] [--on <pack or pack@version>]... [--self-contained]
               [--title <text>]
               [--good <invoice> --bad <invoice>] [--in-service --why <reason> [--by <who>]]
         rules remove <id>@<version>
         rules export <folder>
${SERVED_USAGE}`;

const RESTART = 'Running processes apply it after a restart.';

const actions: ReadonlyMap<string, (args: readonly string[]) => Promise<number>> = new Map(
  Object.entries({
    compile,
    list,
    install,
    remove,
    export: exportTo,
    ...servedActions,
  }),
);

/**
 * Runs one action.
 *
 * @returns the exit code: 0 done, 1 refused, 2 invalid usage
 */
export async function rules([action = '', ...args]: readonly string[]): Promise<number> {
  const run = actions.get(action);
  if (run === undefined) return print(USAGE);
  try {
    return await run(args);
  } catch (error) {
    if (isOfArguments(error)) return print(`${error.message}\n${USAGE}`);
    if (!(error instanceof PackRefused || error instanceof RulePackRefused)) throw error;
    console.error(error.message);
    return 1;
  }
}

/**
 * Compiles the rule packs of the project, tests them with their canary documents, and records the engine digest. This
 * takes seconds for the main validator only; the reference validator takes minutes and compiles missing rules in its
 * own process.
 */
async function compile(args: readonly string[]): Promise<number> {
  if (args.length > 0 && args.join(' ') !== '--engine-only') return print(USAGE);
  const { root } = readConfig();
  // Record the engine first: compiled code is stored under the engine that compiled it.
  noteEngine(root);
  // A start needs only the current releases; earlier ones are compiled on first use.
  const defersEarlier = args.length > 0;
  const { loaded, refused } = await loadPacks({ root, dataDir: null }, today(), { defersEarlier });
  for (const { pack } of loaded.filter(({ deferred }) => !deferred))
    console.log(`${describe(pack)}${pack.pack.cached ? ' (unchanged)' : ''}`);
  for (const { id, version, reason } of refused) console.error(`${id}@${version} is not used: ${reason}`);
  if (refused.length > 0) return 1;
  // A start does not need these either.
  for (const { pack } of defersEarlier ? [] : [...listCiiPacks(root, today()), ...listNetworkPacks(root, today())]) {
    await whenReady(() => pack.pack.module);
    console.log(describe(pack));
  }
  forgetOtherPacks(root);
  if (args.length === 0) await compileForSecondJudge(root, loaded);
  return 0;
}

async function compileForSecondJudge(root: string, loaded: LoadedPacks['loaded']): Promise<void> {
  const { loadReferencePack } = await import('../modules/validation/reference-validator/index.ts');
  const cacheDir = join(root, 'dist/reference');
  const places = loaded.map(({ pack: { info }, folder }) => ({ id: info.id, version: info.version, folder, cacheDir }));
  await Promise.all(places.map((place) => loadReferencePack(place)));
}

/** Exports the rules of the project to a folder as ES modules, for publication. */
async function exportTo(args: readonly string[]): Promise<number> {
  const [folder] = args;
  if (folder === undefined || args.length > 1) return print(USAGE);
  for (const name of await exportRules(readConfig().root, folder)) console.log(name);
  return 0;
}

async function list(): Promise<number> {
  const config = readConfig();
  const { loaded, refused } = await loadPacks(config, today(), { defersEarlier: true });
  const forCii = listCiiPacks(config.root, today()).map(({ pack }) => ({ pack, origin: 'built-in' }));
  for (const { pack, origin } of [...loaded, ...forCii]) {
    const { published, mandatory_from, in_force_to, layer, for_customization } = pack.info;
    const days = `published ${published ?? '–'}, mandatory from ${mandatory_from} to ${in_force_to ?? '…'}`;
    const meant = for_customization.map((pattern) => `, for ${pattern}`).join('');
    console.log(`${describe(pack)}, ${layer}, ${days}, ${origin}${meant}`);
  }
  for (const { id, version, origin, reason } of refused) {
    console.log(`${id}@${version} is not used, ${origin}: ${reason}`);
  }
  return 0;
}

async function install(args: readonly string[]): Promise<number> {
  const request = readRequest(args);
  if (typeof request === 'string') return print(`${request}\n${USAGE}`);
  if (request.because !== null) return installInService(request, request.because);
  const config = readConfig();
  const { pack, folder } = await installPack(config, request, today());
  console.log(`${describe(pack)}, installed in ${folder}. ${RESTART}`);
  console.log(describeBinding(config.root, pack));
  return 0;
}

async function remove([name = '']: readonly string[]): Promise<number> {
  const [id, version, ...more] = name.split('@');
  if (!id || !version || more.length > 0) return print(USAGE);
  removePack(readConfig().dataDir, id, version);
  console.log(`${name} was removed. ${RESTART.replace('apply it', 'leave it out')}`);
  return 0;
}

/** @returns the parsed arguments, or the error message */
function readRequest(args: readonly string[]): (InstallRequest & { readonly because: Because | null }) | string {
  const text = { type: 'string' } as const;
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      id: text,
      version: text,
      published: text,
      'mandatory-from': text,
      // Name of this option before there were two dates.
      'in-force-from': text,
      'in-force-to': text,
      layer: text,
      schema: text,
      on: { ...text, multiple: true, default: [] },
      'self-contained': { type: 'boolean', default: false },
      'for-customization': { ...text, multiple: true, default: [] },
      title: text,
      good: text,
      bad: text,
      'in-service': { type: 'boolean', default: false },
      ...becauseOptions,
    },
  });
  const [source, ...more] = positionals;
  const { id, version, layer, 'mandatory-from': mandatoryFrom = values['in-force-from'] } = values;
  if (source === undefined || more.length > 0) return 'Name one ZIP archive or folder.';
  if (!id || !version || !mandatoryFrom) return '--id, --version and --mandatory-from are needed.';
  if (layer !== undefined && !isLayer(layer)) return `There is no layer ${layer}.`;
  return {
    source,
    id,
    version,
    published: values.published ?? null,
    mandatoryFrom,
    inForceTo: values['in-force-to'] ?? null,
    layer: layer ?? null,
    on: values.on,
    selfContained: values['self-contained'],
    forCustomization: values['for-customization'],
    title: values.title ?? null,
    schema: values.schema ?? null,
    good: values.good ?? null,
    bad: values.bad ?? null,
    because: values['in-service'] ? readBecause(values) : null,
  };
}

const isLayer = (name: string): name is Layer => LAYERS.some((layer) => layer === name);

const describe = ({ info, ruleIds }: LoadedPack['pack']): string =>
  `${info.id}@${info.version}: ${ruleIds.length} rules`;

const today = (): string => toUtcDay(Date.now());

function print(text: string): number {
  console.error(text);
  return 2;
}
