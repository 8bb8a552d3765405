/**
 * Composition root: creates every part and injects its dependencies. `src/composition` creates the groups of parts.
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RulePack } from '@e-invoice/validator/validation';
import { makeRetryFailedJob, type RetryFailedJob } from '../workers/retry-failed-job.ts';
import { openArtifactStore } from './composition/artifact-store.ts';
import { checkSecretsKey } from './composition/check-secrets-key.ts';
import { compareSecret } from './composition/compare-secrets.ts';
import { requireEncryptedSecrets } from './composition/encrypt-secrets.ts';
import { makeEvidenceParts } from './composition/evidence.ts';
import { makeHttpClients } from './composition/http-clients.ts';
import type { Parts } from './composition/parts.ts';
import { type BaseParts, makeBaseParts, openParts } from './composition/process-parts.ts';
import { makeRecords } from './composition/records.ts';
import { makeRenderParts, type RenderParts } from './composition/renderers.ts';
import { makeRules, type Rules } from './composition/rules.ts';
import { makeSendingParts } from './composition/sending.ts';
import { makeStamping } from './composition/stamping.ts';
import { makeLogParts } from './composition/transparency.ts';
import { measureReadiness } from './http/operations/check-readiness.ts';
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

export type App = Parts & {
  readonly retryFailedJob: RetryFailedJob;
  /** Browser code of the HTML pages. */
  readonly web: WebBundle;
  /** Warms up caches and worker threads one after another, so that each has the CPU to itself. */
  readonly warmUp: () => Promise<void>;
  /**
   * Has the thread for large files validate a long invoice, so that the first large file does not wait
   * for the warm-up.
   */
  readonly warmUpForLarge: () => void;
  /** Closes all parts in reverse order of creation. */
  readonly close: () => Promise<void>;
};

/** Parts that need no database. */
type OfflineParts = {
  readonly base: BaseParts;
  readonly showing: Omit<RenderParts, 'close'>;
  /** Prepares PDF rendering, except for starting the browser. */
  readonly startPrinting: () => void;
  /**
   * Starts the browser, the slowest step of a first PDF. Resolves when the browser runs and waiting PDFs are
   * rendered; never rejects.
   */
  readonly warmBrowser: () => Promise<void>;
  /** Closes the browser; call it after `close` of the app. */
  readonly close: () => Promise<void>;
};

/**
 * Creates the parts that need no database, so that they start in parallel with it.
 *
 * @param role roles of this process, for logs and metrics
 * @param unpacked settles when another process has unpacked the browser, and never rejects; null: the first PDF
 *   unpacks it
 */
export function beginApp(config: Config, role: string, unpacked: Promise<void> | null): OfflineParts {
  const base = makeBaseParts(config, role);
  const { close, ...showing } = makeRenderParts(base, unpacked);
  const { start: startPrinting, warmUp: warmBrowser } = showing.printer;
  return { base, showing, startPrinting, warmBrowser, close };
}

/**
 * Creates all parts. The database must be migrated.
 *
 * @param databaseUrl null when no database is configured
 * @param startChecks readiness checks for the start of this process and of the other processes of the service
 * @throws when no database is configured, it is unreachable, or a rule pack cannot be loaded
 */
export async function makeApp(
  { base, showing }: OfflineParts,
  databaseUrl: string | null,
  startChecks: readonly ReadinessCheck[] = [],
): Promise<App> {
  const parts = openParts(base, databaseUrl);
  const { config, role, db, log, metrics, now, name } = parts;
  const isApi = role.split('+').includes('api');
  try {
    const queue = await makeQueue({ db, redisUrl: config.redisUrl, log, metrics });
    const { close: closeRules, ...rules } = await makeRules(parts);
    const { webhookClient, partnerClient, partnerClientWith, close: closeOutside, ...outside } = makeHttpClients(parts);
    const { served } = rules;
    const {
      transparency,
      check: logSecret,
      close: closeTransparency,
    } = makeLogParts(parts, {
      ...rules,
      packsInUse: () => [...rules.validator.packs, ...served.packsInUse()],
    });
    // A rule pack is recorded in the transparency log before it is used.
    served.beforeSwitch(transparency.activate);
    const { stampCheckpoints, close: closeStamping } = makeStamping(parts, transparency);
    const artifacts = openArtifactStore(parts);
    const secrets = [
      compareSecret(parts, 'EVIDENCE_SECRET', logSecret),
      compareSecret(parts, 'SECRETS_KEY', checkSecretsKey(db, config.secretsKey, now)),
    ];
    // Records the fingerprints of the secrets in the database even if `/readyz` is never called.
    for (const { ask } of secrets)
      ask().catch((error: unknown) => log.debug({ err: error }, 'stored secrets could not be compared'));
    await requireEncryptedSecrets(parts, secrets[1]!);
    const records = makeRecords(parts, { webhookClient, partnerClient, partnerClientWith }, artifacts.contents);
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
        backlog: {
          pools: queue.counts,
          jobNames: Object.keys(jobs),
          jobs: queue.openJobs,
          oldestWaiting: queue.oldestWaiting,
          outbox: queue.outbox,
          documents: documents.countOpen,
          deliveries: webhooks.countUndelivered,
          monthsAhead: months.reach,
          transparencyLog: transparency.backlog,
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
        // The page code comes first because people wait for it; the rules of the reference validator take minutes.
        await web
          .warmUp()
          .catch((error: unknown) => log.warn({ err: error }, 'browser code of the pages is not built yet'));
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

/** Looks up rule packs by id and version. Packs for network messages are listed on first use. */
function makePackOf(
  { validator, served }: Pick<Rules, 'validator' | 'served'>,
  root: string,
  today: string,
): (id: string, version: string) => EvidencePack {
  let network: readonly RulePack[] | null = null;
  return (id, version) => {
    // A pack that is no longer in use must still be found for documents that it validated.
    const packDigest = served.digestOf(id, version);
    const { packs } = validator;
    if (packDigest !== null && !packs.some(({ info }) => info.id === id && info.version === version))
      return { id, version, digest: packDigest };
    const is = ({ info }: RulePack): boolean => info.id === id && info.version === version;
    const own = packs.find(is) ?? validator.ciiPacks?.().find(is);
    network ??= own === undefined ? listNetworkPacks(root, today).map((listed) => listed.pack) : null;
    const pack = own ?? network?.find(is);
    if (pack === undefined) throw new Error(`The pack ${id}@${version} is not loaded`);
    const { conforms_to, published } = pack.info;
    return { id, version, digest: pack.digest, conforms_to, published };
  };
}

/** Readiness checks in addition to those of the database and the queue. */
const checksOf = (config: Config, log: Log, isApi: boolean): ReadinessCheck[] => [
  checkFolder('data_dir', config.dataDir, '', log),
  checkFolder('uploads', config.dataDir, 'uploads', log),
  // An API process without Chromium serves everything except PDF output.
  ...(config.chromiumPath === null
    ? [{ ...checkFolder('chromium_cache', config.dataDir, 'chromium', log), advisory: isApi }]
    : []),
  checkFolder('rules', config.dataDir, 'rules', log),
  checkEvidenceSecret(config),
];
