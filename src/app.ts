/** Builds every part once, by hand, and passes it down: the only file that knows all. */
import { hash, randomBytes, randomUUID } from 'node:crypto';
import { availableParallelism, hostname } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { type Catalog, makeCatalog } from '@e-invoice/validator/catalog';
import { makeRetryFailedJob, type RetryFailedJob } from '../workers/retry-failed-job.ts';
import { type Accounts, choosePlans, makeAccounts } from './accounts/index.ts';
import { type Batches, makeBatches, makeVatBatches, type VatBatches } from './batches/index.ts';
import { checkRights, type Database, openDatabase } from './db/index.ts';
import { type Documents, makeDocuments } from './documents/index.ts';
import { type Evidence, makeEvidence, readSecret } from './evidence/index.ts';
import { type Judges, makeJudges } from './judging/index.ts';
import { type IdPrefix, newId } from './lib/ids.ts';
import {
  describeEngine,
  type Engine,
  type LoadedPacks,
  loadCodeLists,
  loadPacks,
  loadUblStructure,
  refuseBuiltIn,
} from './packs/index.ts';

export { loadCodeLists, loadRulePacks, loadUblStructure } from './packs/index.ts';

import { listRules, listRulesets, makeValidator, type RulePack, type Validator } from '@e-invoice/validator/validation';
import { makePartners, type Partners } from './partners/index.ts';
import { loadAnchors, makePeppol, type Peppol } from './peppol/index.ts';
import { makePreflight } from './preflight/index.ts';
import { makeProcesses, type Processes } from './processes/index.ts';
import { jobs, makeQueue, type Queue } from './queue/index.ts';
import { makeRadars, type Radars } from './radar/index.ts';
import {
  makeItb,
  makePhorm,
  makeReference,
  type PackPlace,
  type Reference,
  type ThirdParty,
} from './reference/index.ts';
import {
  makePdfReader,
  makePrinter,
  makeRenderers,
  type PdfReader,
  type Printer,
  type Renderers,
} from './render/index.ts';
import {
  type Config,
  checkEvidenceSecret,
  checkFolder,
  type HttpClient,
  type Log,
  type Metrics,
  makeDnsResolve,
  makeHttpClient,
  makeLog,
  makeMetrics,
  makeReadiness,
  makeSealer,
  type Readiness,
  type ReadinessCheck,
} from './runtime/index.ts';
import { makeSending, type Sending } from './sending/index.ts';
import { makeVat, type Vat } from './vat/index.ts';
import { makeWebhooks, type Webhooks } from './webhooks/index.ts';

/** Every part of the service in one process. */
export type App = {
  readonly config: Config;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly db: Database;
  readonly queue: Queue;
  readonly processes: Processes;
  /** What this process needs beside the database and the queue, asked at most every few seconds. */
  readonly readiness: Readiness;
  readonly documents: Documents;
  readonly batches: Batches;
  readonly vatBatches: VatBatches;
  readonly accounts: Accounts;
  readonly validator: Validator;
  /** What judges here: named by evidence and by the list of rule sets. */
  readonly engine: Engine;
  readonly vat: Vat;
  readonly peppol: Peppol;
  readonly radars: Radars;
  /** The same judgement in threads that can be ended: for whatever may be large or hostile. */
  readonly judges: Judges;
  /** The second judge, and the third; null: none is configured. */
  readonly reference: Reference;
  readonly thirdParty: ThirdParty | null;
  /** Makes pages of invoices, of large ones in a thread; it starts with the first of these. */
  readonly renderers: Renderers;
  /** Makes PDFs; Chromium starts with the first. */
  readonly printer: Printer;
  readonly pdfReader: PdfReader;
  readonly evidence: Evidence;
  /** Made when it is first asked for: a process that shows no rules never pays for it. */
  readonly catalog: Catalog;
  readonly webhooks: Webhooks;
  readonly partners: Partners;
  readonly sending: Sending;
  /** Looks a document over before it is sent. */
  readonly preflight: ReturnType<typeof makePreflight>;
  readonly retryFailedJob: RetryFailedJob;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly newId: (prefix: IdPrefix) => string;
  /** Starts what first calls would wait for otherwise, one after the other, so that they have a processor meanwhile. */
  readonly warmUp: () => Promise<void>;
  /** Closes what was opened, in reverse. */
  readonly close: () => Promise<void>;
};

