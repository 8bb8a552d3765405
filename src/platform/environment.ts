import { z } from 'zod';
import { isAllowable } from './http/address-guard.ts';
import {
  counts,
  databaseUrl,
  flag,
  host,
  isBucket,
  isDnsServer,
  isOrigin,
  isPlain,
  listening,
  optional,
  plans,
  port,
  printable,
  redisUrl,
  secret,
  url,
  webUrl,
  whole,
} from './variables.ts';

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** All environment variables that are read (contract section 15), with format and default. */
export const Environment = z.object({
  PORT: whole(8080, 0, 65_535),
  HOST: optional(listening.default('127.0.0.1')),
  METRICS_PORT: optional(port.optional()),
  METRICS_HOST: optional(listening.default('127.0.0.1')),
  DATA_DIR: optional(z.string().default('./.data')),
  ENVIRONMENT: optional(z.enum(['sandbox', 'production'], 'must be sandbox or production').default('sandbox')),
  DATABASE_URL: secret(databaseUrl),
  DATABASE_DIRECT_URL: secret(databaseUrl),
  REDIS_URL: secret(redisUrl),
  PUBLIC_DAILY_LIMIT: whole(50, 0, 1_000_000_000),
  KEY_RATE_LIMIT: whole(50, 0, 1_000_000),
  CII_VALIDATION: optional(z.enum(['on', 'off'], 'must be on or off').default('off')),
  PLANS: optional(plans.optional()),
  MAX_XML_BYTES: whole(10 * 1024 * 1024, 1_024, 1024 * 1024 * 1024),
  MAX_BATCH_BYTES: whole(50 * 1024 * 1024, 1_024, 1024 * 1024 * 1024),
  MAX_QUEUED_BYTES: whole(512 * 1024 * 1024, 1_024, 64 * 1024 * 1024 * 1024),
  MAX_SYNC_REQUESTS: whole(64, 1, 10_000),
  MAX_LAG_MS: whole(500, 10, 60_000),
  MAX_BACKLOG: whole(25_000, 1, 1_000_000_000),
  MAX_BODY_MEMORY: whole(0, 0, 64 * 1024 * 1024 * 1024),
  MAX_OPEN: whole(2_000, 1, 1_000_000),
  DRAIN_SECONDS: whole(5, 0, 25),
  VALIDATION_THREADS: whole(0, 0, 256),
  VALIDATION_SECONDS: whole(20, 1, 600),
  VALIDATION_MEMORY_MIB: whole(1_024, 128, 65_536),
  PDF_MEMORY_MIB: whole(1_024, 128, 65_536),
  MAX_PDF_BYTES: whole(20 * 1024 * 1024, 1_024, 1024 * 1024 * 1024),
  WORKER_CONCURRENCY: optional(counts.optional()),
  RETENTION_DOCUMENT_DAYS: whole(365, 0, 36_500),
  RETENTION_BATCH_DAYS: whole(30, 0, 36_500),
  RETENTION_DELIVERY_DAYS: whole(30, 0, 36_500),
  RETENTION_EVIDENCE_DAYS: whole(0, 0, 36_500),
  RETENTION_TIMELINE_DAYS: whole(0, 0, 36_500),
  RETENTION_AUDIT_DAYS: whole(0, 0, 36_500),
  TRUSTED_PROXIES: whole(0, 0, 10),
  PUBLIC_URL: optional(
    url('http', 'https')
      .refine(isPlain, 'must be an address such as https://invoices.example')
      .transform((text) => text.replace(/(?<!\/)\/+$/, ''))
      .optional(),
  ),
  BASE_HOST: optional(host.optional()),
  SITE_HOST: optional(host.optional()),
  VALIDATION_HOST: optional(host.optional()),
  TLS_CERT: optional(z.string().optional()),
  TLS_KEY: optional(z.string().optional()),
  DATA_LOCATION: optional(
    z.string().trim().min(1, 'must say something').max(120, 'must have at most 120 characters').optional(),
  ),
  CORS_ORIGINS: optional(
    z
      .string()
      .transform((text) => text.split(',').map((origin) => origin.trim()))
      .refine(
        (origins) => origins.every((origin) => origin === '*' || isOrigin(origin)),
        'must be a list of origins such as https://app.example, separated by commas, or *',
      )
      .optional(),
  ),
  LOG_ORIGIN: optional(
    z
      .string()
      .regex(/^[^\s+:/]+(:\d+)?(\/[^\s+]*)?$/, 'must be an address without https://, such as api.example/log')
      .optional(),
  ),
  WITNESS_URLS: optional(
    z
      .string()
      .transform((text) => text.split(',').map((entry) => entry.trim().split(/\s+/)))
      .refine(
        (entries) => entries.every((entry) => entry.length === 2 && /^https?:\/\//.test(entry[0]!)),
        'must be addresses of witnesses, each with its verifier key behind a blank, separated by commas',
      )
      .transform((entries) => entries.map(([url = '', key = '']) => ({ url, key })))
      .optional(),
  ),
  ARTIFACT_STORE: optional(z.enum(['database', 'file', 's3'], 'must be database, file or s3').default('database')),
  S3_ENDPOINT: optional(webUrl.optional()),
  S3_REGION: optional(printable.default('us-east-1')),
  S3_BUCKET: optional(z.string().refine(isBucket, 'must be the name of a bucket').optional()),
  S3_ACCESS_KEY_ID: secret(printable),
  S3_SECRET_ACCESS_KEY: secret(printable),
  S3_FORCE_PATH_STYLE: flag,
  EVIDENCE_SECRET: secret(z.string().min(32, 'must have at least 32 characters')),
  EVIDENCE_SEALER: optional(z.enum(['local', 'vault', 'csc'], 'must be local, vault or csc').default('local')),
  EVIDENCE_SEALER_SIGNS: optional(z.enum(['reports', 'all'], 'must be reports or all').default('reports')),
  VAULT_ADDR: optional(webUrl.optional()),
  VAULT_TRANSIT_KEY: optional(
    z
      .string()
      .regex(/^[\w.-]+(\/[\w.-]+)+$/, 'must be a mount and a key, such as transit/evidence')
      .optional(),
  ),
  VAULT_TOKEN: secret(printable),
  VAULT_NAMESPACE: optional(printable.optional()),
  CSC_URL: optional(webUrl.optional()),
  CSC_TOKEN_URL: optional(webUrl.optional()),
  CSC_CLIENT_ID: optional(printable.optional()),
  CSC_CLIENT_SECRET: secret(printable),
  CSC_CREDENTIAL_ID: optional(printable.optional()),
  CSC_PIN: secret(printable),
  TSA_URL: optional(webUrl.optional()),
  TSA_CA: optional(z.string().optional()),
  TSA_POLICY: optional(
    z
      .string()
      .regex(/^[0-2](\.(0|[1-9]\d*))+$/, 'must be an object identifier such as 1.3.6.1.4.1.99999.1')
      .optional(),
  ),
  TSA_USER: optional(printable.optional()),
  TSA_PASSWORD: secret(printable),
  VIES_URL: optional(webUrl.optional()),
  VIES_SOAP_URL: optional(webUrl.optional()),
  SK_REGISTER_URL: optional(webUrl.default('https://iz.opendata.financnasprava.sk/api')),
  SK_REGISTER_KEY: secret(printable),
  SK_REGISTER_ACCOUNTS: flag,
  PEPPOL_ZONE: optional(
    z
      .string()
      .regex(
        /^[a-z0-9-]+(\.[a-z0-9-]+)+(\s*,\s*[a-z0-9-]+(\.[a-z0-9-]+)+)*$/i,
        'must be DNS zones, separated by commas',
      )
      .transform((text) => text.split(',').map((zone) => zone.trim().toLowerCase()))
      .optional(),
  ),
  PEPPOL_DIRECTORY_URL: optional(webUrl.optional()),
  PEPPOL_TRUST_ANCHORS: optional(z.string().optional()),
  DNS_SERVERS: optional(
    z
      .string()
      .transform((text) => text.split(',').map((address) => address.trim()))
      .refine((addresses) => addresses.every(isDnsServer), 'must be a list of IP addresses, separated by commas')
      .optional(),
  ),
  OUTBOUND_ALLOW: optional(
    z
      .string()
      .transform((text) => text.split(',').map((entry) => entry.trim()))
      .refine(
        (entries) => entries.every(isAllowable),
        'must be a list of addresses, blocks such as 10.0.0.0/8 and host names, separated by commas',
      )
      .optional(),
  ),
  PARTNER_FOLDERS: optional(
    z
      .string()
      .refine((path) => path.startsWith('/'), 'must be an absolute path')
      .optional(),
  ),
  SECRETS_KEY: secret(z.string().min(32, 'must have at least 32 characters')),
  SMP_ALLOW_INSECURE: flag,
  ITB_URL: optional(webUrl.optional()),
  PHORM_URL: optional(webUrl.optional()),
  PHORM_TOKEN: secret(z.string().regex(/^[\x21-\x7e]{1,1000}$/, 'must be printable, without spaces')),
  CHROMIUM_PATH: optional(z.string().optional()),
  WARM_UP: optional(z.enum(['true', 'false'], 'must be true or false').default('true')),
  SFTP_PORT: optional(port.optional()),
  SFTP_HOST: optional(listening.optional()),
  SFTP_DIR: optional(z.string().optional()),
  SFTP_SETTLE_SECONDS: whole(60, 0, 86_400),
  SFTP_QUOTA_BYTES: whole(4 * 1024 * 1024 * 1024, 1_024, 1024 * 1024 * 1024 * 1024),
  RETENTION_SFTP_DAYS: whole(30, 0, 36_500),
  LOG_LEVEL: optional(z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).default('info')),
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(webUrl.optional()),
  OTEL_TRACES_SAMPLER_ARG: optional(
    z
      .string()
      .regex(/^(0(\.\d{1,6})?|1(\.0{1,6})?)$/, 'must be a number from 0 to 1')
      .transform(Number)
      .default(1),
  ),
});

export type Variable = keyof typeof Environment.shape;

/** Names of all variables that are read, except `<secret>_FILE`. */
export const VARIABLES = Object.keys(Environment.shape) as readonly Variable[];

/** Variables that contain a secret. Each can be set as `<name>_FILE` instead. */
export const SECRETS = VARIABLES.filter((name) => Environment.shape[name].meta()?.secret === true);

/** `EVIDENCE_SECRET_FILE` for `EVIDENCE_SECRET`: the path of a file with the secret. */
export const fileVariableOf = (secret: Variable): string => `${secret}_FILE`;
