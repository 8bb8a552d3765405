/** Role of every query within a workspace. */
export const SCOPED_ROLE = 'einvoice_scoped';

/** Row-level security policy of every table with workspace rows. */
export const POLICY = 'own_workspace';

/** Privileges of workspace queries on a table, and the column that identifies the workspace. */
type TableRights = {
  readonly own: 'workspace_id' | 'id' | null;
  /** False: read-only within a workspace, so the policy needs no WITH CHECK. */
  readonly checked: boolean;
  readonly grants: readonly string[];
};

const rows = (grants: readonly string[]): TableRights => ({ own: 'workspace_id', checked: true, grants });
const readRows = (grants: readonly string[]): TableRights => ({ ...rows(grants), checked: false });

/**
 * The sum of all grants of the migrations, which must be restored after a restore on a server without the role. A
 * test compares it with the schema.
 */
export const RIGHTS: Readonly<Record<string, TableRights>> = {
  api_keys: rows(['select', 'insert', 'update (expires_at)', 'update (revoked_at)', 'update (replaced_by)']),
  audit_entries: rows(['select']),
  batch_results: rows(['select', 'insert', 'update', 'delete']),
  batch_slices: rows(['select', 'insert', 'update', 'delete']),
  batches: rows(['select', 'insert', 'update', 'delete']),
  document_artifacts: rows(['select', 'insert', 'update', 'delete']),
  document_events: rows(['select', 'insert']),
  documents: rows(['select', 'insert', 'update']),
  evidence_erasures: rows(['select']),
  evidence_reports: rows(['select', 'insert']),
  evidence_sequences: rows(['select', 'insert', 'update']),
  log_salts: readRows([]),
  outbox: { own: null, checked: false, grants: ['insert'] },
  partners: rows(['select', 'insert', 'update', 'delete']),
  radar_changes: rows(['select', 'insert']),
  radar_participants: rows(['select', 'insert', 'update']),
  radars: rows(['select', 'insert', 'update']),
  sftp_keys: rows(['select', 'insert', 'update (revoked_at)']),
  sftp_settings: rows(['select', 'insert', 'update']),
  status_messages: rows(['select', 'insert', 'delete']),
  stored_contents: readRows([]),
  usage_counts: readRows(['select']),
  usage_receipts: readRows([]),
  vat_batch_items: rows(['select', 'insert', 'update']),
  vat_batches: rows(['select', 'insert', 'update']),
  webhook_attempts: rows(['select', 'insert']),
  webhook_deliveries: rows(['select', 'insert', 'update']),
  webhooks: rows(['select', 'insert', 'update', 'delete']),
  workspace_keys: readRows([]),
  workspaces: { own: 'id', checked: false, grants: ['select'] },
};
