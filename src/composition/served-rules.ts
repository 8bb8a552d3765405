import type { RulePack } from '@e-invoice/validator/validation';
import { toUtcDay } from '../lib/utc-day.ts';
import {
  describeServed,
  hasServed,
  keepServed,
  makePackPreparer,
  placeOfServed,
} from '../modules/rules/loader/index.ts';
import type { RulePackStanding, RulePacks } from '../modules/rules/releases/index.ts';
import type { ServedRules } from '../modules/validation/index.ts';
import type { Config, Log, Metrics, ReadinessCheck } from '../platform/index.ts';
import { makeServedView, type ReadyPack, type ServedView } from './served-view.ts';
import { makeShadowCounts } from './shadow-counts.ts';

type ServedParts = {
  readonly config: Pick<Config, 'root' | 'dataDir'> & { readonly validationLimits: { readonly memoryLimit: number } };
  readonly rulePacks: Pick<RulePacks, 'standings' | 'files' | 'watch' | 'count'>;
  /** Digest of the engine. */
  readonly engine: string;
  /** Built-in packs of this process. */
  readonly base: readonly RulePack[];
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  readonly random: () => number;
  readonly log: Log;
  readonly metrics: Metrics;
};

/** Installed rule releases as this process applies them. */
export type FollowedRules = ServedRules & {
  /** Releases that validate all documents, from their start dates on. */
  readonly active: () => readonly RulePack[];
  /** Releases that validate any documents, including those that are about to. */
  readonly packsInUse: () => readonly RulePack[];
  /** Digest of an installed release; null for another one. */
  readonly digestOf: (id: string, version: string) => string | null;
  /** Folder of an installed release on this machine; null for another one. */
  readonly folderOf: (id: string, version: string) => string | null;
  /**
   * Registers work that runs before each change takes effect. While it fails, the previous state remains in effect.
   */
  readonly beforeSwitch: (work: () => Promise<void>) => void;
  readonly check: ReadinessCheck;
  /**
   * Checks for changes now instead of waiting for a notification. Resolves when the change is in effect or has
   * failed.
   */
  readonly follow: () => Promise<void>;
  readonly close: () => Promise<void>;
};

/** Delay before a release that could not be prepared is tried again, in milliseconds. */
const RETRY_MS = 60_000;

/**
 * Follows the releases that the service uses: fetches each release, verifies it in a worker thread, and then
 * activates all changes at once. A release that cannot be prepared is left out: the previous release keeps
 * validating, and the readiness check reports it.
 */
