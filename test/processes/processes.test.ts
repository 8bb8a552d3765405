import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeProcesses } from '../../src/processes/index.ts';
import { makeMetrics } from '../../src/runtime/index.ts';
import { makeTestDatabase, type TestDatabase, testLog } from '../support/database.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await makeTestDatabase();
});
afterAll(() => test.drop());

let time = Date.UTC(2026, 10, 21);

function makeProcess(role: string, name: string, done: number) {
  const metrics = makeMetrics(role);
  const seconds = metrics.histogram({ name: 'job_seconds', help: 'How long jobs run.', labels: ['job'] });
  for (let count = 0; count < done; count++) seconds.observe({ job: 'document.validate' }, 0.004);
  metrics.gauge({ name: 'outbox_backlog', help: 'Jobs.', collect: (gauge) => gauge.set(done) });
  return makeProcesses({ db: test.db, metrics, log: testLog, name, now: () => time });
}

const countsIn = (text: string) => text.split('\n').filter((line) => line.startsWith('job_seconds_count'));

it('tells the figures of every process, once each, as long as they are fresh', async () => {
  const api = makeProcess('api', 'api host 1', 0);
  const first = makeProcess('workers', 'workers host 2', 3);
  const second = makeProcess('workers', 'workers host 3', 4);
  const telling = [first.startTelling(), second.startTelling()];
  await expect
    .poll(async () => countsIn(await api.render()))
    .toEqual(['job_seconds_count{job="document.validate",role="workers"} 7']);
  const text = await api.render();
  expect(text.match(/^# TYPE job_seconds histogram$/gm)).toHaveLength(1);
  expect(text).toContain('job_seconds_bucket{le="0.005",job="document.validate",role="workers"} 7');
  expect(text).toMatch(/^process_cpu_user_seconds_total\{role="api"\}/m);
  expect(text).toMatch(/^process_cpu_user_seconds_total\{role="workers"\}/m);
  // Its own are not told twice.
  expect(countsIn(await first.render())).toEqual(['job_seconds_count{job="document.validate",role="workers"} 7']);

  await telling[0]!.stop();
  expect(countsIn(await api.render())).toEqual(['job_seconds_count{job="document.validate",role="workers"} 4']);
  time += 60_000;
  expect(countsIn(await api.render())).toEqual([]);
  await telling[1]!.stop();
});
