import { tmpdir } from 'node:os';
import { describe } from 'vitest';
import { hasRedis, startTestRedis, type TestRedis } from '../support/redis.ts';
import { removeData, type Service, type ServiceOptions, startService } from '../support/service.ts';

/** A service with the queue on PostgreSQL, or on its own Redis. */
export type Flow = {
  /** Starts or restarts the service on the same data and Redis. */
  readonly start: (options?: ServiceOptions) => Promise<Service>;
  /** Null on PostgreSQL. */
  readonly redis: () => TestRedis | null;
  /** Stops all processes and deletes the data. */
  readonly end: () => Promise<void>;
};

type QueueHost = 'PostgreSQL' | 'Redis';

/** Runs the same tests for both queue backends. */
export function describeQueues(title: string, tests: (flow: Flow) => void): void {
  describe(`${title}, queue on PostgreSQL`, () => tests(makeFlow('PostgreSQL')));
  if (hasRedis) describe(`${title}, queue on Redis`, () => tests(makeFlow('Redis')));
  else describe.skip(`${title}, queue on Redis (there is no redis-server on the PATH)`, () => tests(makeFlow('Redis')));
}

function makeFlow(host: QueueHost): Flow {
  let service: Service | null = null;
  let redis: TestRedis | null = null;
  return {
    start: async ({ environment, ...options } = {}) => {
      if (host === 'Redis') redis ??= await startTestRedis(tmpdir());
      const previous = service === null ? {} : { dataDir: service.dataDir };
      const reached = { REDIS_URL: redis?.url ?? '' };
      service = await startService({ ...previous, ...options, environment: { ...reached, ...environment } });
      return service;
    },
    redis: () => redis,
    end: async () => {
      await service?.stop();
      await redis?.stop();
      if (service !== null) removeData(service);
    },
  };
}
