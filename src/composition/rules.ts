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
  listCiiPacks,
  listNetworkPacks,
  NETWORK_RULE_TEXTS,
  openValidator,
  refuseBuiltIn,
} from '../modules/rules/loader/index.ts';
import { makeRulePacks } from '../modules/rules/releases/index.ts';
import { makeValidationPool, type ValidationPool } from '../modules/validation/index.ts';
import { makeReference, type PackPlace, type Reference } from '../modules/validation/reference-validator/index.ts';
import type { Config, Log } from '../platform/index.ts';
import type { ProcessParts } from './process-parts.ts';
import { type FollowedRules, followRules } from './served-rules.ts';

/** Validation by rules, and the descriptions of the rules. */
export type Rules = {
  /** Engine of this build, as named in evidence and in the list of rule sets. */
  readonly engine: Engine;
  /** Rule packs that validate all documents in this process. */
  readonly validator: Validator;
  /** Rule releases installed in the service, in addition to the built-in ones. */
  readonly served: FollowedRules;
  /** Validation in worker threads that can be terminated, for input that may be large or hostile. */
  readonly validationPool: ValidationPool;
  /** Reference validator. */
  readonly reference: Reference;
  /** Catalog of these rules, built on first use; building yields to other requests. */
  readonly catalog: () => Promise<Catalog>;
  readonly close: () => Promise<void>;
};

/**
 * Loads the active rule packs and tests them with their canary documents.
 *
 * @throws when a built-in pack cannot be loaded
 */
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
    // At least one thread per cost class, so that small files never wait for expensive ones.
    threads: config.validationLimits.threads || Math.max(3, Math.floor(availableParallelism() / 2)),
    // The SFTP process validates only drafts, for previews; workers validate the rest.
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
        onFirstUse: deferred,
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
      ciiPacks: () => validatorNow().ciiPacks?.() ?? [],
      validate: (bytes, request) => validatorNow().validate(bytes, request),
    },
    served,
    validationPool,
    reference: {
      ...reference,
      validate: (bytes, validationRequest, caller) =>
        reference.validate(
          bytes,
          { ...validationRequest, packs: validationRequest.packs.map((pack) => placeServed(config, served, pack)) },
          caller,
        ),
    },
    catalog: () => {
      const active = served.active();
      if (catalog?.of !== active) {
        const onDemand = [...listNetworkPacks(config.root, today), ...listCiiPacks(config.root, today)];
        const listed = [...loaded, ...onDemand.map(later)];
        catalog = { of: active, made: catalogInTurns([...listed, ...active.map((pack) => later({ pack }))]) };
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

/** Creates the catalog of all rules that these packs can report. */
export function catalogOf(packs: readonly RulePack[]): Catalog {
  return makeCatalog(listRules(packs), shortDigest, NETWORK_RULE_TEXTS);
}

/** Packs that do not validate invoices now are described on demand. */
const later = ({ pack }: Pick<LoadedPack, 'pack'>) => ({ pack, deferred: true });

async function catalogInTurns(loaded: readonly Pick<LoadedPack, 'pack' | 'deferred'>[]): Promise<Catalog> {
  for (const { pack, deferred } of loaded) {
    // These getters read the data of the pack, from its sources or from the cache, so that building the catalog does
    // not block.
    if (deferred) void [pack.digest, pack.ruleIds];
    await nextTurn();
  }
  return inTurns(makingCatalog(listRules(loaded.map(({ pack }) => pack)), shortDigest, NETWORK_RULE_TEXTS), nextTurn);
}

const shortDigest = (text: string): string => hash('sha256', text).slice(0, 16);

function reportPacks(log: Log, engine: Engine, { loaded, refused }: LoadedPacks): void {
  for (const { id, version, reason } of refused)
    log.error({ pack: `${id}@${version}`, reason }, 'rule pack not loaded');
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

/** Location of an installed release for the reference validator, which learns the built-in ones at its start. */
function placeServed(
  config: Config,
  served: FollowedRules,
  { id, version }: { readonly id: string; readonly version: string },
) {
  const folder = served.folderOf(id, version);
  return folder === null ? { id, version } : { ...placeOf(config, 'installed'), id, version, folder };
}

/** Same maximum depth as in validation. */
const DEFAULT_DEPTH = 200;

/** Stylesheets of built-in rules are compiled by the build, those of installed rules on first use. */
const placeOf = (config: Config, origin: 'built-in' | 'installed'): Pick<PackPlace, 'cacheDir'> => ({
  cacheDir: origin === 'built-in' ? join(config.root, 'dist/reference') : join(config.dataDir, 'rules', '.reference'),
});
