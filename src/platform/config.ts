import { totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { getHeapStatistics } from 'node:v8';
import type { z } from 'zod';
import { type ArtifactStoreConfig, artifactStoreOf, problemsOfArtifactStore } from './artifact-store-config.ts';
import { describeConfiguration } from './describe-configuration.ts';
import { Environment, type LOG_LEVELS } from './environment.ts';
import { peppolOf, viesOf } from './environment-defaults.ts';
import { findRoot } from './root.ts';
import {
  problemsOfSealing,
  type SealerConfig,
  sealerOf,
  type TimeAuthorityConfig,
  timeAuthorityOf,
} from './signing-config.ts';
import { problemsOfStart, type Roles } from './validate-config.ts';
import type { Plans } from './variables.ts';

/** The whole configuration of a process; nothing else is read from the environment. */
export type Config = {
  /** The folder of package.json: rule sources and migrations are found below it. */
  readonly root: string;
  readonly host: string;
  readonly port: number;
  /** Where `/metrics` is told, away from what callers reach; null: beside everything else. Port 0: any free one. */
  readonly metrics: { readonly host: string; readonly port: number } | null;
  /** Absolute. */
  readonly dataDir: string;
  readonly environment: 'sandbox' | 'production';
  /** Null: an embedded PostgreSQL below `dataDir`. */
  readonly databaseUrl: string | null;
  /** The database without the pooler that stands before `databaseUrl`; null: none does. */
  readonly databaseDirectUrl: string | null;
  /** Null: BullMQ on PostgreSQL. */
  readonly redisUrl: string | null;
  /** Keyless calls per client address and UTC day; 0 means no limit. */
  readonly publicDailyLimit: number;
  /** Calls per second with one key; 0 means no limit. */
  readonly keyRateLimit: number;
  /** What each plan costs, in euros; null: the published prices. */
  readonly plans: z.output<typeof Plans> | null;
  readonly maxXmlBytes: number;
  /** Of one synchronous request. */
  readonly maxBatchFiles: number;
  readonly maxBatchBytes: number;
  /** Of one batch. */
  readonly maxQueuedFiles: number;
  /** Of one batch, as it comes and unpacked. */
  readonly maxQueuedBytes: number;
  /** What one API process takes on before it turns work away. */
  readonly pressure: {
    /** Requests judged inline that may run or wait at once. */
    readonly maxInline: number;
    /** How late the process's event loop may be, in milliseconds, before inline work is turned away. */
    readonly maxLag: number;
    /** Jobs that may wait before documents and batches are turned away. */
    readonly maxBacklog: number;
    /** Bytes that request bodies may hold together until their requests are answered. */
    readonly maxBodyMemory: number;
    /** Event streams, long polls and unfinished bodies that may be open at once: of a process, a key, an address. */
    readonly maxOpen: number;
    readonly maxOpenPerKey: number;
    readonly maxOpenPerAddress: number;
  };
  /** How long the API answers new connections with 503 before its listener closes, in milliseconds. */
  readonly drainMs: number;
  readonly validationLimits: {
    /** Threads of a process that judge files; 0: half the processors, three at least. */
    readonly threads: number;
    /** The most that one file may take, in milliseconds, and its thread's heap, in MiB. */
    readonly timeLimit: number;
    readonly memoryLimit: number;
  };
  readonly pdf: {
    /** The most that one PDF may take to be made, in milliseconds, and all of Chromium's memory, in MiB. */
    readonly timeLimit: number;
    readonly memoryLimit: number;
  };
  /** Of a PDF that is read. */
  readonly maxPdfBytes: number;
  /** The second judge: the most that one file may take, in milliseconds, and its process's heap, in MiB. */
  readonly reference: { readonly timeLimit: number; readonly memoryLimit: number };
  /** How many jobs of a pool run at once in a process, where it is not what `workers/pools.ts` says; 0: none, others have it. */
  readonly pools: Readonly<Record<string, number>>;
  /** Files in, results out. */
  readonly sftp: {
    /** Where it listens; null: nowhere, and its role looks through the folders alone. */
    readonly port: number | null;
    readonly host: string;
    /** Where the folders of the workspaces are. */
    readonly root: string;
    readonly quietMs: number;
    readonly halfFileMs: number;
    readonly maxFileBytes: number;
    /** What the inbox of one workspace may hold. */
    readonly quotaBytes: number;
    readonly keepMs: number;
  };
  /** After so many days content is erased; 0: never. Timelines, deliveries and the audit trail go by whole months. */
  readonly retention: {
    readonly documentDays: number;
    readonly batchDays: number;
    readonly deliveryDays: number;
    readonly evidenceDays: number;
    readonly timelineDays: number;
    readonly auditDays: number;
  };
  /** How many proxies stand before the service, each of which adds its caller's address to X-Forwarded-For. */
  readonly proxies: number;
  /** The address that people reach the service at, without a slash at its end; null: as each caller says it. */
  readonly publicUrl: string | null;
  /** Hosts (with a port that is not the scheme's) that the addresses `/v1/…`, `/api/…` and those of validation are kept to. */
  readonly hosts: { readonly base: string | null; readonly site: string | null; readonly validation: string | null };
  /** Files in PEM with which the API speaks TLS itself; null: it speaks HTTP, behind a proxy that does. */
  readonly tls: { readonly cert: string; readonly key: string } | null;
  /** Where the operator says that data is kept, for people; null: nothing is said. */
  readonly dataLocation: string | null;
  /** Origins whose pages may call from a browser; `*` for all. */
  readonly corsOrigins: readonly string[];
  /** Null: all artifacts are in the database. */
  readonly artifactStore: ArtifactStoreConfig | null;
  /** Seals the private keys that sign evidence; null: a secret of its own in `dataDir`. */
  readonly evidenceSecret: string | null;
  readonly transparency: {
    /** The name of the transparency log: its address without the scheme; null: as it was named at first. */
    readonly origin: string | null;
    /** The name that a log gets which begins now; null: none is known. */
    readonly suggestedOrigin: string | null;
    /** Who is asked to sign its checkpoints: address and verifier key. */
    readonly witnesses: readonly { readonly url: string; readonly key: string }[];
  };
  /** Null: reports are signed with a key of the service's own. */
  readonly sealer: SealerConfig | null;
  /** Null: nobody stamps checkpoints of the log. */
  readonly timeAuthority: TimeAuthorityConfig | null;
  /** Base address of VIES over REST; null: the sandbox answers by itself. */
  readonly viesUrl: string | null;
  /** VIES over SOAP, the second channel; null: there is none. */
  readonly viesSoapUrl: string | null;
  /** DNS zones of the Peppol network, asked in this order; null: the sandbox answers by itself. */
  readonly peppolZones: readonly string[] | null;
  /** The Peppol Directory; null: it is not asked. */
  readonly peppolDirectoryUrl: string | null;
  /** A file or folder with certificates in PEM; null: the chains of SMPs are not checked. */
  readonly peppolTrustAnchors: string | null;
  /** Open data of the Slovak Financial Administration with the operator's own key; null: not asked. */
  readonly skRegister: {
    readonly url: string;
    readonly key: string;
    /** Whether the list of accounts is asked, whose licence forbids commercial use. */
    readonly accounts: boolean;
  } | null;
  /** Null: the system's. */
  readonly dnsServers: readonly string[] | null;
  /** Host names, addresses and blocks that outgoing requests may reach although they are private. */
  readonly outboundAllow: readonly string[];
  /** Under which workspaces have folders for their partners; null: none. */
  readonly partnerFolders: string | null;
  /** Seals the secrets of webhooks and partners; null: they stand in the database as they are. */
  readonly secretsKey: string | null;
  readonly smpAllowInsecure: boolean;
  /** The external validator that callers may ask for; no address: there is none. The first one that is set is asked. */
  readonly thirdParty: {
    /** A domain of a Test Bed validator, e.g. `https://www.itb.ec.europa.eu/vitb/rest/invoice`. */
    readonly itbUrl: string | null;
    /** A Phorm of one's own, and the token it expects. */
    readonly phormUrl: string | null;
    readonly phormToken: string | null;
    /** For one exchange, in milliseconds. */
    readonly timeLimit: number;
    /** Larger files are not sent. */
    readonly maxBytes: number;
  };
  readonly chromiumPath: string | null;
  /** Whether the API starts its browser, its threads and the second judge before they are needed. */
  readonly warmUp: boolean;
  /** Where traces go, and which part of them from 0 to 1; null: nothing is traced. */
  readonly tracing: { readonly url: string; readonly ratio: number } | null;
  readonly logLevel: (typeof LOG_LEVELS)[number];
};

/** Every problem of a configuration, one readable sentence each. */
export class ConfigProblems extends Error {
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(`The configuration has ${problems.length} problem(s):\n${problems.map((line) => `  - ${line}`).join('\n')}`);
    this.problems = problems;
  }
}

