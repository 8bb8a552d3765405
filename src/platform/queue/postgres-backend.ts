import { setTimeout as pause } from 'node:timers/promises';
import { createPostgresBackend, type PgPool, runMigrations, withBackend } from 'bullmq';
import pg from 'pg';
import { connectPatiently, keepPrepared, makeStatementNames } from '../db/index.ts';
import { type Log, makeThrottledLog } from '../index.ts';
import { type Backend, type Data, type PoolQueue, type PoolWorker, SHORT_STREAM } from './backend.ts';
import type { JobName } from './jobs.ts';
import { onConnectionLost } from './on-connection-lost.ts';

/** How long a BullMQ command waits for a restarting server, in milliseconds. */
const PATIENCE = 30_000;

/** BullMQ retries a failed command immediately; the pause limits log volume and CPU use. */
const FAILURE_PAUSE = 250;

const bound = withBackend(createPostgresBackend);

/** Runs BullMQ on the service's database, in the schema `bullmq`, which it creates. */
export async function makePostgresBackend(url: string, log: Log): Promise<Backend> {
  const pool = new pg.Pool({
    connectionString: url,
    max: 12,
    application_name: 'einvoice queue',
    keepAlive: true,
    // A crash may lose only a queue entry: the outbox keeps the job until it is done (see README.md).
    options: '-c search_path=bullmq -c synchronous_commit=off',
  });
  const warnThrottled = makeThrottledLog((fields, message) => log.warn(fields, message));
  pool.on('error', (error) => warnThrottled({ reason: error.message }, 'idle queue connection lost'));
  const names = makeStatementNames();
  pool.on('connect', (client) => {
    // BullMQ uses few, long statements: planning takes longer than running them.
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

  /** Wrapper for BullMQ, which must not end the pool or remove its error listener. */
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
