import type { ColumnType, Generated } from 'kysely';

/** A json column: written as text, read parsed. */
type Json = ColumnType<unknown, string, string>;
type JsonOrNull = ColumnType<unknown, string | null, string | null>;

type PartnersTable = {
  workspace_id: string;
  id: string;
  name: string;
  kind: string;
  settings: Json;
  secrets: string;
  sending_enabled: Generated<boolean>;
  last_success_at: Date | null;
  last_error_at: Date | null;
  last_error: JsonOrNull;
  failures: Generated<number>;
  target_changed_at: Date | null;
  created_by: string;
  created_at: Date;
  updated_at: Date;
};

type StatusMessagesTable = {
  workspace_id: string;
  id: string;
  document_id: string | null;
  kind: 'mls' | 'invoice_response';
  sha256: string;
  content: Buffer;
  said: Json;
  created_at: Date;
};

/** Partners (access points), submissions to them and the status messages they return. */
export type PartnerTables = {
  partners: PartnersTable;
  status_messages: StatusMessagesTable;
};
