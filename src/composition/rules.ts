import { hash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Catalog, makeCatalog, makingCatalog } from '@e-invoice/validator/catalog';
import { inTurns } from '@e-invoice/validator/cooperative-yield';
import { listRules, type RulePack, type Validator } from '@e-invoice/validator/validation';
import { toUtcDay } from '../lib/utc-day.ts';
import {
  describeEngine,
  type Engine,
  type LoadedPack,
  type LoadedPacks,
  listNetworkPacks,
  NETWORK_SAID,
  openValidator,
  refuseBuiltIn,
} from '../modules/rules/loader/index.ts';
import { makeRulePacks } from '../modules/rules/releases/index.ts';
import { makeValidationPool, type ValidationPool } from '../modules/validation/index.ts';
import { makeReference, type PackPlace, type Reference } from '../modules/validation/reference-validator/index.ts';
import type { Config, Log } from '../platform/index.ts';
import type { ProcessParts } from './process-parts.ts';
import { type FollowedRules, followRules } from './served-rules.ts';

/** What judges by rules, and what is told of the rules. */
export type Rules = {
  /** What judges here: named by evidence and by the list of rule sets. */
  readonly engine: Engine;
  /** The packs that judge everybody here, as they stand. */
  readonly validator: Validator;
  /** Releases of the service, beside those that come along. */
  readonly served: FollowedRules;
  /** The same judgement in threads that can be ended: for whatever may be large or hostile. */
  readonly validationPool: ValidationPool;
  /** The second judge. */
  readonly reference: Reference;
  /** The catalog of these rules, made when it is first asked for: what others ask meanwhile has its turns. */
  readonly catalog: () => Promise<Catalog>;
  readonly close: () => Promise<void>;
};

/** Loads the rule packs that serve, proven on their canaries. @throws when a built-in one cannot be loaded */
export async function makeRules({ config, db, log, metrics, now, role }: ProcessParts): Promise<Rules> {
  const today = toUtcDay(now());
  const engine = describeEngine(config.root);
  const setup = { root: config.root, dataDir: config.dataDir, maxXmlBytes: config.maxXmlBytes, today };
  const { loaded, refused, validator: own, withPacks } = await openValidator(setup);
  refuseBuiltIn(refused);
  reportPacks(log, engine, { loaded, refused });
  const served = await followRules({
    config,
    rulePacks: makeRulePacks({ db, now }),
    engine: engine.digest,
    base: own.packs,
    now,
    random: Math.random,
    log,
    metrics,
  });
  const validationPool = makeValidationPool({
    ...config.validationLimits,
    // One for each kind of cost at least: small files never wait for costly ones.
    threads: config.validationLimits.threads || Math.max(3, Math.floor(availableParallelism() / 2)),
    // Of what is dropped it previews drafts alone; workers judge the rest.
    onDemand: role === 'sftp',
    setup: { ...setup, proven: loaded.map(({ pack }) => nameOf(pack)) },
    served,
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
        throttledLog: deferred,
      })),
      limits: { bytes: config.maxXmlBytes, depth: DEFAULT_DEPTH },
    },
    log,
    metrics,
  });
  let current = { of: served.active(), validator: withPacks(served.active()) };
  const validatorNow = (): Validator => {
    const active = served.active();
    if (current.of !== active) current = { of: active, validator: withPacks(active) };
    return current.validator;
  };
  let catalog: { readonly of: readonly RulePack[]; readonly made: Promise<Catalog> } | undefined;
  return {
    engine,
    validator: {
      get packs() {
        return validatorNow().packs;
      },
      validate: (bytes, request) => validatorNow().validate(bytes, request),
    },
    served,
    validationPool,
    reference: {
      ...reference,
      validate: (bytes, asked, caller) =>
        reference.validate(
          bytes,
          { ...asked, packs: asked.packs.map((pack) => placeServed(config, served, pack)) },
          caller,
        ),
    },
    catalog: () => {
      const active = served.active();
      if (catalog?.of !== active) {
        const told = [...loaded, ...listNetworkPacks(config.root, today).map(later)];
        catalog = { of: active, made: catalogInTurns([...told, ...active.map((pack) => later({ pack }))]) };
      }
      return catalog.made;
    },
    close: async () => {
      await served.close();
      await validationPool.close();
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

function reportPacks(log: Log, engine: Engine, { loaded, refused }: LoadedPacks): void {
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

/** Where the second judge finds a release of the service; it was told of the others at its start. */
function placeServed(
  config: Config,
  served: FollowedRules,
  { id, version }: { readonly id: string; readonly version: string },
) {
  const folder = served.folderOf(id, version);
  return folder === null ? { id, version } : { ...placeOf(config, 'installed'), id, version, folder };
}

/** As deep as validation reads. */
const DEFAULT_DEPTH = 200;

/** Stylesheets of the project's rules are compiled by the build; those of installed ones when they are first asked. */
const placeOf = (config: Config, origin: 'built-in' | 'installed'): Pick<PackPlace, 'cacheDir'> => ({
  cacheDir: origin === 'built-in' ? join(config.root, 'dist/reference') : join(config.dataDir, 'rules', '.reference'),
});
