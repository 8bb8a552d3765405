/** Builds every part once, by hand, and passes it down: the only file that knows all. `src/composition` has the groups. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RulePack } from '@e-invoice/validator/validation';
import { makeRetryFailedJob, type RetryFailedJob } from '../workers/retry-failed-job.ts';
import { openArtifactStore } from './composition/artifact-store.ts';
import { checkSecretsKey } from './composition/check-secrets-key.ts';
import { compareSecret } from './composition/compare-secrets.ts';
import { requireEncryptedSecrets } from './composition/encrypt-secrets.ts';
import { makeEvidenceParts } from './composition/evidence.ts';
import { makeOutside } from './composition/http-clients.ts';
import type { Parts } from './composition/parts.ts';
import { type BaseParts, makeBaseParts, openParts } from './composition/process-parts.ts';
import { makeRecords } from './composition/records.ts';
import { makeShowing, type Showing } from './composition/renderers.ts';
import { makeRules, type Rules } from './composition/rules.ts';
import { makeSendingParts } from './composition/sending.ts';
import { makeStamping } from './composition/stamping.ts';
import { makeLogParts } from './composition/transparency.ts';
import { measureReadiness } from './http/use-cases/check-readiness.ts';
import { toUtcDay } from './lib/utc-day.ts';
import { type EvidencePack, makeReportPrinter } from './modules/evidence/index.ts';
import { listNetworkPacks } from './modules/rules/loader/index.ts';
import { checkRights } from './platform/db/index.ts';
import {
  type Config,
  checkEvidenceSecret,
  checkFolder,
  type Log,
  makeReadiness,
  openWebBundle,
  type ReadinessCheck,
  type WebBundle,
} from './platform/index.ts';
import { makeMonths } from './platform/partitions/index.ts';
import { makeProcessMetrics } from './platform/process-metrics/index.ts';
import { jobs, makeQueue } from './platform/queue/index.ts';

export { catalogOf } from './composition/rules.ts';
export { loadCodeLists, loadRulePacks, loadUblStructure } from './modules/rules/loader/index.ts';

const COMMANDS = fileURLToPath(new URL('./cli.js', import.meta.url));

/** Every part of the service in one process. */
export type App = Parts & {
  readonly retryFailedJob: RetryFailedJob;
  /** The browser code of the pages. */
  readonly web: WebBundle;
  /** Starts what else first calls would wait for, one after the other, so that they have a processor meanwhile. */
  readonly warmUp: () => Promise<void>;
  /** Has the thread for large files judge a long invoice, which the first one would wait for otherwise. */
  readonly warmUpForLarge: () => void;
  /** Closes what was opened, in reverse. */
  readonly close: () => Promise<void>;
};

/** What an app has before there is a database. */
type Begun = {
  readonly base: BaseParts;
  readonly showing: Omit<Showing, 'close'>;
  /** Starts what prints, as far as it can without the browser. */
  readonly startPrinting: () => void;
  /**
   * Starts the browser, for which a first PDF would wait longest. Resolves when it is there and what waited for it is
   * printed; never fails.
   */
  readonly warmBrowser: () => Promise<void>;
  /** Closes what was opened; after the app that was made of it. */
  readonly close: () => Promise<void>;
};

/**
 * Begins an app: what needs no database can start while that is brought.
 *
 * @param role what this process does, for logs and metrics
 * @param unpacked settles when nobody unpacks the browser any more, and never rejects; null: whoever prints first does it
 */
export function beginApp(config: Config, role: string, unpacked: Promise<void> | null): Begun {
  const base = makeBaseParts(config, role);
  const { close, ...showing } = makeShowing(base, unpacked);
  const { start: startPrinting, warmUp: warmBrowser } = showing.printer;
  return { base, showing, startPrinting, warmBrowser, close };
}

/**
 * Makes the parts; the database must be migrated.
 *
 * @param databaseUrl null: none is named
 * @param startChecks readiness checks of the start of this process and of those that run with it
 * @throws when no database is named, it cannot be reached, or a rule pack cannot be loaded
 */
