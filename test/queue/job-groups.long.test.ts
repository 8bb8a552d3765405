import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { system } from '../../src/platform/db/index.ts';
import { makeMetrics } from '../../src/platform/index.ts';
import {
  enqueueMany,
  type Job,
  makeQueue,
  type Queue,
  type Relay,
  startRelay,
} from '../../src/platform/queue/index.ts';
import { testLog as log, makeTestDatabase, redisUrl, type TestDatabase } from '../support/database.ts';

const backends = [
  { backend: 'PostgreSQL', url: null, absent: false },
  { backend: 'Redis', url: redisUrl, absent: redisUrl === null },
];

describe.each(backends)('combined jobs on $backend', ({ url, absent }) => {
  describe.skipIf(absent)('', () => {
    let test: TestDatabase;
    let queue: Queue;
    let relay: Relay | null = null;

    beforeEach(async () => {
      test = await makeTestDatabase();
      queue = await makeQueue({ db: test.db, redisUrl: url, log, metrics: makeMetrics('test') });
    });
    afterEach(async () => {
      await relay?.stop();
      await queue.close();
      await test.drop();
    });

    const enqueueJobs = (workspace_id: string, ids: readonly string[]) =>
      system(test.db)
        .transaction()
        .execute((trx) =>
          enqueueMany(
            trx,
            'document.validate',
            ids.map((document_id) => ({ workspace_id, document_id })),
          ),
        );
    const rows = async () => (await system(test.db).selectFrom('outbox').select('id').execute()).length;
    const start = (): void => {
      relay = startRelay({ db: test.db, queue, log, metrics: makeMetrics('test') });
    };
    const never = async (): Promise<void> => {
      throw new Error('not expected');
    };

    it('contain documents of one workspace only, and complete all their rows', async () => {
      await enqueueJobs('wsp_1', ['a', 'b', 'c']);
      await enqueueJobs('wsp_2', ['d']);
      start();
      const seen: Job[] = [];
      await queue.work('cpu', { concurrency: 1, onExhausted: never }, async (job) => void seen.push(job));
      await expect.poll(rows).toBe(0);
      const documents = seen.map(({ payload }) =>
        'document_ids' in payload ? payload.document_ids.toSorted() : payload,
      );
      // Ids created in the same millisecond have no order.
      expect(documents).toEqual(expect.arrayContaining([['a', 'b', 'c'], { workspace_id: 'wsp_2', document_id: 'd' }]));
      expect(seen).toHaveLength(2);
    });

    it('members of a running combined job do not count as waiting', async () => {
      await enqueueJobs('wsp_1', ['a', 'b']);
      await sql`update outbox set due_at = now() - interval '90 seconds'`.execute(system(test.db));
      expect((await queue.oldestWaiting()).cpu).toBeGreaterThanOrEqual(90);
      start();
      let end = (): void => undefined;
      const working = new Promise<void>((started) => {
        const handler = (): Promise<void> => {
          started();
          return new Promise((done) => {
            end = done;
          });
        };
        void queue.work('cpu', { concurrency: 1, onExhausted: never }, handler);
      });
      await working;
      expect((await queue.oldestWaiting()).cpu).toBe(0);
      end();
      await expect.poll(rows).toBe(0);
    });

    it('after the final failure of a combined job its rows are removed, so that the caller can enqueue each member separately', async () => {
      await enqueueJobs('wsp_1', ['a', 'b']);
      start();
      const failed: Job[] = [];
      const onExhausted = async (job: Job): Promise<void> => void failed.push(job);
      let attempts = 0;
      await queue.work('cpu', { concurrency: 1, onExhausted }, async () => {
        attempts += 1;
        throw new Error('a fault');
      });
      await expect.poll(() => failed.length).toBe(1);
      expect(attempts).toBe(5);
      expect(failed[0]!.name).toBe('document.validate-group');
      await expect.poll(rows).toBe(0);
      expect(await queue.failed.list({ workspaceId: null, limit: 10 })).toEqual([]);
    });
  });
});
