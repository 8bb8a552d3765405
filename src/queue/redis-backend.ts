import { Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import type { Log } from '../runtime/index.ts';
import { type Backend, type Data, SHORT_STREAM } from './backend.ts';
import type { JobName } from './jobs.ts';

const PREFIX = 'einvoice';

/** BullMQ on Redis. What Redis loses in a crash comes again from the outbox (see README.md). */
export async function makeRedisBackend(url: string, log: Log): Promise<Backend> {
  const connection = new Redis(url, {
    // A command waits for the server to come back instead of failing; BullMQ asks for this.
    maxRetriesPerRequest: null,
    retryStrategy: (attempt) => Math.min(25 * 2 ** attempt, 500),
    connectionName: 'einvoice queue',
  });
  connection.on('error', (error) => log.warn({ reason: error.message }, 'the queue connection failed'));
  return {
    makeCarrier: (name) => new Queue<Data, void, JobName>(name, { connection, prefix: PREFIX, streams: SHORT_STREAM }),
    makeTaker: (name, take, options) =>
      new Worker<Data, void, JobName>(name, take, { ...options, connection, prefix: PREFIX }),
    close: async () => {
      if (connection.status === 'ready') await connection.quit();
      else connection.disconnect();
    },
  };
}
