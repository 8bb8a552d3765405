import { setTimeout as pause } from 'node:timers/promises';
import { createPostgresBackend, type PgPool, runMigrations, withBackend } from 'bullmq';
import pg from 'pg';
import { connectPatiently, keepPrepared, makeStatementNames } from '../db/index.ts';
import { type Log, makeSeldom } from '../index.ts';
import { type Backend, type Data, type PoolQueue, type PoolWorker, SHORT_STREAM } from './backend.ts';
import type { JobName } from './jobs.ts';
import { onConnectionLost } from './on-connection-lost.ts';

/** How long one command of BullMQ waits for a server that restarts, in milliseconds. */
const PATIENCE = 30_000;

/** BullMQ repeats a failed command at once; this keeps it from filling the log and the processor. */
const FAILURE_PAUSE = 250;

const bound = withBackend(createPostgresBackend);

/** BullMQ on the service's own database, in the schema `bullmq`. Prepares that schema. */
export async function makePostgresBackend(url: string, log: Log): Promise<Backend> {
  const pool = new pg.Pool({
    connectionString: url,
    max: 12,
    application_name: 'einvoice queue',
    keepAlive: true,
    // What a crash may lose here is a nudge: the outbox keeps the work until it is done (see README.md).
    options: '-c search_path=bullmq -c synchronous_commit=off',
  });
  const warnSeldom = makeSeldom((fields, message) => log.warn(fields, message));
  pool.on('error', (error) => warnSeldom({ reason: error.message }, 'an idle queue connection was lost'));
  const names = makeStatementNames();
  pool.on('connect', (client) => {
    // BullMQ's statements are long and few: planning one takes longer than running it.
    keepPrepared(client, names);
    client.on('error', () => undefined);
    onConnectionLost(client);
  });
  let closing = false;

  const connect = (): Promise<pg.PoolClient> => connectPatiently(pool, PATIENCE, () => closing);

  const send = async (text: string, parameters?: readonly unknown[]): Promise<pg.QueryResult> => {
    const client = await connect();
    try {
      const result = await client.query(text, parameters && [...parameters]);
      client.release();
      return result;
    } catch (error) {
      client.release(!(error instanceof pg.DatabaseError) || error.severity !== 'ERROR');
      throw error;
    }
  };

  const query = async (text: string, parameters?: readonly unknown[]): Promise<pg.QueryResult> => {
    try {
      return await send(text, parameters);
    } catch (error) {
      await pause(FAILURE_PAUSE);
      throw error;
    }
  };

  /** What BullMQ sees: it may neither end the pool nor take away its error listener. */
  const shared = {
    options: { keepAlive: true },
    connect,
    query,
    end: async () => undefined,
    on: () => shared,
    removeAllListeners: () => shared,
  } as unknown as PgPool;

  const client = await connect();
  try {
    await runMigrations(client);
  } finally {
    client.release();
  }

  return {
    makePoolQueue: (name) =>
      new bound.Queue<Data, void, JobName>(name, { connection: shared, streams: SHORT_STREAM }) as unknown as PoolQueue,
    makePoolWorker: (name, take, options) =>
      new bound.Worker<Data, void, JobName>(name, take, { ...options, connection: shared }) as unknown as PoolWorker,
    close: async () => {
      closing = true;
      await pool.end();
    },
  };
}
