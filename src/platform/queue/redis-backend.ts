import { Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { sql } from 'kysely';
import { type Database, system } from '../db/index.ts';
import { type Log, makeThrottledLog, OperatorFault } from '../index.ts';
import { type Backend, type Data, SHORT_STREAM } from './backend.ts';
import type { JobName } from './jobs.ts';

/** Number of reconnection attempts, with growing delays, before a waiting command fails. */
const ASKING_RETRIES = 3;

/** Key prefix per database, since one Redis may serve several installations. */
async function findPrefix(db: Database): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select system_identifier || '-' || oid as name
    from pg_control_system(), pg_database where datname = current_database()`.execute(system(db));
  // Braces make a hash tag: a cluster keeps all keys of a queue in one slot, since one command may use several.
  return `{einvoice:${rows[0]!.name}}`;
}

/**
 * Checks the database index: when it does not exist, the client silently continues in database 0.
 *
 * @throws OperatorFault when the index does not exist; an unreachable server is retried by the caller
 */
async function checkIndex(connection: Redis): Promise<void> {
  const { db: index = 0 } = connection.options;
  if (index === 0) return;
  const selectError = await connection.select(index).catch(({ message }: Error) => message);
  if (/out of range/.test(selectError))
    throw new OperatorFault(`REDIS_URL names the database ${index}, and the server has fewer`);
}

/** Runs BullMQ on Redis. Jobs that Redis loses in a crash are published again from the outbox (see README.md). */
export async function makeRedisBackend(url: string, db: Database, log: Log): Promise<Backend> {
  const prefix = await findPrefix(db);
  const warnThrottled = makeThrottledLog((fields, message) => log.warn(fields, message));
  const connect = (maxRetriesPerRequest: number | null): Redis => {
    const connection = new Redis(url, {
      maxRetriesPerRequest,
      retryStrategy: (attempt) => Math.min(25 * 2 ** attempt, 500),
      connectionName: 'einvoice queue',
    });
    connection.on('error', (error) => warnThrottled({ reason: error.message }, 'queue connection failed'));
    return connection;
  };
  // Publishing fails soon when the server is away, and is retried; workers must wait for it, as BullMQ requires.
  const asking = connect(ASKING_RETRIES);
  const working = connect(null);
  await checkIndex(asking).catch((fault: unknown) => {
    for (const connection of [asking, working]) connection.disconnect();
    throw fault;
  });
  return {
    makePoolQueue: (name) =>
      new Queue<Data, void, JobName>(name, { connection: asking, prefix, streams: SHORT_STREAM }),
    makePoolWorker: (name, take, options) =>
      new Worker<Data, void, JobName>(name, take, { ...options, connection: working, prefix }),
    close: async () => {
      for (const connection of [asking, working]) {
        if (connection.status === 'ready') await connection.quit();
        else connection.disconnect();
      }
    },
  };
}
