import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

/** A json column: written as text, read parsed. */
type Json = ColumnType<unknown, string, string>;
type JsonOrNull = ColumnType<unknown, string | null | undefined, string | null>;

type PeppolFindingsTable = {
  network: string;
  participant: string;
  document_type: string;
  finding: Json;
  checked_at: Date;
};

type RadarsTable = {
  workspace_id: string;
  id: string;
  status: 'queued' | 'running' | 'completed' | 'canceled';
  check_number: number;
  document_type: string | null;
  recheck: string | null;
  total: number;
  registered: Generated<number>;
  not_registered: Generated<number>;
  not_supported: Generated<number>;
  unknown: Generated<number>;
  failed: number;
  done: GeneratedAlways<number>;
  sequence: Generated<number>;
  changed: Generated<number>;
  created_by: string;
  created_at: Date;
  started_at: Date;
  completed_at: Date | null;
  next_check_at: Generated<Date | null>;
};

type RadarParticipantsTable = {
  workspace_id: string;
  radar_id: string;
  position: number;
  input: string;
  participant: string | null;
  hint: JsonOrNull;
  error: JsonOrNull;
  check_number: Generated<number>;
  attempts: Generated<number>;
  outcome: Generated<string | null>;
  reason: Generated<string | null>;
  state: JsonOrNull;
  changes: JsonOrNull;
  checked_at: Generated<Date | null>;
};

type RadarChangesTable = {
  workspace_id: string;
  radar_id: string;
  check_number: number;
  position: number;
  participant: string;
  at: Date;
  changes: Json;
};

/** Cached lookups of the Peppol network, and the monitored participants. */
export type PeppolTables = {
  peppol_findings: PeppolFindingsTable;
  radars: RadarsTable;
  radar_participants: RadarParticipantsTable;
  radar_changes: RadarChangesTable;
};
