import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { ArtifactStoreTables } from './artifact-store-tables.ts';
import type { EvidenceTables } from './evidence-tables.ts';
import type { KeyRequestTables } from './key-request-tables.ts';
import type { PartnerTables } from './partner-tables.ts';
import type { PeppolTables } from './peppol-tables.ts';
import type { RulePackTables } from './rule-pack-tables.ts';
import type { SftpTables } from './sftp-tables.ts';
import type { TransparencyTables } from './transparency-tables.ts';
import type { WebhookTables } from './webhook-tables.ts';

/** A json or jsonb column: written as text, read parsed. */
type Json = ColumnType<unknown, string, string>;
type JsonOrNull = ColumnType<unknown, string | null, string | null>;

type WorkspacesTable = {
  id: string;
  name: string;
  environment: 'sandbox' | 'production';
  created_at: Date;
  expires_at: Date | null;
  plan: Generated<string>;
  cii: Generated<'validate' | 'unsupported' | null>;
};

type ApiKeysTable = {
  id: string;
  workspace_id: string;
  name: string;
  digest: Buffer;
  prefix: string;
  last_four: string;
  role: 'viewer' | 'developer' | 'admin';
  environment: 'sandbox' | 'production';
  created_at: Date;
  expires_at: Date | null;
  revoked_at: Date | null;
  created_by: Generated<string>;
  replaced_by: string | null;
};

type KeyEpochTable = {
  the_only_row: Generated<boolean>;
  number: number;
};

type InstallationSecretsTable = {
  name: string;
  /** Null when the value is encrypted. */
  value: Buffer | null;
  sealed: string | null;
};

type VatAnswersTable = {
  vat: string;
  source: string;
  valid: boolean;
  name: string | null;
  address: string | null;
  request_date: string | null;
  checked_at: Date;
};

type VatCallsTable = {
  source: string;
  minute: Date;
  calls: number;
};

type VatBatchesTable = {
  workspace_id: string;
  id: string;
  status: 'queued' | 'running' | 'completed' | 'canceled';
  requester: string | null;
  max_age: number | null;
  total: number;
  valid: Generated<number>;
  invalid: Generated<number>;
  failed: Generated<number>;
  done: GeneratedAlways<number>;
  sequence: Generated<number>;
  created_by: string;
  created_at: Date;
  give_up_at: Date;
  completed_at: Date | null;
  answered_as: 'verification' | null;
};

type VatBatchItemsTable = {
  workspace_id: string;
  batch_id: string;
  position: number;
  input: string;
  country: string | null;
  status: 'queued' | 'valid' | 'invalid' | 'failed';
  attempts: Generated<number>;
  result: JsonOrNull;
  error: JsonOrNull;
};

type VatAttemptsTable = {
  minute: Date;
  country: string;
  channel: string;
  outcome: string;
  attempts: number;
  milliseconds: string | number;
  slowest: number;
};

type VatHoursTable = {
  hour: Date;
  country: string;
  verdict: boolean;
  within: number;
  attempts: string | number;
};

type PublicCallsTable = {
  day: string;
  client: Buffer;
  calls: number;
};

type AuditEntriesTable = {
  workspace_id: string;
  id: string;
  at: Date;
  actor: string;
  role: string | null;
  action: string;
  resource: string | null;
  outcome: 'done' | 'refused' | 'failed';
  status: number | null;
  code: string | null;
  client_address: string | null;
  request_id: string | null;
};

type UsageCountsTable = {
  workspace_id: string;
  month: string;
  product: string;
  calls: number;
};

type UsageReceiptsTable = {
  workspace_id: string;
  receipt: string;
  at: Date;
};

type DocumentsTable = {
  workspace_id: string;
  id: string;
  status: string;
  filename: string;
  sha256: string;
  size_bytes: number;
  external_id: string | null;
  metadata: Json;
  steps: string[];
  options: Generated<unknown>;
  summary: JsonOrNull;
  counts: JsonOrNull;
  ruleset: JsonOrNull;
  semantic_digest: string | null;
  semantic_digest_version: number | null;
  error: JsonOrNull;
  last_sequence: number;
  open_steps: Generated<string[]>;
  failed_steps: Generated<string[]>;
  erased_at: Date | null;
  preparation: JsonOrNull;
  send: JsonOrNull;
  inbound: JsonOrNull;
  earlier_instances: string[] | null;
  idempotency_key: string;
  request_digest: Buffer;
  created_at: Date;
  updated_at: Date;
};