/** What else is known of a start when its configuration is read. */
type Start = {
  /** True: the process runs roles that share their state with processes which it knows nothing of. */
  readonly alone?: boolean;
  /** The roles that begin with it, null: all; not given where none does, and nothing is looked for but the variables. */
  readonly roles?: Roles;
  /** Other problems of the start, to be told with those of the configuration. */
  readonly problems?: readonly string[];
};

export type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Reads the configuration (contract section 15).
 *
 * @param environment the variables; those of this process unless given
 * @throws ConfigProblems with all problems at once
 */
export function readConfig(
  environment: Variables = process.env,
  { alone = false, roles, problems: others = [] }: Start = {},
): Config {
  const read = Environment.safeParse(environment);
  const problems = [
    ...others,
    ...(read.error?.issues ?? []).map((issue) => `${issue.path.join('.')} ${issue.message}`),
    ...(alone ? problemsOfRoles(environment) : []),
    ...problemsOfTls(environment),
    ...problemsOfDatabase(environment),
    ...(roles === undefined ? [] : problemsOfStart(environment, roles)),
    ...problemsTogether(environment, read.error?.issues.map(({ path }) => String(path[0])) ?? []),
  ];
  if (!read.success || problems.length > 0) throw new ConfigProblems(problems);
  const values = read.data;
  return {
    root: findRoot(),
    host: values.HOST,
    port: values.PORT,
    metrics: values.METRICS_PORT === undefined ? null : { host: values.METRICS_HOST, port: values.METRICS_PORT },
    dataDir: resolve(values.DATA_DIR),
    environment: values.ENVIRONMENT,
    databaseUrl: values.DATABASE_URL ?? null,
    databaseDirectUrl: values.DATABASE_DIRECT_URL ?? null,
    redisUrl: values.REDIS_URL ?? null,
    publicDailyLimit: values.PUBLIC_DAILY_LIMIT,
    keyRateLimit: values.KEY_RATE_LIMIT,
    plans: values.PLANS ?? null,
    maxXmlBytes: values.MAX_XML_BYTES,
    maxBatchFiles: values.MAX_BATCH_FILES,
    maxBatchBytes: values.MAX_BATCH_BYTES,
    maxQueuedFiles: values.MAX_QUEUED_FILES,
    maxQueuedBytes: values.MAX_QUEUED_BYTES,
    pressure: {
      maxInline: values.MAX_INLINE,
      maxLag: values.MAX_LAG_MS,
      maxBacklog: values.MAX_BACKLOG,
      maxBodyMemory: values.MAX_BODY_MEMORY || bodyMemoryOf(values.MAX_BATCH_BYTES),
      maxOpen: values.MAX_OPEN,
      maxOpenPerKey: values.MAX_OPEN_PER_KEY,
      maxOpenPerAddress: values.MAX_OPEN_PER_ADDRESS,
    },
    drainMs: values.DRAIN_SECONDS * 1_000,
    validationLimits: {
      threads: values.JUDGING_THREADS,
      timeLimit: values.JUDGING_SECONDS * 1_000,
      memoryLimit: values.JUDGING_MEMORY_MIB,
    },
    pdf: { timeLimit: values.PDF_SECONDS * 1_000, memoryLimit: values.PDF_MEMORY_MIB },
    maxPdfBytes: values.MAX_PDF_BYTES,
    reference: { timeLimit: values.REFERENCE_SECONDS * 1_000, memoryLimit: values.REFERENCE_MEMORY_MIB },
    pools: values.POOLS ?? {},
    retention: {
      documentDays: values.RETENTION_DOCUMENT_DAYS,
      batchDays: values.RETENTION_BATCH_DAYS,
      deliveryDays: values.RETENTION_DELIVERY_DAYS,
      evidenceDays: values.RETENTION_EVIDENCE_DAYS,
      timelineDays: values.RETENTION_TIMELINE_DAYS,
      auditDays: values.RETENTION_AUDIT_DAYS,
    },
    proxies: values.PROXIES,
    publicUrl: values.PUBLIC_URL ?? null,
    hosts: {
      base: values.BASE_HOST ?? null,
      site: values.SITE_HOST ?? null,
      validation: values.VALIDATION_HOST ?? null,
    },
    tls:
      values.TLS_CERT === undefined || values.TLS_KEY === undefined
        ? null
        : { cert: resolve(values.TLS_CERT), key: resolve(values.TLS_KEY) },
    dataLocation: values.DATA_LOCATION ?? null,
    corsOrigins: values.CORS_ORIGINS ?? [],
    artifactStore: artifactStoreOf(values),
    evidenceSecret: values.EVIDENCE_SECRET ?? null,
    transparency: {
      origin: values.LOG_ORIGIN ?? null,
      suggestedOrigin: (values.PUBLIC_URL && `${values.PUBLIC_URL.replace(/^https?:\/\//, '')}/log`) ?? null,
      witnesses: values.WITNESS_URLS ?? [],
    },
    sealer: sealerOf(values),
    timeAuthority: timeAuthorityOf(values),
    ...viesOf(values),
    ...peppolOf(values),
    peppolTrustAnchors: values.PEPPOL_TRUST_ANCHORS ?? null,
    skRegister:
      values.SK_REGISTER_KEY === undefined
        ? null
        : { url: values.SK_REGISTER_URL, key: values.SK_REGISTER_KEY, accounts: values.SK_REGISTER_ACCOUNTS },
    dnsServers: values.DNS_SERVERS ?? null,
    outboundAllow: values.OUTBOUND_ALLOW ?? [],
    partnerFolders: values.PARTNER_FOLDERS ?? null,
    secretsKey: values.SECRETS_KEY ?? null,
    smpAllowInsecure: values.SMP_ALLOW_INSECURE,
    thirdParty: {
      itbUrl: values.ITB_URL ?? null,
      phormUrl: values.PHORM_URL ?? null,
      phormToken: values.PHORM_TOKEN ?? null,
      timeLimit: values.THIRD_PARTY_SECONDS * 1_000,
      maxBytes: values.THIRD_PARTY_MAX_BYTES,
    },
    sftp: {
      port: values.SFTP_PORT ?? null,
      host: values.SFTP_HOST ?? values.HOST,
      root: resolve(values.SFTP_DIR ?? join(values.DATA_DIR, 'sftp')),
      quietMs: values.SFTP_QUIET_SECONDS * 1_000,
      halfFileMs: values.SFTP_HALF_FILE_HOURS * 3_600_000,
      maxFileBytes: values.SFTP_MAX_FILE_BYTES,
      quotaBytes: values.SFTP_QUOTA_BYTES,
      keepMs: values.RETENTION_SFTP_DAYS * 86_400_000,
    },
    chromiumPath: values.CHROMIUM_PATH ?? null,
    warmUp: values.WARM_UP === 'true',
    tracing:
      values.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
        ? null
        : { url: values.OTEL_EXPORTER_OTLP_ENDPOINT, ratio: values.OTEL_TRACES_SAMPLER_ARG },
    logLevel: values.LOG_LEVEL,
  };
}

