import type { Generated } from 'kysely';

type TransparencyLogTable = {
  origin: string;
  public_key: Buffer;
  sealed_private: Buffer;
  secret_id: string;
  tree_size: number;
  root_hash: Buffer;
  created_at: Date;
};

type LogEntriesTable = {
  arrival: Generated<number>;
  leaf_index: number | null;
  entry: Buffer;
  created_at: Date;
};

type LogSaltsTable = {
  digest: Buffer;
  salt: Buffer;
  arrival: number;
  workspace_id: string | null;
  report_id: string | null;
  document_id: string | null;
  artifact: string | null;
  created_at: Date;
};

type LogTilesTable = { level: number; tile: number; hashes: Buffer };

type LogCheckpointsTable = {
  tree_size: number;
  root_hash: Buffer;
  note: string;
  published_at: Date;
  stamp: Buffer | null;
  stamped_at: Date | null;
};

type LogActivationsTable = { pack: string; version: string; digest: string; engine: string; activated_at: Date };

export type TransparencyTables = {
  transparency_log: TransparencyLogTable;
  log_entries: LogEntriesTable;
  log_salts: LogSaltsTable;
  log_tiles: LogTilesTable;
  log_checkpoints: LogCheckpointsTable;
  log_activations: LogActivationsTable;
};