export async function makeApp(
  { base, showing }: Begun,
  databaseUrl: string | null,
  startChecks: readonly ReadinessCheck[] = [],
): Promise<App> {
  const parts = openParts(base, databaseUrl);
  const { config, role, db, log, metrics, now, name } = parts;
  const isApi = role.split('+').includes('api');
  try {
    const queue = await makeQueue({ db, redisUrl: config.redisUrl, log, metrics });
    const { close: closeRules, ...rules } = await makeRules(parts);
    const { receivers, postmen, postmenWith, close: closeOutside, ...outside } = makeOutside(parts);
    const { served } = rules;
    const {
      transparency,
      check: logSecret,
      close: closeTransparency,
    } = makeLogParts(parts, {
      ...rules,
      validationLimits: () => [...rules.validator.packs, ...served.validationLimits()],
    });
    // Nobody is judged by what the log was not told.
    served.beforeSwitch(transparency.activate);
    const { stampCheckpoints, close: closeStamping } = makeStamping(parts, transparency);
    const artifacts = openArtifactStore(parts);
    const secrets = [
      compareSecret(parts, 'EVIDENCE_SECRET', logSecret),
      compareSecret(parts, 'SECRETS_KEY', checkSecretsKey(db, config.secretsKey, now)),
    ];
    // The database remembers them also where nobody asks whether the process is ready.
    for (const { ask } of secrets) ask().catch((error: unknown) => log.debug({ err: error }, 'secrets not compared'));
    await requireEncryptedSecrets(parts, secrets[1]!);
    const records = makeRecords(parts, { receivers, postmen, postmenWith }, artifacts.contents);
    const { documents, batches, vatBatches, radars, webhooks } = records;
    const months = makeMonths({ db, log, now });
    const reportPrinter = makeReportPrinter({ log, metrics });
    const { evidence, close: closeEvidence } = makeEvidenceParts({
      ...parts,
      engine: rules.engine,
      packOf: makePackOf(rules, config.root, toUtcDay(now())),
      printReport: reportPrinter.print,
      transparency,
    });
    const web = openWebBundle({
      folder: join(config.root, 'dist/web'),
      build: [...process.execArgv, COMMANDS, 'web'],
    });
    const readiness = makeReadiness({
      checks: [
        ...startChecks,
        checkRights(db),
        ...checksOf(config, log, isApi),
        ...artifacts.checks,
        served.check,
        ...secrets,
      ],
      log,
      now,
    });
    measureReadiness({ db, queue, readiness, metrics }, { isQueueRequired: !isApi });
    return {
      ...parts,
      ...records,
      ...outside,
      ...rules,
      ...showing,
      ...makeSendingParts(parts, outside, rules, showing),
      queue,
      months,
      processMetrics: makeProcessMetrics({
        db,
        metrics,
        log,
        now,
        role,
        name,
        standing: {
          pools: queue.counts,
          jobNames: Object.keys(jobs),
          jobs: queue.openJobs,
          oldestWaiting: queue.oldestWaiting,
          outbox: queue.outbox,
          documents: documents.countOpen,
          deliveries: webhooks.countUndelivered,
          monthsAhead: months.reach,
          transparencyLog: transparency.standing,
        },
      }),
      readiness,
      evidence,
      transparency,
      stampCheckpoints,
      retryFailedJob: makeRetryFailedJob({ documents, batches, vatBatches, radars, queue }),
      web,
      warmUp: async () => {
        showing.renderers.warmUp();
        rules.validationPool.warmUp();
        // A person who opens the page waits for its code; for minutes of rules of the second judge nobody does.
        await web.warmUp().catch((error: unknown) => log.warn({ err: error }, 'the page for people has no code yet'));
        rules.reference.warmUp();
        await rules.catalog();
      },
      warmUpForLarge: rules.validationPool.warmUpForLarge,
      close: async () => {
        await web.close();
        await queue.close();
        await reportPrinter.close();
        await closeStamping();
        await closeTransparency();
        await closeOutside();
        await closeEvidence();
        await closeRules();
        await artifacts.close();
        await records.accounts.close();
        await db.close();
      },
    };
  } catch (error) {
    await db.close();
    throw error;
  }
}

/** Tells what is installed here by its digest and release; rules of messages are looked for when one is first asked for. */
function makePackOf(
  { validator, served }: Pick<Rules, 'validator' | 'served'>,
  root: string,
  today: string,
): (id: string, version: string) => EvidencePack {
  let network: readonly RulePack[] | null = null;
  return (id, version) => {
    // It may be out of use by now: what it has judged it has judged.
    const kept = served.digestOf(id, version);
    const { packs } = validator;
    if (kept !== null && !packs.some(({ info }) => info.id === id && info.version === version))
      return { id, version, digest: kept };
    const is = ({ info }: RulePack): boolean => info.id === id && info.version === version;
    network ??= packs.some(is) ? null : listNetworkPacks(root, today).map((listed) => listed.pack);
    const pack = [...packs, ...(network ?? [])].find(is);
    if (pack === undefined) throw new Error(`The pack ${id}@${version} is not loaded`);
    const { conforms_to, published } = pack.info;
    return { id, version, digest: pack.digest, conforms_to, published };
  };
}

/** What is asked before this process counts as ready, beside whether the database and the queue answer. */
const checksOf = (config: Config, log: Log, isApi: boolean): ReadinessCheck[] => [
  checkFolder('data_dir', config.dataDir, '', log),
  checkFolder('uploads', config.dataDir, 'uploads', log),
  // An API process serves everything except PDF output without it.
  ...(config.chromiumPath === null
    ? [{ ...checkFolder('chromium_cache', config.dataDir, 'chromium', log), advisory: isApi }]
    : []),
  checkFolder('rules', config.dataDir, 'rules', log),
  checkEvidenceSecret(config),
];