export async function followRules(parts: ServedParts): Promise<FollowedRules> {
  const { config, rulePacks, engine, base, now, log, metrics } = parts;
  const { dataDir } = config;
  const preparer = makePackPreparer(config, { memoryLimit: config.validationLimits.memoryLimit, log, metrics });
  const counts = makeShadowCounts(parts);
  const digests = new Map<string, string>();
  const prepared = new Map<string, RulePack>();
  const failures = new Map<string, { readonly name: string; readonly reason: string; readonly at: number }>();
  const works: (() => Promise<void>)[] = [];
  let view: ServedView = makeServedView(base, []);
  let upcoming = view;
  let shown = '[]';
  let releases: readonly RulePackStanding[] = [];

  metrics.gauge({
    name: 'rule_packs_not_loaded',
    help: 'Rule packs of the service that this process cannot apply; it uses the previous release.',
    collect: (gauge) => gauge.set(failures.size),
  });
  const applied = metrics.gauge({
    name: 'rule_pack_applied',
    help: 'Rule packs of the service that this process applies, by what they are used for.',
    labels: ['pack', 'state'],
  });

  /**
   * Fetches and tests a release.
   *
   * @returns the reason why it cannot be applied, or null
   */
  const prepare = async (target: RulePackStanding): Promise<string | null> => {
    if (base.some(({ info }) => info.id === target.id && info.version === target.version))
      return 'This release contains a pack with the same id and version';
    const today = toUtcDay(now());
    for (const isFresh of [!hasServed(dataDir, target), true]) {
      if (isFresh) keepServed(dataDir, target, await rulePacks.files(target.digest));
      const reply = await preparer.prepare({ name: target, today });
      if ('digest' in reply && reply.digest === target.digest) {
        prepared.set(target.digest, describeServed(dataDir, target, { engine, today, bundled: base[0]! }));
        return null;
      }
      // A damaged local copy is fetched again, once.
      if (isFresh) return 'reason' in reply ? reply.reason : 'The content differs from the installed pack';
    }
    return null;
  };

  const tryToPrepare = async (target: RulePackStanding): Promise<void> => {
    const name = `${target.id}@${target.version}`;
    const failed = failures.get(target.digest);
    if (failed !== undefined && now() - failed.at < RETRY_MS) return;
    const reason = await prepare(target).catch((error: unknown) => String(error));
    if (reason === null) {
      failures.delete(target.digest);
      return;
    }
    failures.set(target.digest, { name, reason, at: now() });
    log.error({ pack: name, reason }, 'rule pack cannot be applied, using the previous release');
  };

  const look = async (): Promise<void> => {
    releases = await rulePacks.standings();
    for (const { id, version, digest } of releases) digests.set(`${id}@${version}`, digest);
    const used = releases.filter((one): one is ReadyPack['release'] => one.from !== null);
    for (const digest of failures.keys()) if (!used.some((one) => one.digest === digest)) failures.delete(digest);
    for (const one of used) if (!prepared.has(one.digest)) await tryToPrepare(one);
    // Releases that were in use are stored on this machine for archives, even when no longer used.
    for (const one of releases)
      if (one.from === null && !hasServed(dataDir, one)) keepServed(dataDir, one, await rulePacks.files(one.digest));
    const ready = used.flatMap((one) => {
      const pack = prepared.get(one.digest);
      return pack === undefined ? [] : [{ release: one, pack }];
    });
    const found = JSON.stringify(ready.map((one) => one.release));
    if (found === shown) return;
    upcoming = makeServedView(base, ready);
    for (const work of works) await work();
    view = upcoming;
    shown = found;
    applied.reset();
    for (const { release: one } of ready) applied.set({ pack: `${one.id}@${one.version}`, state: one.state }, 1);
    log.info(
      { packs: ready.map(({ release: one }) => `${one.id}@${one.version} ${one.state} from ${one.from}`) },
      'rule packs applied',
    );
  };

  let looking: Promise<void> = Promise.resolve();
  let isAsked = false;
  let closed = false;
  const follow = (): Promise<void> => {
    if (isAsked) return looking;
    isAsked = true;
    looking = looking.then(async () => {
      isAsked = false;
      if (closed) return;
      await look().catch((error: unknown) => {
        if (!closed) log.warn({ err: error }, 'rule pack lookup failed');
      });
    });
    return looking;
  };

  await follow();
  const watching = await rulePacks.watch(() => void follow());
  return {
    servingFor: (owner) => view.servingFor(owner),
    shadows: () => view.shadows,
    onCompared: counts.add,
    random: parts.random,
    active: () => view.active,
    packsInUse: () => upcoming.packsInUse,
    digestOf: (id, version) => digests.get(`${id}@${version}`) ?? null,
    folderOf: (id, version) => (digests.has(`${id}@${version}`) ? placeOfServed(dataDir, { id, version }) : null),
    beforeSwitch: (work) => {
      works.push(work);
    },
    check: {
      id: 'rule_packs',
      advisory: true,
      ask: async () => {
        const names = Array.from(failures.values(), ({ name }) => name);
        return names.length === 0 ? null : `Validated without ${names.join(', ')}, which cannot be applied here`;
      },
    },
    follow,
    close: async () => {
      closed = true;
      await watching.stop();
      await preparer.close();
      await looking;
      await counts.close();
    },
  };
}
