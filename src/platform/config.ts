import { totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { getHeapStatistics } from 'node:v8';
import type { z } from 'zod';
import { type ArtifactStoreConfig, artifactStoreOf, problemsOfArtifactStore } from './artifact-store-config.ts';
import { describeConfiguration } from './describe-configuration.ts';
import { Environment, type LOG_LEVELS } from './environment.ts';
import { peppolOf, viesOf } from './environment-defaults.ts';
import { findRoot } from './root.ts';
import { readSecretFiles } from './secret-files.ts';
import {
  problemsOfSealing,
  type SealerConfig,
  sealerOf,
  type TimeAuthorityConfig,
  timeAuthorityOf,
} from './signing-config.ts';
import { problemsOfDatabase, problemsOfRoles, problemsOfStart, problemsOfTls, type Roles } from './validate-config.ts';
import type { Plans } from './variables.ts';

/** Complete configuration of a process; the environment is not read anywhere else. */
export type Config = {
  /** Folder of package.json, which contains the rule sources and migrations. */
  readonly root: string;
  readonly host: string;
  readonly port: number;
  /** Listener of `/metrics`, separate from the public one; null: on the public listener. Port 0: any free port. */
  readonly metrics: { readonly host: string; readonly port: number } | null;
  /** Absolute path. */
  readonly dataDir: string;
  readonly environment: 'sandbox' | 'production';
  /** Null: embedded PostgreSQL below `dataDir`. */
  readonly databaseUrl: string | null;
  /** Address of the database that bypasses the connection pooler in `databaseUrl`; null: there is no pooler. */
  readonly databaseDirectUrl: string | null;
  /** Null: BullMQ on PostgreSQL. */
  readonly redisUrl: string | null;
  /** Calls without an API key per client address and UTC day; 0: no limit. */
  readonly publicDailyLimit: number;
  /** Calls per second per API key; 0: no limit. */
  readonly keyRateLimit: number;
  /** Default of the parameter `cii` of validations. */
  readonly cii: 'validate' | 'unsupported';
  /** Price of each plan in euros; null: the published prices. */
  readonly plans: z.output<typeof Plans> | null;
  readonly maxXmlBytes: number;
  /** Per synchronous request. */
  readonly maxBatchFiles: number;
  readonly maxBatchBytes: number;
  /** Per batch. */
  readonly maxQueuedFiles: number;
  /** Per batch, for both the uploaded and the unpacked size. */
  readonly maxQueuedBytes: number;
  /** Limits of one API process, above which it rejects requests (load shedding). */
  readonly pressure: {
    /** Maximum number of synchronous validations that run or wait. */
    readonly maxInline: number;
    /** Event loop delay, in milliseconds, above which synchronous validation is rejected. */
    readonly maxLag: number;
    /** Number of waiting jobs above which documents and batches are rejected. */
    readonly maxBacklog: number;
    /** Total bytes of request bodies held until their responses are sent. */
    readonly maxBodyMemory: number;
    /**
     * Maximum number of open event streams, long polls and incomplete bodies, per process, API key and client
     * address.
     */
    readonly maxOpen: number;
    readonly maxOpenPerKey: number;
    readonly maxOpenPerAddress: number;
  };
  /** Time in milliseconds during which new connections get 503 before the listener closes. */
  readonly drainMs: number;
  readonly validationLimits: {
    /** Validation threads per process; 0: half the processors, at least three. */
    readonly threads: number;
    /** Validation limits per file: time in milliseconds, heap of the thread in MiB. */
    readonly timeLimit: number;
    readonly memoryLimit: number;
  };
  readonly pdf: {
    /** PDF rendering limits: time per PDF in milliseconds, memory of all of Chromium in MiB. */
    readonly timeLimit: number;
    readonly memoryLimit: number;
  };
  /** Maximum size of an uploaded PDF. */
  readonly maxPdfBytes: number;
  /** Reference validator limits: time per file in milliseconds, heap of its process in MiB. */
  readonly reference: { readonly timeLimit: number; readonly memoryLimit: number };
  /** Concurrency per worker pool where it differs from `workers/pools.ts`; 0: the pool runs in other processes. */
  readonly pools: Readonly<Record<string, number>>;
  /** SFTP intake. */
  readonly sftp: {
    /** Port of the SFTP server; null: no server, the role only scans the folders. */
    readonly port: number | null;
    readonly host: string;
    /** Parent folder of the workspace folders. */
    readonly root: string;
    readonly quietMs: number;
    readonly halfFileMs: number;
    readonly maxFileBytes: number;
    /** Maximum size of a workspace's inbox. */
    readonly quotaBytes: number;
    readonly keepMs: number;
  };
  /**
   * Retention in days, after which content is erased; 0: never. Timelines, deliveries and the audit trail are removed
   * in whole months.
   */
  readonly retention: {
    readonly documentDays: number;
    readonly batchDays: number;
    readonly deliveryDays: number;
    readonly evidenceDays: number;
    readonly timelineDays: number;
    readonly auditDays: number;
  };
  /** Number of trusted reverse proxies; each appends the address of its client to X-Forwarded-For. */
  readonly proxies: number;
  /** Public base URL without a trailing slash; null: derived from the Host header of each request. */
  readonly publicUrl: string | null;
  /**
   * Hosts (with the port unless it is the scheme's default) that serve `/v1/…`, `/api/…` and the validation paths
   * exclusively.
   */
  readonly hosts: { readonly base: string | null; readonly site: string | null; readonly validation: string | null };
  /** PEM files for TLS in the API; null: the API serves HTTP behind a proxy that terminates TLS. */
  readonly tls: { readonly cert: string; readonly key: string } | null;
  /** Data location that the operator publishes, as free text; null: not published. */
  readonly dataLocation: string | null;
  /** Origins allowed to call the API from a browser; `*`: all. */
  readonly corsOrigins: readonly string[];
  /** Null: all artifacts are in the database. */
  readonly artifactStore: ArtifactStoreConfig | null;
  /** Encrypts the private keys that sign evidence; null: a generated secret in `dataDir`. */
  readonly evidenceSecret: string | null;
  readonly transparency: {
    /**
     * Name of the transparency log (its address without the scheme); null: the name recorded when the log was
     * created.
     */
    readonly origin: string | null;
    /** Name for a log that is created now; null: not known. */
    readonly suggestedOrigin: string | null;
    /** Witnesses that cosign checkpoints: address and verifier key. */
    readonly witnesses: readonly { readonly url: string; readonly key: string }[];
  };
  /** Null: reports are signed with a key that the service generates. */
  readonly sealer: SealerConfig | null;
  /** Null: log checkpoints are not timestamped. */
  readonly timeAuthority: TimeAuthorityConfig | null;
  /** Base URL of VIES over REST; null: the sandbox simulates VIES. */
  readonly viesUrl: string | null;
  /** VIES over SOAP, the fallback channel; null: no fallback. */
  readonly viesSoapUrl: string | null;
  /** DNS zones of the Peppol network, in lookup order; null: the sandbox simulates the network. */
  readonly peppolZones: readonly string[] | null;
  /** Base URL of the Peppol Directory; null: not used. */
  readonly peppolDirectoryUrl: string | null;
  /** File or folder with PEM certificates; null: certificate chains of SMPs are not verified. */
  readonly peppolTrustAnchors: string | null;
  /** Open data of the Slovak Financial Administration, with the operator's API key; null: not used. */
  readonly skRegister: {
    readonly url: string;
    readonly key: string;
    /** Whether the list of bank accounts is used; its licence forbids commercial use. */
    readonly accounts: boolean;
  } | null;
  /** Null: the system's DNS servers. */
  readonly dnsServers: readonly string[] | null;
  /** Private host names, addresses and CIDR blocks that outgoing requests may reach. */
  readonly outboundAllow: readonly string[];
  /** Parent folder of the workspaces' partner folders; null: no partner folders. */
  readonly partnerFolders: string | null;
  /** Encrypts webhook and partner secrets; null: they are stored unencrypted. */
  readonly secretsKey: string | null;
  readonly smpAllowInsecure: boolean;
  /**
   * External validator that callers may request; the first configured address is used. Without an address there is
   * none.
   */
  readonly thirdParty: {
    /** Domain of an ITB (Test Bed) validator, e.g. `https://www.itb.ec.europa.eu/vitb/rest/invoice`. */
    readonly itbUrl: string | null;
    /** Self-hosted Phorm instance and its access token. */
    readonly phormUrl: string | null;
    readonly phormToken: string | null;
    /** Timeout per exchange, in milliseconds. */
    readonly timeLimit: number;
    /** Larger files are not sent to it. */
    readonly maxBytes: number;
  };
  readonly chromiumPath: string | null;
  /** Whether the API starts its browser, threads and reference validator at startup. */
  readonly warmUp: boolean;
  /** Trace collector and sampling ratio from 0 to 1; null: tracing is off. */
  readonly tracing: { readonly url: string; readonly ratio: number } | null;
  readonly logLevel: (typeof LOG_LEVELS)[number];
};

/** Files per synchronous request and per batch. Their memory is limited by the `…_BYTES` variables. */
const MAX_BATCH_FILES = 100;
const MAX_QUEUED_FILES = 10_000;

/** Time limit for one PDF. */
const PDF_TIMEOUT_MS = 30_000;

/** Limits of one exchange with an external validator: the Test Bed takes minutes for megabytes. */
const THIRD_PARTY_TIMEOUT_MS = 20_000;
const THIRD_PARTY_MAX_BYTES = 2 * 1024 * 1024;

/** Age after which partial uploads are deleted. */
const SFTP_PARTIAL_TTL_MS = 24 * 3_600_000;

/** All problems of a configuration, one sentence each. */
export class ConfigProblems extends Error {
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(`The configuration has ${problems.length} problem(s):\n${problems.map((line) => `  - ${line}`).join('\n')}`);
    this.problems = problems;
  }
}

