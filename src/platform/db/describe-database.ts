import { sql } from 'kysely';
import type { Database } from './database.ts';
import { missingRights } from './rights.ts';
import { system } from './workspace.ts';

/** State of the database without the contents of its rows. */
type DatabaseDescription = {
  readonly server: string;
  readonly bytes: number;
  /** Last migration that was executed. */
  readonly migration: string | null;
  readonly missing_rights: readonly string[];
  readonly connections: readonly { readonly application: string; readonly state: string; readonly count: number }[];
  /** Row counts estimated by the server. */
  readonly tables: readonly {
    readonly name: string;
    readonly rows: number;
    readonly dead_rows: number;
    readonly bytes: number;
  }[];
};

/** Describes the database for a support request. @throws the database's error when it is unreachable */
export async function describeDatabase(db: Database): Promise<DatabaseDescription> {
  const ask = async <T>(query: ReturnType<typeof sql<T>>): Promise<T[]> => (await query.execute(system(db))).rows;
  const [general] = await ask(sql<{ server: string; bytes: number; migration: string | null }>`
    select current_setting('server_version') as server, pg_database_size(current_database()) as bytes,
      (select name from schema_migrations order by name desc limit 1) as migration`);
  return {
    ...general!,
    missing_rights: await missingRights(db),
    connections: await ask(sql<DatabaseDescription['connections'][number]>`
      select application_name as application, coalesce(state, 'none') as state, count(*) as count
      from pg_stat_activity where datname = current_database() and application_name like 'einvoice %'
      group by 1, 2 order by 1, 2`),
    tables: await ask(sql<DatabaseDescription['tables'][number]>`
      select relname as name, n_live_tup as rows, n_dead_tup as dead_rows, pg_total_relation_size(relid) as bytes
      from pg_stat_user_tables where schemaname = 'public' order by relname`),
  };
}
