import { Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { sql } from 'kysely';
import { type Database, system } from '../db/index.ts';
import { type Log, makeSeldom, OperatorFault } from '../index.ts';
import { type Backend, type Data, SHORT_STREAM } from './backend.ts';
import type { JobName } from './jobs.ts';

/** How often a lost connection is made anew, at growing pauses, before a command that waits for it fails. */
const ASKING_RETRIES = 3;

/** One Redis may serve several installations: what each database asks for has names of its own there. */
async function findPrefix(db: Database): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select system_identifier || '-' || oid as name
    from pg_control_system(), pg_database where datname = current_database()`.execute(system(db));
  // In braces, so that a cluster keeps all keys of a queue, which one command may touch, in one slot.
  return `{einvoice:${rows[0]!.name}}`;
}

/**
 * The client works on in database 0 where the server does not have the one that it was told.
 *
 * @throws OperatorFault then; a server that is away is waited for elsewhere
 */
async function checkIndex(connection: Redis): Promise<void> {
  const { db: index = 0 } = connection.options;
  if (index === 0) return;
  const said = await connection.select(index).catch(({ message }: Error) => message);
  if (/out of range/.test(said))
    throw new OperatorFault(`REDIS_URL names the database ${index}, and the server has fewer`);
}

/** BullMQ on Redis. What Redis loses in a crash comes again from the outbox (see README.md). */
export async function makeRedisBackend(url: string, db: Database, log: Log): Promise<Backend> {
  const prefix = await findPrefix(db);
  const warnSeldom = makeSeldom((fields, message) => log.warn(fields, message));
  const connect = (maxRetriesPerRequest: number | null): Redis => {
    const connection = new Redis(url, {
      maxRetriesPerRequest,
      retryStrategy: (attempt) => Math.min(25 * 2 ** attempt, 500),
      connectionName: 'einvoice queue',
    });
    connection.on('error', (error) => warnSeldom({ reason: error.message }, 'the queue connection failed'));
    return connection;
  };
  // Who asks is told soon that the server is away, and asks again; who works waits for it, as BullMQ demands.
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