/** Context of the start that reads the configuration. */
type Start = {
  /** True: the process runs roles that share state with processes it did not start. */
  readonly alone?: boolean;
  /** Roles to start; null: all. Undefined when no role starts: only the variables are then checked. */
  readonly roles?: Roles;
  /** Other startup problems, reported together with those of the configuration. */
  readonly problems?: readonly string[];
};

export type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Reads the configuration (contract section 15).
 *
 * @param environment defaults to the environment of this process
 * @throws ConfigProblems with all problems at once
 */
export function readConfig(
  environment: Variables = process.env,
  { alone = false, roles, problems: others = [] }: Start = {},
): Config {
  const { variables, paths, failed: unread, problems: unreadable } = readSecretFiles(environment);
  const read = Environment.safeParse(variables);
  const failed = [...unread, ...(read.error?.issues ?? []).map(({ path }) => String(path[0]))];
  const combined = [
    ...(alone ? problemsOfRoles(variables) : []),
    ...problemsOfTls(variables),
    ...problemsOfDatabase(variables),
    ...(roles === undefined ? [] : problemsOfStart(variables, roles)),
    ...problemsTogether(variables, failed),
  ];
  const problems = [
    ...others,
    ...unreadable,
    ...(read.error?.issues ?? []).map((issue) => `${issue.path.join('.')} ${issue.message}`),
    // A variable that already failed is not reported again in a combination.
    ...combined.filter((line) => !line.split(/\W+/).some((word) => failed.includes(word))),
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
    cii: values.CII_VALIDATION === 'on' ? 'validate' : 'unsupported',
    plans: values.PLANS ?? null,
    maxXmlBytes: values.MAX_XML_BYTES,
    maxBatchFiles: MAX_BATCH_FILES,
    maxBatchBytes: values.MAX_BATCH_BYTES,
    maxQueuedFiles: MAX_QUEUED_FILES,
    maxQueuedBytes: values.MAX_QUEUED_BYTES,
    pressure: {
      maxInline: values.MAX_SYNC_REQUESTS,
      maxLag: values.MAX_LAG_MS,
      maxBacklog: values.MAX_BACKLOG,
      maxBodyMemory: values.MAX_BODY_MEMORY || bodyMemoryOf(values.MAX_BATCH_BYTES),
      maxOpen: values.MAX_OPEN,
      maxOpenPerKey: Math.ceil(values.MAX_OPEN / 10),
      maxOpenPerAddress: Math.ceil(values.MAX_OPEN / 4),
    },
    drainMs: values.DRAIN_SECONDS * 1_000,
    validationLimits: {
      threads: values.VALIDATION_THREADS,
      timeLimit: values.VALIDATION_SECONDS * 1_000,
      memoryLimit: values.VALIDATION_MEMORY_MIB,
    },
    pdf: { timeLimit: PDF_TIMEOUT_MS, memoryLimit: values.PDF_MEMORY_MIB },
    maxPdfBytes: values.MAX_PDF_BYTES,
    reference: { timeLimit: values.VALIDATION_SECONDS * 1_000, memoryLimit: values.VALIDATION_MEMORY_MIB },
    pools: values.WORKER_CONCURRENCY ?? {},
    retention: {
      documentDays: values.RETENTION_DOCUMENT_DAYS,
      batchDays: values.RETENTION_BATCH_DAYS,
      deliveryDays: values.RETENTION_DELIVERY_DAYS,
      evidenceDays: values.RETENTION_EVIDENCE_DAYS,
      timelineDays: values.RETENTION_TIMELINE_DAYS,
      auditDays: values.RETENTION_AUDIT_DAYS,
    },
    proxies: values.TRUSTED_PROXIES,
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
    sealer: sealerOf(values, paths.get('VAULT_TOKEN') ?? null),
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
      timeLimit: THIRD_PARTY_TIMEOUT_MS,
      maxBytes: THIRD_PARTY_MAX_BYTES,
    },
    sftp: {
      port: values.SFTP_PORT ?? null,
      host: values.SFTP_HOST ?? values.HOST,
      root: resolve(values.SFTP_DIR ?? join(values.DATA_DIR, 'sftp')),
      quietMs: values.SFTP_SETTLE_SECONDS * 1_000,
      halfFileMs: SFTP_PARTIAL_TTL_MS,
      maxFileBytes: values.MAX_QUEUED_BYTES,
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

/** Variables that each signing key and artifact store requires. */
function problemsTogether(environment: Variables, failed: readonly string[]): string[] {
  const others = Object.entries(environment).filter(([name]) => !failed.includes(name));
  const values = Environment.parse(Object.fromEntries(others));
  return [...problemsOfSealing(values), ...problemsOfArtifactStore(values)];
}

/** Configuration of this process as described by `describeConfiguration`. */
export const describeOwnConfiguration = (): ReturnType<typeof describeConfiguration> =>
  describeConfiguration(readSecretFiles(process.env).variables);

/** Environment of a child process: this process's variables, with `others` as defaults. */
export const environmentWith = (others: Variables): Variables => ({ ...others, ...process.env });

/** True when npm started this process. npm uses a shell, which terminates on a signal without forwarding it. */
export function isStartedByNpm(environment: Readonly<Record<string, string | undefined>> = process.env): boolean {
  return environment.npm_lifecycle_event !== undefined;
}

/**
 * Default for the memory of request bodies: an eighth of this process's memory limit, because decoded text is larger
 * than its bytes, and at least two requests of maximum size.
 */
function bodyMemoryOf(largest: number): number {
  const memory = Math.min(getHeapStatistics().heap_size_limit, process.constrainedMemory() || totalmem(), totalmem());
  return Math.max(Math.floor(memory / 8), 2 * largest);
}
