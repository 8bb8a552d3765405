import { afterEach, expect, it } from 'vitest';
import { makeMetrics, makeThreadPool, type ThreadPool } from '../../src/platform/index.ts';
import { testLog } from '../support/database.ts';

type Request = { readonly gate: SharedArrayBuffer };
let pool: ThreadPool<Request, string>;
afterEach(() => pool.close());

const openPool = (): void => {
  pool = makeThreadPool({
    name: 'gates',
    script: new URL('./gate-thread.ts', import.meta.url),
    setup: null,
    threads: 3,
    timeLimit: 60_000,
    memoryLimit: 128,
    log: testLog,
    metrics: makeMetrics('test'),
  });
};

/** Starts a number of small requests, which finish when the returned function is called. */
const startRequests = (count: number): { readonly open: () => void; readonly all: Promise<string[]> } => {
  const gate = new SharedArrayBuffer(4);
  const one = (index: number): Promise<string> =>
    pool.run({ request: { gate }, owner: `owner ${index % 3}`, cost: 'small', fingerprint: () => `${index}` });
  return {
    all: Promise.all(Array.from({ length: count }, (_, index) => one(index))),
    open: () => {
      Atomics.store(new Int32Array(gate), 0, 1);
      Atomics.notify(new Int32Array(gate), 0);
    },
  };
};

it('small requests at the concurrency of a worker process start the second thread, and not the third', async () => {
  openPool();
  const requests = startRequests(8);
  await expect.poll(() => [pool.threads(), pool.waiting()]).toEqual([2, 6]);
  requests.open();
  expect(await requests.all).toEqual(Array(8).fill('through'));
  expect(pool.threads()).toBe(2);
});

it('the first thread handles a few small requests', async () => {
  openPool();
  const requests = startRequests(4);
  await expect.poll(() => [pool.threads(), pool.waiting()]).toEqual([1, 3]);
  requests.open();
  expect(await requests.all).toEqual(Array(4).fill('through'));
  expect(pool.threads()).toBe(1);
});
