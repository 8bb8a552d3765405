import type { ColumnType, Generated } from 'kysely';

/** A json column: written as text, read parsed. */
type Json = ColumnType<unknown, string, string>;

type EvidenceKeysTable = {
  kid: string;
  public_jwk: Json;
  sealed_private: Buffer | null;
  secret_id: string | null;
  held_by: string | null;
  created_at: Date;
  retired_at: Date | null;
};

type EvidenceReportsTable = {
  workspace_id: string;
  id: string;
  report: Json;
  entry: Json;
  texts: Json;
  created_by: string;
  created_at: Date;
  /** Sequence number within the workspace, assigned by the database. */
  position: ColumnType<string, string | undefined, string>;
};

type CheckpointStampsTable = {
  id: Generated<number>;
  tree_size: number;
  checkpoint: string;
  renews: number | null;
  response: Buffer;
  stamped_at: Date;
  expires_at: Date;
};
type EvidenceSequencesTable = { workspace_id: string; last: string };

type EvidenceErasuresTable = { workspace_id: string; position: string; created_at: Date; erased_at: Date };

export type EvidenceTables = {
  evidence_keys: EvidenceKeysTable;
  evidence_reports: EvidenceReportsTable;
  checkpoint_stamps: CheckpointStampsTable;
  evidence_sequences: EvidenceSequencesTable;
  evidence_erasures: EvidenceErasuresTable;
};