/** Problems of variables that belong together. Those with a problem of their own are reported only once. */
function problemsTogether(environment: Variables, failed: readonly string[]): string[] {
  const others = Object.entries(environment).filter(([name]) => !failed.includes(name));
  const values = Environment.parse(Object.fromEntries(others));
  const problems = [...problemsOfSealing(values), ...problemsOfArtifactStore(values)];
  return problems.filter((line) => !line.split(/\W+/).some((word) => failed.includes(word)));
}

const problemsOfDatabase = ({ DATABASE_URL = '', DATABASE_DIRECT_URL = '' }: Variables): string[] =>
  DATABASE_DIRECT_URL !== '' && DATABASE_URL === ''
    ? ['DATABASE_DIRECT_URL is the same database as DATABASE_URL without its pooler: DATABASE_URL is needed beside it']
    : [];

function problemsOfTls({ TLS_CERT = '', TLS_KEY = '' }: Variables): string[] {
  if ((TLS_CERT === '') === (TLS_KEY === '')) return [];
  return [`${TLS_CERT === '' ? 'TLS_CERT' : 'TLS_KEY'} is needed beside ${TLS_CERT === '' ? 'TLS_KEY' : 'TLS_CERT'}`];
}

/** What processes must be given to share, since they share no supervisor. */
function problemsOfRoles({ DATABASE_URL = '', EVIDENCE_SECRET = '', ENVIRONMENT }: Variables): string[] {
  const problems: string[] = [];
  if (DATABASE_URL === '')
    problems.push('DATABASE_URL is needed with --run=; without --run= the service brings its own database');
  if (EVIDENCE_SECRET === '' && ENVIRONMENT === 'production') {
    problems.push(
      'EVIDENCE_SECRET is needed with --run= in production, the same for all processes: without it each machine seals signing keys with a secret of its own, and what it signs ends with its disk',
    );
  }
  return problems;
}

/** The configuration of this process as `describeConfiguration` tells it. */
export const describeOwnConfiguration = (): ReturnType<typeof describeConfiguration> =>
  describeConfiguration(process.env);

/** What a process that this one starts is given: the variables of this one, and others where it has none of the name. */
export const environmentWith = (others: Variables): Variables => ({ ...others, ...process.env });

/**
 * True when npm started this process. It does so through a shell, which dies of a signal and does not pass it on.
 */
export function isStartedByNpm(environment: Readonly<Record<string, string | undefined>> = process.env): boolean {
  return environment.npm_lifecycle_event !== undefined;
}

/**
 * What bodies may hold where nobody says it: an eighth of the memory that this process may have, where texts become
 * larger than their bytes; and at least two of the largest requests.
 */
function bodyMemoryOf(largest: number): number {
  const memory = Math.min(getHeapStatistics().heap_size_limit, process.constrainedMemory() || totalmem(), totalmem());
  return Math.max(Math.floor(memory / 8), 2 * largest);
}
