import pg from 'pg';

/** A row that a transaction of somebody else's holds. */
export type LockedRow = {
  /** Resolves as soon as somebody waits for it. */
  readonly awaited: () => Promise<void>;
  /** Does something in the transaction that holds it. @throws as PostgreSQL does, also when it ends a deadlock */
  readonly query: (text: string, values: readonly unknown[]) => Promise<void>;
  readonly release: () => Promise<void>;
};

const ASK_AGAIN_MS = 20;

/**
 * Locks a row as another process would, on a connection of its own.
 *
 * @param url of the database
 */
export async function lockRow(url: string, table: string, id: string): Promise<LockedRow> {
  const holder = new pg.Client({ connectionString: url });
  const watcher = new pg.Client({ connectionString: url });
  await Promise.all([holder.connect(), watcher.connect()]);
  const { rows } = await holder.query('select pg_backend_pid() as pid');
  await holder.query('begin');
  await holder.query(`select from ${pg.escapeIdentifier(table)} where id = $1 for update`, [id]);
  const isAwaited = 'select from pg_stat_activity where $1 = any(pg_blocking_pids(pid))';
  return {
    awaited: async () => {
      while ((await watcher.query(isAwaited, [rows[0].pid])).rowCount === 0) {
        await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));
      }
    },
    query: async (text, values) => void (await holder.query(text, [...values])),
    release: async () => {
      await holder.query('commit');
      await Promise.all([holder.end(), watcher.end()]);
    },
  };
}
