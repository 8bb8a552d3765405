import type { VARIABLES } from './environment.ts';

type Variable = (typeof VARIABLES)[number];

/**
 * Row of the configuration table: related variables, their effect, and a description of the default where the value
 * alone is not clear.
 */
type ConfigurationRow = {
  readonly variables: readonly Variable[];
  readonly says: string;
  readonly defaults?: string;
};

export const CONFIGURATION: readonly ConfigurationRow[] = [
  { variables: ['PORT', 'HOST'], says: 'where it listens' },
  {
    variables: ['METRICS_PORT', 'METRICS_HOST'],
    says: 'an address of its own for `/metrics`, which then is nowhere else, with `/healthz` and `/readyz`; each process that `--run=` starts needs its own; unset: beside everything else, for a proxy to keep from the public',
  },
  { variables: ['DATA_DIR'], says: 'the embedded PostgreSQL, installed rule packs, the evidence secret' },
  { variables: ['ENVIRONMENT'], says: '`production`: only keys that were made' },
  {
    variables: ['DATABASE_URL'],
    defaults: 'embedded',
    says: 'a PostgreSQL of yours, 15 or newer; its user owns the database and may make roles, or an administrator ran `create role einvoice_scoped nologin; grant einvoice_scoped to <user>`',
  },
  {
    variables: ['DATABASE_DIRECT_URL'],
    defaults: '`DATABASE_URL`',
    says: 'the same database without the pooler (PgBouncer in transaction mode) that `DATABASE_URL` names: for migrations, notifications and the queue',
  },
  { variables: ['REDIS_URL'], says: 'BullMQ on Redis instead of PostgreSQL' },
  {
    variables: ['PUBLIC_URL'],
    says: 'the address that people reach it by, for absolute links; without it no shared cache keeps the pages',
  },
  {
    variables: ['BASE_HOST', 'VALIDATION_HOST', 'SITE_HOST'],
    says: 'hosts of their own, such as `api.example`, for `/v1/…`, for validation (`/api/validate`, `/api/validate-file`, `/api/validate/official`) and for all else; such a host serves nothing but that, the batches at which a file is followed that was sent for validation, and what explains problems and rules. A proxy before it passes `Host` on',
  },
  {
    variables: ['TLS_CERT', 'TLS_KEY'],
    says: 'files in PEM (the certificate with its chain, its key) with which the API speaks TLS 1.3 itself; a renewed pair is taken up within 30 seconds. Unset: HTTP, for a proxy that speaks TLS',
  },
  {
    variables: ['DATA_LOCATION'],
    says: 'where data is kept, as `/status` shows it in the operator’s words, such as `Bratislava, Slovensko`',
  },
  {
    variables: ['PUBLIC_DAILY_LIMIT'],
    says: 'files a day without a key, per client address; what is refused as malformed counts as none; 0: no limit',
  },
  {
    variables: ['KEY_RATE_LIMIT'],
    says: 'requests a second with one key, over all API processes; 0: no limit',
  },
  { variables: ['PLANS'], defaults: 'published prices', says: 'JSON that replaces them' },
  {
    variables: ['PROXIES'],
    says: 'how many proxies of yours stand before it: whose word in `X-Forwarded-For` is the client’s address',
  },
  {
    variables: ['CORS_ORIGINS'],
    says: 'origins whose pages may call from a browser, separated by commas; `*`: all',
  },
  { variables: ['MAX_XML_BYTES'], says: 'the largest file' },
  { variables: ['MAX_BATCH_FILES', 'MAX_BATCH_BYTES'], says: 'the largest request to `/api/validate`' },
  { variables: ['MAX_QUEUED_FILES', 'MAX_QUEUED_BYTES'], says: 'the largest request to `/api/batches`' },
  {
    variables: ['MAX_INLINE', 'MAX_LAG_MS', 'MAX_BACKLOG'],
    says: 'when requests are turned away with 503: answered at once, event loop in milliseconds, jobs that wait (of which one workspace may have four times as many as there is still room for)',
  },
  {
    variables: ['MAX_BODY_MEMORY'],
    defaults: 'an eighth of the memory, two of the largest requests at least',
    says: 'bytes that the bodies of requests may hold together before further large ones are turned away with 503; up to 256 KB always pass',
  },
  {
    variables: ['MAX_OPEN', 'MAX_OPEN_PER_KEY', 'MAX_OPEN_PER_ADDRESS'],
    says: 'event streams, long polls and unfinished request bodies that may be open at once: in an API process (then 503), with one key and from one client address (then 429)',
  },
  {
    variables: ['DRAIN_SECONDS'],
    says: 'how long the API answers new connections with 503 after SIGTERM before it refuses them, at least; 0 where a proxy has removed the process before',
  },
  {
    variables: ['JUDGING_THREADS', 'JUDGING_SECONDS', 'JUDGING_MEMORY_MIB'],
    defaults: '0 (by cores), 20, 1024',
    says: 'what one file may cost before it is given up, judged or made into a page: threads, seconds of processor time for all attempts together, memory',
  },
  {
    variables: ['POOLS'],
    defaults: 'see [pools](workers/pools.ts)',
    says: 'jobs at once, such as `cpu=4,network=32`; a pool with 0 is left to other processes',
  },
  {
    variables: ['RETENTION_DOCUMENT_DAYS', 'RETENTION_BATCH_DAYS', 'RETENTION_EVIDENCE_DAYS'],
    says: 'when content is erased; 0: never. Timelines stay',
  },
  {
    variables: ['RETENTION_DELIVERY_DAYS', 'RETENTION_TIMELINE_DAYS', 'RETENTION_AUDIT_DAYS'],
    says: 'how long deliveries to webhooks, timelines of documents whose content is erased, and the audit trail are kept at least: [a month](deploy/README.md#what-grows) is dropped when its last day is so long ago; 0: never',
  },
  {
    variables: ['EVIDENCE_SECRET'],
    defaults: 'one made in `DATA_DIR`',
    says: 'at least 32 characters that seal the keys which sign evidence; machines that share it sign with one key; needed with `--run=` in production',
  },
  {
    variables: ['LOG_ORIGIN', 'WITNESS_URLS'],
    defaults: '`PUBLIC_URL` without its scheme + `/log`, none',
    says: 'the name of the [transparency log](src/modules/evidence/transparency/README.md), for ever: a start with another `LOG_ORIGIN` is refused, another `PUBLIC_URL` changes nothing; and who signs its checkpoints (C2SP tlog-witness): addresses, each with its verifier key behind a blank, separated by commas',
  },
  {
    variables: ['EVIDENCE_SEALER', 'EVIDENCE_SEALER_SIGNS', 'EVIDENCE_SEALER_SECONDS'],
    says: 'who holds the key that signs reports: the service (`local`), a transit engine of HashiCorp Vault or OpenBao (`vault`), or a provider of remote seals (`csc`, CSC API v2); what it signs (`reports`, or `all`, with sums, preflights and results); how long one signature may take. Private addresses of theirs go into `OUTBOUND_ALLOW`',
  },
  {
    variables: ['VAULT_ADDR', 'VAULT_TRANSIT_KEY', 'VAULT_TOKEN', 'VAULT_TOKEN_FILE', 'VAULT_NAMESPACE'],
    says: 'the key in Vault: address, mount and name (`transit/evidence`, of type ed25519 or ecdsa-p256), and a token with `read` on its key and `update` on `sign` (and `rotate`), or a file with one that an agent renews',
  },
  {
    variables: ['CSC_URL', 'CSC_TOKEN_URL', 'CSC_CLIENT_ID', 'CSC_CLIENT_SECRET', 'CSC_CREDENTIAL_ID', 'CSC_PIN'],
    says: 'the seal at a provider: base address of its API, that of its tokens where it is another, the client, and the credential (P-256) with what opens it',
  },
  {
    variables: ['TSA_URL', 'TSA_CA', 'TSA_POLICY', 'TSA_USER', 'TSA_PASSWORD', 'TSA_MINUTES'],
    says: 'an authority that stamps checkpoints of the log with its time (RFC 3161): its address, a PEM file with the certificates that its chain must lead to (needed with `ENVIRONMENT=production`), the policy to ask for, name and password, minutes between stamps',
  },
  {
    variables: ['ARTIFACT_STORE'],
    says: 'where evidence, PDFs and pages of 32 KiB and more are kept: in the `database`, in the folder `DATA_DIR/artifacts` (`file`, the same for all processes) or in a bucket (`s3`), there encrypted under a key of each workspace ([how](src/modules/documents/artifact-store/README.md)); what is kept stays where it was put. `file` and `s3` need `SECRETS_KEY`',
  },
  {
    variables: [
      'S3_ENDPOINT',
      'S3_REGION',
      'S3_BUCKET',
      'S3_ACCESS_KEY_ID',
      'S3_SECRET_ACCESS_KEY',
      'S3_FORCE_PATH_STYLE',
    ],
    defaults: 'Amazon’s, `us-east-1`, unset, unset, unset, `false`',
    says: 'the bucket: address of an S3-compatible store, its region, and a key that may get, put, delete and list objects; with `S3_FORCE_PATH_STYLE=true` the bucket is asked for by path instead of host name, as most stores of one’s own want it. A private address goes into `OUTBOUND_ALLOW`',
  },
  {
    variables: ['SECRETS_KEY'],
    says: 'at least 32 characters that seal the secrets of webhooks and partners, the host keys of SFTP and the keys of artifacts in the database; the same for all processes',
  },
  {
    variables: ['VIES_URL', 'VIES_SOAP_URL'],
    defaults: 'VIES in production',
    says: 'a sandbox without them answers by itself, labelled `VIES-SANDBOX`; numbers that end in 999 and a test code of VIES, such as `SK1000999301`, fail as VIES does',
  },
  {
    variables: ['SK_REGISTER_KEY', 'SK_REGISTER_URL', 'SK_REGISTER_ACCOUNTS'],
    says: 'the Slovak register as a second source (`national=true`), and for published accounts (`accounts=true` of a preflight); its account lists are CC BY-NC-ND: opt-in, asked live, never stored',
  },
  {
    variables: ['PEPPOL_ZONE', 'PEPPOL_TRUST_ANCHORS', 'PEPPOL_DIRECTORY_URL', 'DNS_SERVERS'],
    defaults: 'Peppol’s in production',
    says: 'a sandbox without a zone answers by itself (`0245:0000000001` to `…5`); without trust anchors, which production should set, certificate chains read `not_checked`; revocation is not checked',
  },
  {
    variables: ['SMP_ALLOW_INSECURE'],
    says: 'for tests alone: SMPs may be asked over plain HTTP',
  },
  {
    variables: ['ITB_URL', 'PHORM_URL', 'PHORM_TOKEN'],
    says: 'external validators for `/api/validate/official`, asked with consent alone',
  },
  {
    variables: ['THIRD_PARTY_SECONDS', 'THIRD_PARTY_MAX_BYTES'],
    says: 'what one exchange with an external validator may take; larger files are not sent',
  },
  {
    variables: ['PDF_SECONDS', 'PDF_MEMORY_MIB', 'MAX_PDF_BYTES', 'CHROMIUM_PATH'],
    defaults: '30, 1024, 20971520, packaged',
    says: 'what one PDF may cost to be made, the largest that is read, and the browser that makes them',
  },
  {
    variables: ['WARM_UP'],
    says: 'whether the API starts Chromium, the second judge and its threads before the first call needs them, and workers the thread for large files; `false` saves their memory where nobody needs them; skipped with less than 1 GiB of memory (cgroup), the minimum for all roles together',
  },
  {
    variables: ['REFERENCE_SECONDS', 'REFERENCE_MEMORY_MIB'],
    says: 'what one file may cost the [second judge](src/modules/validation/reference-validator/README.md)',
  },
  {
    variables: ['OUTBOUND_ALLOW'],
    says: 'private addresses, blocks and host names that outgoing requests may reach',
  },
  {
    variables: ['PARTNER_FOLDERS'],
    says: 'absolute path under which each workspace has a folder (its id) with those of its partners of the kind `folder`; API and workers must see the same',
  },
  { variables: ['LOG_LEVEL'], says: 'logs are JSON and never carry invoice content' },
  {
    variables: ['SFTP_PORT', 'SFTP_HOST', 'SFTP_DIR'],
    defaults: 'unset, `HOST`, `DATA_DIR`/sftp',
    says: 'where [files are taken by SFTP](src/modules/sftp/README.md), and where they are; a port starts the role `sftp` too, where `--run` does not say what runs',
  },
  {
    variables: ['SFTP_MAX_FILE_BYTES', 'SFTP_QUOTA_BYTES'],
    says: 'the largest file, and what the inbox of one workspace may hold',
  },
  {
    variables: ['SFTP_QUIET_SECONDS', 'SFTP_HALF_FILE_HOURS', 'RETENTION_SFTP_DAYS'],
    says: 'how long a file that no client closed here is left alone before it is taken, when half files are deleted, and when results and originals are; 0 days: never',
  },
  {
    variables: ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_TRACES_SAMPLER_ARG'],
    defaults: 'unset, 1',
    says: 'base address of a collector that takes traces by OTLP over HTTP, and which part of them is kept (0 to 1); [what they carry](deploy/README.md#traces)',
  },
];