type DocumentEventsTable = {
  workspace_id: string;
  document_id: string;
  sequence: number;
  id: string;
  type: string;
  at: Date;
  actor: string;
  data: Json;
};

type DocumentArtifactsTable = {
  workspace_id: string;
  document_id: string;
  name: string;
  media_type: string;
  size_bytes: GeneratedAlways<number>;
  sha256: string;
  content: Buffer;
  address: string | null;
  stored_bytes: number | null;
  created_at: Date;
};

type BatchesTable = {
  workspace_id: string;
  id: string;
  status: string;
  options: Json;
  total: number;
  valid: Generated<number>;
  invalid: Generated<number>;
  failed: Generated<number>;
  done: GeneratedAlways<number>;
  sequence: Generated<number>;
  idempotency_key: string | null;
  request_digest: Buffer | null;
  created_by: string;
  created_at: Date;
  completed_at: Date | null;
  answered_as: 'file' | 'files' | null;
  skipped: Generated<number>;
  skipped_files: Generated<string[]>;
};

type BatchSlicesTable = {
  workspace_id: string;
  batch_id: string;
  position: number;
  last_position: number;
  content: Buffer;
  starts: Generated<number>;
  begun_position: number | null;
  begun_starts: Generated<number>;
};

type BatchResultsTable = {
  workspace_id: string;
  batch_id: string;
  position: number;
  filename: string;
  result: JsonOrNull;
  error: JsonOrNull;
  size_bytes: number;
  retryable: boolean;
  duplicate_key: Buffer | null;
};

type OutboxTable = {
  id: string;
  job: string;
  payload: ColumnType<unknown, string, never>;
  run_at: Generated<Date>;
  published_at: Date | null;
  created_at: Generated<Date>;
  failures: Generated<number>;
  due_at: Generated<Date>;
  lane: ColumnType<string | null, string | undefined, never>;
  /** Generated: owner, kind of work and lane. */
  line: ColumnType<string, never, never>;
  finish_tag: ColumnType<number | null, never, never>;
  traces: ColumnType<string[] | null, readonly string[] | undefined, never>;
};

type QueueClocksTable = {
  pool: string;
  started: Generated<number>;
  base: Generated<number>;
};

type SchedulesTable = {
  job: string;
  period: Date;
};

type FailedJobsTable = {
  id: string;
  job: string;
  payload: unknown;
  error: string;
  created_at: Date;
  failed_at: Generated<Date>;
};

type ProcessFiguresTable = {
  process: string;
  owner: string | null;
  figures: Json;
  at: Date;
};

/** Tables of the database as Kysely types; the files in `migrations/` create them. */
export type Tables = PeppolTables &
  SftpTables &
  ArtifactStoreTables &
  EvidenceTables &
  TransparencyTables &
  RulePackTables &
  KeyRequestTables &
  PartnerTables &
  WebhookTables & {
    workspaces: WorkspacesTable;
    api_keys: ApiKeysTable;
    key_epoch: KeyEpochTable;
    installation_secrets: InstallationSecretsTable;
    public_calls: PublicCallsTable;
    vat_answers: VatAnswersTable;
    vat_attempts: VatAttemptsTable;
    vat_calls: VatCallsTable;
    vat_hours: VatHoursTable;
    vat_batches: VatBatchesTable;
    vat_batch_items: VatBatchItemsTable;
    audit_entries: AuditEntriesTable;
    usage_counts: UsageCountsTable;
    usage_receipts: UsageReceiptsTable;
    documents: DocumentsTable;
    document_events: DocumentEventsTable;
    document_artifacts: DocumentArtifactsTable;
    batches: BatchesTable;
    batch_slices: BatchSlicesTable;
    batch_results: BatchResultsTable;
    outbox: OutboxTable;
    queue_clocks: QueueClocksTable;
    schedules: SchedulesTable;
    failed_jobs: FailedJobsTable;
    process_figures: ProcessFiguresTable;
  };
