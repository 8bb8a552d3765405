import { afterAll, beforeAll, expect, it } from 'vitest';
import { writeMetrics } from '../../src/process-metrics/store.ts';
import { makeMetrics } from '../../src/runtime/index.ts';
import { makeTestDatabase, type TestDatabase } from '../support/database.ts';
import { readExposition } from '../support/exposition.ts';
import { makeTestProcesses } from '../support/processes.ts';

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
  return makeTestProcesses(test.db, metrics, { role, name, now: () => time });
}

/** How many jobs each process has done. */
const countsIn = (text: string): Record<string, number> =>
  Object.fromEntries(
    (readExposition(text).get('job_seconds')?.samples ?? [])
      .filter(({ name }) => name === 'job_seconds_count')
      .map(({ labels, value }) => [labels.process!, value]),
  );

it('tells the figures of every process apart, once each, as long as they are fresh', async () => {
  const api = makeProcess('api', 'api host 1', 0);
  const first = makeProcess('workers', 'workers host 2', 3);
  const second = makeProcess('workers', 'workers host 3', 4);
  const telling = [first.startTelling()];
  await expect.poll(async () => countsIn(await api.render())).toEqual({ 'workers-1': 3 });
  telling.push(second.startTelling());
  await expect.poll(async () => countsIn(await api.render())).toEqual({ 'workers-1': 3, 'workers-2': 4 });
  const families = readExposition(await api.render());
  const cpu = families.get('process_cpu_user_seconds_total')!.samples.map(({ labels }) => labels);
  expect(cpu).toEqual([
    { role: 'api', process: 'api' },
    { role: 'workers', process: 'workers-1' },
    { role: 'workers', process: 'workers-2' },
  ]);
  // Its own are not told twice.
  expect(countsIn(await first.render())).toEqual({ 'workers-1': 3, 'workers-2': 4 });

  await telling[0]!.stop();
  expect(countsIn(await api.render())).toEqual({ 'workers-2': 4 });
  time += 60_000;
  expect(countsIn(await api.render())).toEqual({});
  await telling[1]!.stop();
});

it('gives a process that starts anew the number of one that is gone, so that series do not grow in number', async () => {
  const api = makeProcess('api', 'api host 1', 0);
  for (let round = 1; round <= 3; round++) {
    const first = makeProcess('workers', `workers host ${round}`, round).startTelling();
    await expect.poll(async () => countsIn(await api.render())).toEqual({ 'workers-1': round });
    const second = makeProcess('workers', `workers host ${round} too`, round).startTelling();
    await expect.poll(async () => countsIn(await api.render())).toEqual({ 'workers-1': round, 'workers-2': round });
    await first.stop();
    await second.stop();
    // Killed, a process leaves its figures, which grow old.
    const killed = { process: 'workers-1', owner: `killed in round ${round}`, figures: [], at: new Date(time) };
    expect(await writeMetrics(test.db, killed, new Date(time - 45_000))).toBe(true);
    time += 60_000;
  }
});

it('a number is of one process at a time, and free once its process is silent', async () => {
  const row = (owner: string) => ({ process: 'workers-7', owner, figures: [], at: new Date(time) });
  const gone = () => new Date(time - 45_000);
  expect(await writeMetrics(test.db, row('one'), gone())).toBe(true);
  expect(await writeMetrics(test.db, row('another'), gone())).toBe(false);
  expect(await writeMetrics(test.db, row('one'), gone())).toBe(true);
  time += 60_000;
  expect(await writeMetrics(test.db, row('another'), gone())).toBe(true);
  expect(await writeMetrics(test.db, row('one'), gone())).toBe(false);
});
