import type { Variable } from './environment.ts';

/** Sections of the configuration page, in its order. */
export const GROUPS = {
  required: 'Must be set in production',
  common: 'Common',
  limits: 'Advanced: limits',
  retention: 'Advanced: retention',
  evidence: 'Advanced: evidence, signing keys and time stamps',
  storage: 'Advanced: artifacts in a bucket',
  sources: 'Advanced: external sources',
  sftp: 'Advanced: SFTP',
  processes: 'Advanced: processes and network',
} as const;

/**
 * Row of the configuration table: related variables, their effect, and a description of the default where the value
 * alone is not clear.
 */
type ConfigurationRow = {
  readonly group: keyof typeof GROUPS;
  readonly variables: readonly Variable[];
  readonly effect: string;
  readonly defaults?: string;
};

export const CONFIGURATION: readonly ConfigurationRow[] = [
  {
    group: 'required',
    variables: ['ENVIRONMENT'],
    effect: '`sandbox` or `production`. In production only keys created by an administrator are accepted.',
  },
  {
    group: 'required',
    variables: ['DATABASE_URL'],
    defaults: 'embedded PostgreSQL',
    effect:
      'PostgreSQL 15 or newer. The user must own the database and may create roles; otherwise an administrator runs `create role einvoice_scoped nologin; grant einvoice_scoped to <user>` first.',
  },
  {
    group: 'required',
    variables: ['EVIDENCE_SECRET'],
    defaults: 'generated in `DATA_DIR`',
    effect:
      'At least 32 characters. Encrypts the keys that sign evidence. Processes with the same secret sign with the same key. Required with `--run=` in production.',
  },
  {
    group: 'required',
    variables: ['SECRETS_KEY'],
    effect:
      'At least 32 characters, the same for all processes. Encrypts webhook and partner secrets, SFTP host keys and artifact keys in the database.',
  },
  {
    group: 'required',
    variables: ['PUBLIC_URL'],
    effect:
      'Public address of the service, used for absolute links and for the name of the transparency log. Shared caches store pages only when it is set.',
  },
  {
    group: 'required',
    variables: ['TRUSTED_PROXIES'],
    effect:
      'Number of trusted reverse proxies. The client address is taken from `X-Forwarded-For` accordingly; with 0 the header is ignored.',
  },
  {
    group: 'required',
    variables: ['METRICS_PORT', 'METRICS_HOST'],
    effect:
      'Separate address for `/metrics`, `/healthz` and `/readyz`, so that metrics are not served publicly. Each process started with `--run=` needs its own port. Unset: metrics are served on the main port, and a proxy must block them.',
  },
  { group: 'common', variables: ['PORT', 'HOST'], effect: 'Address that the API listens on.' },
  {
    group: 'common',
    variables: ['DATA_DIR'],
    effect: 'Folder of the embedded PostgreSQL, installed rule packs and the generated evidence secret.',
  },
  {
    group: 'common',
    variables: ['REDIS_URL'],
    effect: 'Runs the queue (BullMQ) on Redis or Valkey instead of PostgreSQL.',
  },
  { group: 'common', variables: ['LOG_LEVEL'], effect: 'Level of the JSON logs. Logs never contain invoice content.' },
  {
    group: 'common',
    variables: ['OUTBOUND_ALLOW'],
    effect:
      'Private addresses, address blocks and host names that outgoing requests may reach. All others are blocked.',
  },
  {
    group: 'common',
    variables: ['TLS_CERT', 'TLS_KEY'],
    effect:
      'PEM files (certificate with chain, private key) for TLS 1.3 in the API itself. Renewed files are loaded within 30 seconds. Unset: plain HTTP behind a proxy that terminates TLS.',
  },
  {
    group: 'common',
    variables: ['CORS_ORIGINS'],
    effect: 'Origins whose pages may call the API from a browser, separated by commas; `*` allows all.',
  },
  {
    group: 'common',
    variables: ['PUBLIC_DAILY_LIMIT'],
    effect: 'Files per day and client address without a key. Malformed requests do not count. 0: no limit.',
  },
  {
    group: 'common',
    variables: ['KEY_RATE_LIMIT'],
    effect: 'Requests per second and key, across all API processes. 0: no limit.',
  },
  {
    group: 'common',
    variables: ['CII_VALIDATION'],
    effect:
      '`on`: Cross Industry Invoices (CII) are validated without the parameter `cii=validate`. A workspace can override it (`PATCH /api/workspace`).',
  },
  {
    group: 'common',
    variables: ['PLANS'],
    defaults: 'published prices',
    effect: 'JSON that replaces the published price plans.',
  },
  {
    group: 'common',
    variables: ['DATA_LOCATION'],
    effect: 'Location of the data as shown at `/status`, for example `Bratislava, Slovensko`.',
  },
  {
    group: 'common',
    variables: ['MAX_XML_BYTES', 'MAX_PDF_BYTES'],
    effect: 'Largest XML invoice and largest PDF, in bytes.',
  },
  {
    group: 'common',
    variables: ['RETENTION_DOCUMENT_DAYS', 'RETENTION_BATCH_DAYS', 'RETENTION_EVIDENCE_DAYS'],
    effect: 'Days after which content is erased; 0: never. Timelines are not affected.',
  },
  {
    group: 'common',
    variables: ['ARTIFACT_STORE'],
    effect:
      'Store for evidence, PDFs and pages of 32 KiB and more: `database`, `file` (the folder `DATA_DIR/artifacts`, shared by all processes) or `s3`. Files and objects are encrypted with a key per workspace ([details](../src/modules/documents/artifact-store/README.md)) and need `SECRETS_KEY`. Existing artifacts stay in the store that holds them.',
  },
  {
    group: 'common',
    variables: ['LOG_ORIGIN'],
    defaults: '`PUBLIC_URL` without its scheme + `/log`',
    effect:
      'Name of the [transparency log](../src/modules/evidence/transparency/README.md). Immutable: the service refuses to start when it changes.',
  },
  {
    group: 'common',
    variables: ['PEPPOL_TRUST_ANCHORS'],
    effect:
      'File or folder with the PEM certificates of the Peppol network. Set it in production: without it certificate chains of SMPs are reported as `not_checked`. Revocation is not checked.',
  },
  {
    group: 'common',
    variables: ['SK_REGISTER_KEY'],
    effect: 'API key for the Slovak tax register, a second source (`national=true`).',
  },
  {
    group: 'common',
    variables: ['SFTP_PORT', 'SFTP_DIR'],
    defaults: 'unset, `DATA_DIR`/sftp',
    effect:
      'Port and folder of the [SFTP server](guides/sftp.md). A port also starts the role `sftp` unless `--run` selects other roles.',
  },
  {
    group: 'common',
    variables: ['OTEL_EXPORTER_OTLP_ENDPOINT'],
    effect: 'Base address of an OTLP/HTTP collector for traces ([attributes](../deploy/README.md#traces)).',
  },
  {
    group: 'limits',
    variables: ['MAX_BATCH_BYTES'],
    effect: 'Largest request to `/api/validate`, which takes at most 100 files.',
  },
  {
    group: 'limits',
    variables: ['MAX_QUEUED_BYTES'],
    effect: 'Largest request to `/api/batches`, which takes at most 10,000 files, and largest file by SFTP.',
  },
  {
    group: 'limits',
    variables: ['MAX_SYNC_REQUESTS', 'MAX_LAG_MS', 'MAX_BACKLOG'],
    effect:
      'Load shedding: the API returns 503 above this many concurrent synchronous requests, this event loop delay in milliseconds, or this many waiting jobs. A workspace may have at most four times as many waiting jobs as there is room left.',
  },
  {
    group: 'limits',
    variables: ['MAX_BODY_MEMORY'],
    defaults: 'one eighth of the memory, at least two of the largest requests',
    effect:
      'Bytes of request bodies in memory above which further large requests get 503. Bodies up to 256 KB always pass.',
  },
  {
    group: 'limits',
    variables: ['MAX_OPEN'],
    effect:
      'Open event streams, long polls and unfinished request bodies per API process: above it the API returns 503. One key may have a tenth of them and one client address a quarter; above that the API returns 429.',
  },
  {
    group: 'limits',
    variables: ['VALIDATION_THREADS', 'VALIDATION_SECONDS', 'VALIDATION_MEMORY_MIB'],
    defaults: '0 (number of cores), 20, 1024',
    effect:
      'Validation and HTML rendering: threads, processor seconds per file for all attempts together, and memory per file in MiB. With much less memory than the default, a file of several megabytes may end the whole process instead of its thread; the process is restarted. Seconds and memory also limit the [reference validator](../src/modules/validation/reference-validator/README.md).',
  },
  {
    group: 'limits',
    variables: ['PDF_MEMORY_MIB'],
    effect: 'Memory of all processes of Chromium, in MiB. One PDF may take 30 seconds.',
  },
  {
    group: 'retention',
    variables: ['RETENTION_DELIVERY_DAYS', 'RETENTION_TIMELINE_DAYS', 'RETENTION_AUDIT_DAYS'],
    effect:
      'Minimum days to keep webhook deliveries, timelines of erased documents, and the audit trail. [Monthly partitions](../deploy/README.md#what-grows) are dropped once their last day is older. 0: never.',
  },
  {
    group: 'evidence',
    variables: ['EVIDENCE_SEALER', 'EVIDENCE_SEALER_SIGNS'],
    effect:
      'Holder of the signing key: the service (`local`), the transit engine of HashiCorp Vault or OpenBao (`vault`), or a remote seal provider (`csc`, CSC API v2). What it signs: `reports`, or `all` (also totals, preflights and results).',
  },
  {
    group: 'evidence',
    variables: ['VAULT_ADDR', 'VAULT_TRANSIT_KEY', 'VAULT_TOKEN', 'VAULT_NAMESPACE'],
    effect:
      'Key in Vault: address, mount and name (`transit/evidence`, type ed25519 or ecdsa-p256), and a token with `read` on the key and `update` on `sign` (and `rotate`), or with `VAULT_TOKEN_FILE` the path of a file in which an agent renews it.',
  },
  {
    group: 'evidence',
    variables: ['CSC_URL', 'CSC_TOKEN_URL', 'CSC_CLIENT_ID', 'CSC_CLIENT_SECRET', 'CSC_CREDENTIAL_ID', 'CSC_PIN'],
    effect:
      'Remote seal provider: base URL of the API, URL of its token endpoint when different, client credentials, the credential (P-256) and its PIN.',
  },
  {
    group: 'evidence',
    variables: ['TSA_URL', 'TSA_CA', 'TSA_POLICY', 'TSA_USER', 'TSA_PASSWORD'],
    effect:
      'Time stamp authority for checkpoints of the log (RFC 3161), used hourly: URL, PEM file of trusted certificates (required with `ENVIRONMENT=production`), policy, user, password.',
  },
  {
    group: 'evidence',
    variables: ['WITNESS_URLS'],
    effect:
      'Witnesses that cosign checkpoints of the log (C2SP tlog-witness): `<url> <verifier key>`, separated by commas.',
  },
  {
    group: 'storage',
    variables: [
      'S3_ENDPOINT',
      'S3_REGION',
      'S3_BUCKET',
      'S3_ACCESS_KEY_ID',
      'S3_SECRET_ACCESS_KEY',
      'S3_FORCE_PATH_STYLE',
    ],
    defaults: 'Amazon S3, `us-east-1`, unset, unset, unset, `false`',
    effect:
      'S3-compatible bucket: endpoint, region, name, and a key that may get, put, delete and list objects. Most self-hosted stores need `S3_FORCE_PATH_STYLE=true`. Add a private address to `OUTBOUND_ALLOW`.',
  },
  {
    group: 'sources',
    variables: ['VIES_URL', 'VIES_SOAP_URL'],
    defaults: 'production: VIES',
    effect:
      'Endpoints of VIES. A sandbox without them answers from a simulation labelled `VIES-SANDBOX`; numbers that end in 999 and a VIES test code, such as `SK1000999301`, produce the error of that code.',
  },
  {
    group: 'sources',
    variables: ['SK_REGISTER_URL', 'SK_REGISTER_ACCOUNTS'],
    effect:
      'Address of the Slovak tax register, and whether its published bank accounts are used (`accounts=true` of a preflight). The account lists are licensed CC BY-NC-ND: opt-in, queried live, never stored.',
  },
  {
    group: 'sources',
    variables: ['PEPPOL_ZONE', 'PEPPOL_DIRECTORY_URL', 'DNS_SERVERS'],
    defaults: 'production: the Peppol network',
    effect:
      'Peppol look-up: DNS zones, Peppol Directory, DNS servers. A sandbox without a zone answers from a simulation (`0245:0000000001` to `…5`).',
  },
  {
    group: 'sources',
    variables: ['SMP_ALLOW_INSECURE'],
    effect: 'Allows plain HTTP to SMPs. For tests only.',
  },
  {
    group: 'sources',
    variables: ['ITB_URL', 'PHORM_URL', 'PHORM_TOKEN'],
    effect:
      'External validators for `/api/validate/official`. They receive a file of at most 2 MiB, only with the consent of the caller, and have 20 seconds.',
  },
  {
    group: 'sources',
    variables: ['PARTNER_FOLDERS'],
    effect:
      'Absolute path of the folders of partners of the kind `folder`, one subfolder per workspace id. API and workers must share it.',
  },
  {
    group: 'sftp',
    variables: ['SFTP_HOST'],
    defaults: '`HOST`',
    effect: 'Address that the SFTP server listens on.',
  },
  {
    group: 'sftp',
    variables: ['SFTP_QUOTA_BYTES'],
    effect: 'Quota of the inbox of one workspace.',
  },
  {
    group: 'sftp',
    variables: ['SFTP_SETTLE_SECONDS', 'RETENTION_SFTP_DAYS'],
    effect:
      'Seconds without a change after which a file is processed that was not closed through this server, and days until results and originals are deleted (0: never). Partial uploads are deleted after 24 hours.',
  },
  {
    group: 'processes',
    variables: ['DATABASE_DIRECT_URL'],
    defaults: '`DATABASE_URL`',
    effect:
      'The same database without the pooler that `DATABASE_URL` names (PgBouncer in transaction mode), for migrations, notifications and the queue.',
  },
  {
    group: 'processes',
    variables: ['BASE_HOST', 'VALIDATION_HOST', 'SITE_HOST'],
    effect:
      'Separate hosts for `/v1/…`, for validation (`/api/validate`, `/api/validate-file`, `/api/validate/official`) and for everything else. Each serves only that, plus the pages of problems and rules; the validation host also serves the batches of its files. A proxy must pass `Host` unchanged.',
  },
  {
    group: 'processes',
    variables: ['DRAIN_SECONDS'],
    effect:
      'Minimum seconds after SIGTERM during which new connections get 503 before they are refused; 0 when a proxy removes the process first.',
  },
  {
    group: 'processes',
    variables: ['WORKER_CONCURRENCY'],
    defaults: 'see [pools](../workers/pools.ts)',
    effect: 'Concurrent jobs per pool, for example `cpu=4,network=32`. A pool with 0 is left to other processes.',
  },
  {
    group: 'processes',
    variables: ['CHROMIUM_PATH'],
    defaults: 'packaged',
    effect: 'Chromium executable that renders PDFs.',
  },
  {
    group: 'processes',
    variables: ['WARM_UP'],
    effect:
      'Starts Chromium, the reference validator and all threads before the first request. `false` saves memory. Skipped below 1 GiB of memory (cgroup), which is the minimum for all roles in one process.',
  },
  {
    group: 'processes',
    variables: ['OTEL_TRACES_SAMPLER_ARG'],
    effect: 'Sampled share of traces, 0 to 1.',
  },
];
