import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EmbeddedPostgres, startPostgres } from '../../src/platform/index.ts';
import { testLog } from '../support/database.ts';
import { makeInvoice, text } from '../support/invoice-builder.ts';
import { hasPgBouncer, startPgBouncer, type TestPooler } from '../support/pgbouncer.ts';
import { hasRedis, startTestRedis, type TestRedis } from '../support/redis.ts';
import { findFreePort, pause, removeData, type Service, startService, waitUntil } from '../support/service.ts';
import { type Client, follow, makeClient, toStory, WHOLE_STORY } from './client.ts';

/**
 * Two API and four worker processes on one PostgreSQL behind PgBouncer in transaction mode, with and without Redis;
 * each has its own folder, as on separate machines.
 */

if (!hasPgBouncer) process.stderr.write('PgBouncer is not installed: its test with many nodes is skipped\n');

const DOCUMENTS = 120;
const DAILY = 30;

const QUEUES: [string, boolean][] = [
  ['PostgreSQL', false],
  ...(hasRedis ? [['Redis', true] as [string, boolean]] : []),
];

describe.skipIf(!hasPgBouncer).each(QUEUES)(
  'two API and four worker processes behind PgBouncer, queue on %s',
  (_, onRedis) => {
    /** A dedicated server, which is killed and restarted. */
    let database: EmbeddedPostgres;
    let folder: string;
    let pooler: TestPooler;
    let redis: TestRedis | null = null;
    let apis: Service[];
    let workers: Service[];
    let clients: Client[];

    const start = async (role: string): Promise<Service> => {
      const port = await findFreePort();
      return startService({
        port,
        parameters: [`--run=${role}`],
        environment: {
          DATABASE_URL: pooler.url,
          DATABASE_DIRECT_URL: database.url,
          REDIS_URL: redis?.url ?? '',
          EVIDENCE_SECRET: 'the evidence secret of many nodes alone',
          SECRETS_KEY: 'the key for secrets of many nodes alone',
          PUBLIC_DAILY_LIMIT: String(DAILY),
          VALIDATION_THREADS: '1',
          // Workers serve readiness on their metrics port.
          ...(role === 'workers' && { METRICS_PORT: String(port) }),
        },
      });
    };

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'einvoice-nodes-'));
      database = await startPostgres({ dataDir: folder, log: testLog, maxConnections: 200 });
      pooler = await startPgBouncer(database.url);
      redis = onRedis ? await startTestRedis(tmpdir()) : null;
      apis = await Promise.all([start('api'), start('api')]);
      workers = await Promise.all(['workers', 'workers', 'workers', 'workers'].map(start));
      const made = await fetch(`${apis[0]!.url}/api/sandbox-keys`, { method: 'POST' });
      const { key } = (await made.json()) as { key: string };
      clients = apis.map((api) => makeClient(() => api.url, key));
    });
    afterAll(async () => {
      for (const service of [...apis, ...workers]) {
        await service.stop();
        removeData(service);
      }
      await redis?.stop();
      await pooler.stop();
      await database.stop();
      rmSync(folder, { recursive: true, force: true });
    });

    it('deliver an event to a listener on another node', async () => {
      const { id } = await clients[0]!.submit(makeInvoice());
      const following = await follow(clients[1]!, id);
      expect((await following.take(3)).map(({ data }) => data.type)).toEqual(WHOLE_STORY.map((line) => line.slice(2)));
      following.close();
    });

    it('validate every document once although nodes, pooler, Redis and PostgreSQL are killed under load', async () => {
      const ids: string[] = [];
      const submit = async (number: number): Promise<void> => {
        const headers = { 'Idempotency-Key': `many-${number}` };
        for (;;) {
          // A correct client retries with the same key on the other node.
          const client = clients[(number + ids.length) % 2]!;
          const answer = await client.post(makeInvoice(text('cbc:ID', `M-${number}`)), headers).catch(() => null);
          if (answer === null || answer.status >= 500) {
            await pause(50);
            continue;
          }
          expect(answer.status, await answer.clone().text()).toBe(202);
          ids.push(((await answer.json()) as { id: string }).id);
          return;
        }
      };
      let isOver = false;
      const answers = async (client: Client): Promise<boolean> =>
        (await client.fetch('/api/documents?limit=1').catch(() => null))?.status === 200;
      const upheaval = async (): Promise<void> => {
        await waitUntil(() => ids.length >= DOCUMENTS / 4);
        workers[0]!.kill9('supervisor');
        workers[0] = await start('workers');
        await pooler.restart();
        await redis?.crash();
        const come = ids.length + DOCUMENTS / 4;
        await waitUntil(() => ids.length >= come);
        process.kill(database.pid()!, 'SIGKILL');
        // Errors from the failed server may reach callers for a while after the kill.
        const later = ids.length + DOCUMENTS / 4;
        await waitUntil(() => ids.length >= later);
        await waitUntil(async () => (await Promise.all(clients.map(answers))).every(Boolean));
      };
      let number = 0;
      const submitting = async (): Promise<void> => {
        while (!isOver || number < DOCUMENTS) {
          await Promise.all(Array.from({ length: 4 }, () => submit(number++)));
          await pause(50);
        }
      };
      const ending = upheaval().finally(() => {
        isOver = true;
      });
      await Promise.all([submitting(), ending]);
      expect(new Set(ids).size).toBe(number);
      for (const id of ids) expect(toStory(await clients[0]!.waitForEnd(id))).toEqual(WHOLE_STORY);
      await waitUntil(async () => (await fetch(`${apis[0]!.url}/readyz`)).status === 200);
    });

    it('share the daily limit of calls without a key', async () => {
      const statuses = await Promise.all(
        Array.from({ length: DAILY * 2 }, async (_unused, call) => {
          const answer = await fetch(`${apis[call % 2]!.url}/api/validate-file`, {
            method: 'POST',
            headers: { 'Content-Type': 'application/xml' },
            body: makeInvoice(),
          });
          await answer.arrayBuffer();
          return answer.status;
        }),
      );
      expect(statuses.filter((status) => status === 200)).toHaveLength(DAILY);
      expect(new Set(statuses)).toEqual(new Set([200, 429]));
    });

    it('report the metrics of all nodes on either API, by process number', async () => {
      for (const { url } of apis)
        await waitUntil(async () => {
          const metrics = await (await fetch(`${url}/metrics`)).text();
          const names = [...metrics.matchAll(/^process_cpu_seconds_total\{[^}]*process="([^"]+)"/gm)].map(
            ([, name]) => name!,
          );
          const count = (role: string): number => new Set(names.filter((name) => name.startsWith(`${role}-`))).size;
          // Numbers of killed processes are free again, also after the server that stored them was killed.
          return count('api') >= 2 && count('workers') >= 4;
        });
    });
  },
);
