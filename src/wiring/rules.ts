import { hash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Catalog, makeCatalog, makingCatalog } from '@e-invoice/validator/catalog';
import { inTurns } from '@e-invoice/validator/in-turns';
import { listRules, type RulePack, type Validator } from '@e-invoice/validator/validation';
import { type Judges, makeJudges } from '../judging/index.ts';
import {
  describeEngine,
  type Engine,
  type LoadedPack,
  type LoadedPacks,
  listNetworkPacks,
  NETWORK_SAID,
  openValidator,
  refuseBuiltIn,
} from '../judging/packs/index.ts';
import { toUtcDay } from '../lib/utc-day.ts';
import { makeReference, type PackPlace, type Reference } from '../reference/index.ts';
import type { Config, Log } from '../runtime/index.ts';
import type { ProcessParts } from './process-parts.ts';

/** What judges by rules, and what is told of the rules. */
export type Rules = {
  /** What judges here: named by evidence and by the list of rule sets. */
  readonly engine: Engine;
  readonly validator: Validator;
  /** The same judgement in threads that can be ended: for whatever may be large or hostile. */
  readonly judges: Judges;
  /** The second judge. */
  readonly reference: Reference;
  /** The catalog of these rules, made when it is first asked for: what others ask meanwhile has its turns. */
  readonly catalog: () => Promise<Catalog>;
  readonly close: () => Promise<void>;
};

/** Loads the rule packs that serve, proven on their canaries. @throws when a built-in one cannot be loaded */
export async function makeRules({ config, log, metrics, now, role }: ProcessParts): Promise<Rules> {
  const today = toUtcDay(now());
  const engine = describeEngine(config.root);
  const setup = { root: config.root, dataDir: config.dataDir, maxXmlBytes: config.maxXmlBytes, today };
  const { loaded, refused, validator } = await openValidator(setup);
  refuseBuiltIn(refused);
  tellPacks(log, engine, { loaded, refused });
  const judges = makeJudges({
    ...config.judging,
    // One for each kind of cost at least: small files never wait for costly ones.
    threads: config.judging.threads || Math.max(3, Math.floor(availableParallelism() / 2)),
    // Of what is dropped it previews drafts alone; workers judge the rest.
    onDemand: role === 'sftp',
    setup: { ...setup, proven: loaded.map(({ pack }) => nameOf(pack)) },
    log,
    metrics,
  });
  const reference = makeReference({
    ...config.reference,
    setup: {
      structureFolder: join(config.root, 'schematron/ubl-2.1'),
      packs: loaded.map(({ pack: { info }, folder, origin, deferred }) => ({
        ...placeOf(config, origin),
        id: info.id,
        version: info.version,
        folder,
        seldom: deferred,
      })),
      limits: { bytes: config.maxXmlBytes, depth: DEFAULT_DEPTH },
    },
    log,
    metrics,
  });
  let catalog: Promise<Catalog> | undefined;
  return {
    engine,
    validator,
    judges,
    reference,
    catalog: () => {
      catalog ??= catalogInTurns([...loaded, ...listNetworkPacks(config.root, today).map(later)]);
      return catalog;
    },
    close: async () => {
      await judges.close();
      await reference.close();
    },
  };
}

/** What people are told of every rule that these packs can report. */
export function catalogOf(packs: readonly RulePack[]): Catalog {
  return makeCatalog(listRules(packs), shortDigest, NETWORK_SAID);
}

/** What is told of rules that no file of an invoice waits for. */
const later = ({ pack }: Pick<LoadedPack, 'pack'>) => ({ pack, deferred: true });

async function catalogInTurns(loaded: readonly Pick<LoadedPack, 'pack' | 'deferred'>[]): Promise<Catalog> {
  for (const { pack, deferred } of loaded) {
    // What is told of an earlier release is read from its sources, or from what is kept of them.
    if (deferred) void [pack.digest, pack.ruleIds];
    await nextTurn();
  }
  return inTurns(makingCatalog(listRules(loaded.map(({ pack }) => pack)), shortDigest, NETWORK_SAID), nextTurn);
}

const shortDigest = (text: string): string => hash('sha256', text).slice(0, 16);

function tellPacks(log: Log, engine: Engine, { loaded, refused }: LoadedPacks): void {
  for (const { id, version, reason } of refused)
    log.error({ pack: `${id}@${version}`, reason }, 'a pack does not serve');
  log.info(
    {
      engine: engine.digest.slice(0, 12),
      packs: loaded
        .filter(({ deferred }) => !deferred)
        .map(({ pack }) => `${nameOf(pack)} ${pack.digest.slice(0, 12)}`),
      earlier: loaded.filter(({ deferred }) => deferred).map(({ pack }) => nameOf(pack)),
    },
    'rule packs passed their canaries',
  );
}

const nameOf = ({ info }: RulePack): string => `${info.id}@${info.version}`;

/** As deep as validation reads. */
const DEFAULT_DEPTH = 200;

/** Stylesheets of the project's rules are compiled by the build; those of installed ones when they are first asked. */
const placeOf = (config: Config, origin: 'built-in' | 'installed'): Pick<PackPlace, 'cacheDir'> => ({
  cacheDir: origin === 'built-in' ? join(config.root, 'dist/reference') : join(config.dataDir, 'rules', '.reference'),
});
