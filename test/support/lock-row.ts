import pg from 'pg';

/** A row locked by another transaction. */
export type LockedRow = {
  /** Resolves when a transaction waits for the lock. */
  readonly awaited: () => Promise<void>;
  /** Executes a statement in the locking transaction. @throws the database's error, for example for a deadlock */
  readonly query: (text: string, values: readonly unknown[]) => Promise<void>;
  readonly release: () => Promise<void>;
};

const ASK_AGAIN_MS = 20;

/**
 * Locks a row on a separate connection, as another process would.
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
