import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { system } from '../../src/platform/db/index.ts';
import { makeMetrics } from '../../src/platform/index.ts';
import { writeMetrics } from '../../src/platform/process-metrics/process-metrics-store.ts';
import { makeTestDatabase, type TestDatabase } from '../support/database.ts';
import { readExposition } from '../support/exposition.ts';
import { makeTestProcesses } from '../support/processes.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await makeTestDatabase();
});
afterAll(() => test.drop());

/** Simulates that a number of seconds have passed since all processes wrote. */
const letPass = (seconds: number): Promise<unknown> =>
  sql`update process_figures set at = at - ${seconds}::float8 * interval '1 s'`.execute(system(test.db));

const FRESH_MS = 45_000;

function makeProcess(role: string, name: string, done: number, ahead = 0) {
  const metrics = makeMetrics(role);
  const seconds = metrics.histogram({ name: 'job_seconds', help: 'Duration of jobs.', labels: ['job'] });
  for (let count = 0; count < done; count++) seconds.observe({ job: 'document.validate' }, 0.004);
  return makeTestProcesses(test.db, metrics, { role, name, now: () => Date.now() + ahead });
}

/** Jobs done by each process. */
const countsIn = (text: string): Record<string, number> =>
  Object.fromEntries(
    (readExposition(text).get('job_seconds')?.samples ?? [])
      .filter(({ name }) => name === 'job_seconds_count')
      .map(({ labels, value }) => [labels.process!, value]),
  );

it('renders the metrics of every process separately, once each, while they are fresh', async () => {
  const api = makeProcess('api', 'api host 1', 0);
  const first = makeProcess('workers', 'workers host 2', 3);
  const second = makeProcess('workers', 'workers host 3', 4);
  const reporting = [first.startTelling()];
  await expect.poll(async () => countsIn(await api.render())).toEqual({ 'workers-1': 3 });
  reporting.push(second.startTelling());
  await expect.poll(async () => countsIn(await api.render())).toEqual({ 'workers-1': 3, 'workers-2': 4 });
  const families = readExposition(await api.render());
  const cpu = families.get('process_cpu_user_seconds_total')!.samples.map(({ labels }) => labels);
  expect(cpu).toEqual([
    { role: 'api', process: 'api' },
    { role: 'workers', process: 'workers-1' },
    { role: 'workers', process: 'workers-2' },
  ]);
  // Its own metrics are not rendered twice.
  expect(countsIn(await first.render())).toEqual({ 'workers-1': 3, 'workers-2': 4 });

  await reporting[0]!.stop();
  expect(countsIn(await api.render())).toEqual({ 'workers-2': 4 });
  await letPass(60);
  expect(countsIn(await api.render())).toEqual({});
  await reporting[1]!.stop();
});

it('gives a restarted process the number of an ended one, so that the number of series does not grow', async () => {
  const api = makeProcess('api', 'api host 1', 0);
  for (let round = 1; round <= 3; round++) {
    const first = makeProcess('workers', `workers host ${round}`, round).startTelling();
    await expect.poll(async () => countsIn(await api.render())).toEqual({ 'workers-1': round });
    const second = makeProcess('workers', `workers host ${round} too`, round).startTelling();
    await expect.poll(async () => countsIn(await api.render())).toEqual({ 'workers-1': round, 'workers-2': round });
    await first.stop();
    await second.stop();
    // A killed process leaves metrics, which become stale.
    const killed = { process: 'workers-1', owner: `killed in round ${round}`, figures: [] };
    expect(await writeMetrics(test.db, killed, FRESH_MS)).not.toBeNull();
    await letPass(60);
  }
});

it('a number belongs to one process at a time, and is free when its process stops publishing', async () => {
  const write = (owner: string): Promise<boolean> =>
    writeMetrics(test.db, { process: 'workers-7', owner, figures: [] }, FRESH_MS).then((at) => at !== null);
  expect(await write('one')).toBe(true);
  expect(await write('another')).toBe(false);
  expect(await write('one')).toBe(true);
  await letPass(60);
  expect(await write('another')).toBe(true);
  expect(await write('one')).toBe(false);
});

it('a process whose clock is off by an hour reports that, and does not affect others', async () => {
  const api = makeProcess('api', 'api host 1', 0);
  const processes = [0, 3_600_000, -3_600_000].map((ahead, index) =>
    makeProcess('workers', `workers clock ${ahead}`, index + 1, ahead),
  );
  const reporting = [];
  for (const one of processes) {
    reporting.push(one.startTelling());
    await expect.poll(async () => Object.keys(countsIn(await api.render()))).toHaveLength(reporting.length);
  }
  // Every process renders all metrics, whichever wrote last.
  for (const one of [...processes, api]) expect(Object.values(countsIn(await one.render())).sort()).toEqual([1, 2, 3]);
  const clockOf = async (index: number): Promise<number> => {
    const families = readExposition(await processes[index]!.render());
    const own = ({ labels }: { labels: Readonly<Record<string, string>> }) => labels.process === `workers-${index + 1}`;
    return families.get('clock_ahead_seconds')!.samples.find(own)!.value;
  };
  expect(await clockOf(0)).toBe(0);
  // Minus the duration of the query.
  await expect.poll(() => clockOf(1)).toBeGreaterThan(3_000);
  await expect.poll(() => clockOf(2)).toBeLessThan(-3_000);
  for (const { stop } of reporting) await stop();
});
