import type { ColumnType, Generated } from 'kysely';

type OutboxTable = {
  id: string;
  job: string;
  payload: ColumnType<unknown, string, never>;
  run_at: Date | null;
  created_at: Generated<Date>;
};

/** The tables of the database, as Kysely sees them; made by the files in `migrations/`. */
export type Tables = {
  outbox: OutboxTable;
};
