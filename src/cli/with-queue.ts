import { within } from '../lib/with-timeout.ts';
import type { Database } from '../platform/db/index.ts';
import { type Config, isTransientError, makeLog, makeMetrics } from '../platform/index.ts';
import { makeQueue, type Queue } from '../platform/queue/index.ts';

/** How long a command waits for the queue, in milliseconds. */
const QUEUE_LIMIT_MS = 3_000;

/** How long closing its connections may take, in milliseconds. */
const CLOSE_LIMIT_MS = 500;

/** Error message: the queue did not respond within the limit. */
export const noResponse = ({ redisUrl }: Pick<Config, 'redisUrl'>): string =>
  redisUrl === null
    ? 'The queue in PostgreSQL does not respond. Check DATABASE_URL and the server it names.'
    : 'Redis does not respond. Check REDIS_URL and the server it names. Waiting jobs are stored in PostgreSQL.';

/**
 * Reads from the queue for a command.
 *
 * @returns null when the queue does not respond within the limit
 */
export async function readQueue<T>(
  { redisUrl }: Pick<Config, 'redisUrl'>,
  db: Database,
  read: (queue: Queue) => Promise<T>,
  limitMs: number = QUEUE_LIMIT_MS,
): Promise<T | null> {
  // The command reports an unresponsive queue once; logging each failed connection would repeat it.
  const log = makeLog({ level: 'fatal', role: 'cli' }, process.stderr);
  const opening = makeQueue({ db, redisUrl, log, metrics: makeMetrics('cli') });
  try {
    return await within(opening.then(read), limitMs, () => null);
  } catch (error) {
    if (isTransientError(error)) return null;
    throw error;
  } finally {
    const closing = opening.then((queue) => queue.close()).catch(() => undefined);
    await within(closing, CLOSE_LIMIT_MS, () => undefined);
  }
}
