import type { Log } from '../log.ts';

/** A PostgreSQL server of our own, which comes back when it dies. */
export type EmbeddedPostgres = {
  /** Where clients connect; stays the same over restarts. */
  readonly url: string;
  readonly stop: () => Promise<void>;
};

export type PostgresOptions = {
  /** The folder of the data; it is initialised when it is not there. */
  readonly folder: string;
  readonly log: Log;
  /** False for tests alone: no fsync, data may be lost in a crash. */
  readonly durable?: boolean;
};

/** Starts the embedded PostgreSQL. */
export async function startPostgres(_options: PostgresOptions): Promise<EmbeddedPostgres> {
  throw new Error('The embedded PostgreSQL is not ready');
}
