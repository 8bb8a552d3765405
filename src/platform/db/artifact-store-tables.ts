import type { Generated } from 'kysely';

type WorkspaceKeysTable = {
  id: string;
  workspace_id: string;
  sealed: string;
  created_at: Date;
};

type StoredContentsTable = {
  address: string;
  workspace_id: string;
  key_id: string;
  loose_since: Generated<Date | null>;
};

export type ArtifactStoreTables = {
  workspace_keys: WorkspaceKeysTable;
  stored_contents: StoredContentsTable;
};
