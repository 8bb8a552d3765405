/** The role that every query in a workspace runs as. */
export const SCOPED_ROLE = 'einvoice_scoped';

/** The policy of every table with rows of workspaces. */
export const POLICY = 'own_workspace';

/** What a query in a workspace may do with a table, and by which column a row is the workspace's own. */
type TableRights = {
  readonly own: 'workspace_id' | 'id' | null;
  /** False: only read in a workspace, so that nothing is to be said of rows that it writes. */
  readonly checked: boolean;
  readonly grants: readonly string[];
};

const rows = (grants: readonly string[]): TableRights => ({ own: 'workspace_id', checked: true, grants });
const readRows = (grants: readonly string[]): TableRights => ({ ...rows(grants), checked: false });

/**
 * What the migrations grant, all of them together: what a database must have again that was restored where the role was
 * not known. A test holds it against the schema.
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
