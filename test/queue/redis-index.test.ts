import { expect, it } from 'vitest';
import { makeMetrics } from '../../src/platform/index.ts';
import { makeQueue } from '../../src/platform/queue/index.ts';
import { makeTestDatabase, redisUrl, testLog } from '../support/database.ts';

it.skipIf(redisUrl === null)('reports a Redis database that does not exist instead of using another one', async () => {
  const { db, drop } = await makeTestDatabase();
  const address = new URL(redisUrl!);
  const start = (path: string) => {
    address.pathname = path;
    return makeQueue({ db, redisUrl: address.href, log: testLog, metrics: makeMetrics('test') });
  };
  try {
    await expect(start('/9999')).rejects.toThrow('REDIS_URL names the database 9999, and the server has fewer');
    await (await start('/1')).close();
  } finally {
    await drop();
  }
});