/**
 * Makes the parts; the database must be migrated.
 *
 * @param role what this process does, for logs and metrics
 * @throws when no database is named, it cannot be reached, or a rule pack cannot be loaded
 */
export async function makeApp(config: Config, role: string): Promise<App> {
  if (config.databaseUrl === null) throw new Error('A single role needs DATABASE_URL; `npm start` brings its own');
  const log = makeLog({ level: config.logLevel, role });
  const metrics = makeMetrics(role);
  const now = () => Date.now();
  const name = `${role} ${hostname()} ${process.pid}`;
  const makeId = (prefix: IdPrefix) => newId(prefix, now(), randomBytes);
  const db = openDatabase({ url: config.databaseUrl, maxConnections: 10, applicationName: `einvoice ${role}`, log });
  const accounts = makeAccounts({
    db,
    now,
    newId: makeId,
    random: randomBytes,
    environment: config.environment,
    plans: choosePlans(config.plans),
    keyRateLimit: config.keyRateLimit,
    onError: (error) => log.error({ err: error }, 'counts of calls could not be written yet'),
  });
  // Their names are chosen by strangers: looked up without the system's resolver, which has four places in all.
  const receivers = makeHttpClient({
    allow: config.outboundAllow,
    resolve: makeDnsResolve({ servers: config.dnsServers }),
    connections: 512,
  });
  // Named by admins: few, each with its own pace.
  const postmen = makeHttpClient({
    allow: config.outboundAllow,
    resolve: makeDnsResolve({ servers: config.dnsServers }),
    connections: 32,
  });
  const validators = makeHttpClient({ allow: config.outboundAllow, connections: 8 });
  try {
    const queue = await makeQueue({ db, redisUrl: config.redisUrl, log, metrics });
    const engine = describeEngine(config.root);
    const { loaded, refused } = await loadPacks(config, dayOf(now()), { defersEarlier: true });
    refuseBuiltIn(refused);
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
    const validator = makeValidator({
      packs: loaded.map(({ pack }) => pack),
      structure: loadUblStructure(config.root),
      codeLists: loadCodeLists(config.root),
      limits: { bytes: config.maxXmlBytes },
    });
    const vat = makeVat({
      db,
      process: name,
      now,
      random: Math.random,
      metrics,
      onError: (error) => log.warn({ err: error }, 'exchanges with VAT sources, or places there, could not be written'),
      restUrl: config.viesUrl,
      soapUrl: config.viesSoapUrl,
      skRegister: config.skRegister,
      allow: config.outboundAllow,
    });
    const peppol = makePeppol({
      db,
      now,
      metrics,
      zones: config.peppolZones,
      dnsServers: config.dnsServers,
      directoryUrl: config.peppolDirectoryUrl,
      allow: config.outboundAllow,
      allowInsecure: config.smpAllowInsecure,
      anchors: config.peppolTrustAnchors === null ? [] : loadAnchors(config.peppolTrustAnchors),
    });
    const judges = makeJudges({
      ...config.judging,
      // One for each kind of cost at least: small files never wait for costly ones.
      threads: config.judging.threads || Math.max(3, Math.floor(availableParallelism() / 2)),
      setup: { root: config.root, dataDir: config.dataDir, maxXmlBytes: config.maxXmlBytes, today: dayOf(now()) },
      log,
      metrics,
    });
    const renderers = makeRenderers({
      timeLimit: config.judging.timeLimit,
      memoryLimit: config.judging.memoryLimit,
      limits: { bytes: config.maxXmlBytes },
      log,
      metrics,
    });
    const printer = makePrinter({
      path: config.chromiumPath,
      cache: join(config.dataDir, 'chromium'),
      ...config.pdf,
      renderers,
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
    const documents = makeDocuments({ db, now, newId: makeId });
    const batches = makeBatches({ db, now, newId: makeId });
    const vatBatches = makeVatBatches({ db, now, newId: makeId });
    const radars = makeRadars({ db, now, newId: makeId });
    const webhooks = makeWebhooks({
      db,
      http: receivers,
      requireTls: config.environment === 'production',
      sealer: makeSealer(config.secretsKey),
      now,
      newId: makeId,
      randomBytes,
      random: Math.random,
      attempts: metrics.counter({
        name: 'webhook_attempts_total',
        help: 'Attempts to deliver to webhooks, by what came of them.',
        labels: ['outcome'],
      }),
    });
    let catalog: Catalog | undefined;
    return {
      config,
      log,
      metrics,
      db,
      queue,
      processes: makeProcesses({
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
          outbox: queue.outbox,
          documents: documents.countOpen,
          deliveries: webhooks.countUndelivered,
        },
      }),
      readiness: makeReadiness({ checks: [checkRights(db), ...checksOf(config, log)], log, now }),
      documents,
      batches,
      vatBatches,
      accounts,
      validator,
      engine,
      judges,
      renderers,
      printer,
      reference,
      thirdParty: thirdPartyOf(config, validators, now),
      pdfReader: makePdfReader(config),
      vat,
      peppol,
      radars,
      evidence: makeEvidence({
        db,
        secret: () => readSecret(config),
        engine,
        digestOf: (id, version) => digestOf(validator, id, version),
        now,
        newId: makeId,
      }),
      get catalog() {
        catalog ??= catalogOf(validator.packs);
        return catalog;
      },
      webhooks,
      partners: makePartners({
        db,
        http: postmen,
        requireTls: config.environment === 'production',
        sealer: makeSealer(config.secretsKey),
        now,
        newId: makeId,
      }),
      preflight: makePreflight({ judges, renderers, peppol, vat, releases: () => listRulesets(validator.packs), now }),
      sending: makeSending({ judges, peppol, now, newUuid: randomUUID }),
      retryFailedJob: makeRetryFailedJob({ documents, batches, vatBatches, radars, queue }),
      now,
      newId: makeId,
      warmUp: async () => {
        await printer.warmUp();
        renderers.warmUp();
        judges.warmUp();
        reference.warmUp();
        await readEarlier(loaded);
      },
      close: async () => {
        await queue.close();
        await vat.close();
        await peppol.close();
        await receivers.close();
        await postmen.close();
        await printer.close();
        await renderers.close();
        await validators.close();
        await judges.close();
        await reference.close();
        await accounts.close();
        await db.close();
      },
    };
  } catch (error) {
    await db.close();
    throw error;
  }
}

const nameOf = ({ info }: RulePack): string => `${info.id}@${info.version}`;

/** What the list of rule sets and the catalog tell of earlier releases, read one after another. */
async function readEarlier(loaded: LoadedPacks['loaded']): Promise<void> {
  for (const { pack, deferred } of loaded) {
    if (deferred) void [pack.digest, pack.ruleIds];
    await setImmediate();
  }
}

/** As deep as validation reads. */
const DEFAULT_DEPTH = 200;

/** Stylesheets of the project's rules are compiled by the build; those of installed ones when they are first asked. */
const placeOf = (config: Config, origin: 'built-in' | 'installed'): Pick<PackPlace, 'cacheDir'> => ({
  cacheDir: origin === 'built-in' ? join(config.root, 'dist/reference') : join(config.dataDir, 'rules', '.reference'),
});

function thirdPartyOf({ thirdParty }: Config, http: HttpClient, now: () => number): ThirdParty | null {
  const { itbUrl, phormUrl, phormToken, timeLimit, maxBytes } = thirdParty;
  const parts = { http, timeLimit, maxBytes, now };
  if (itbUrl !== null) return makeItb({ ...parts, url: itbUrl });
  return phormUrl === null ? null : makePhorm({ ...parts, url: phormUrl, token: phormToken });
}

function digestOf({ packs }: Validator, id: string, version: string): string {
  const pack = packs.find(({ info }) => info.id === id && info.version === version);
  if (pack === undefined) throw new Error(`The pack ${id}@${version} is not loaded`);
  return pack.digest;
}

/** What people are told of every rule that these packs can report. */
export function catalogOf(packs: readonly RulePack[]): Catalog {
  return makeCatalog(listRules(packs), (text) => hash('sha256', text).slice(0, 16));
}

/** What is asked before this process counts as ready, beside whether the database and the queue answer. */
const checksOf = (config: Config, log: Log): ReadinessCheck[] => [
  checkFolder('data_dir', config.dataDir, '', log),
  checkFolder('uploads', config.dataDir, 'uploads', log),
  ...(config.chromiumPath === null ? [checkFolder('chromium_cache', config.dataDir, 'chromium', log)] : []),
  checkFolder('rules', config.dataDir, 'rules', log),
  checkEvidenceSecret(config),
];

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);
