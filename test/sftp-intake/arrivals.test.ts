import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { makeArrivals } from '../../src/modules/sftp/intake/arrivals.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const UPLOADER = { actor: 'sfk_test', address: null };

function gather() {
  const groups: number[] = [];
  const stopping = new AbortController();
  const running: Promise<void>[] = [];
  const arrivals = makeArrivals({
    enter: async () => () => undefined,
    take: async (_, __, names) => void groups.push(names.length),
    track: (work) => void running.push(work.catch(() => undefined)),
    signal: stopping.signal,
  });
  const add = (first: number, count: number): void => {
    for (let index = first; index < first + count; index++) arrivals.add('wsp_1', `${index}.xml`, UPLOADER);
  };
  return { groups, add, stopping, running };
}

it('claims a single file at once, batches the following ones, and claims a full group at once', async () => {
  const { groups, add } = gather();
  add(0, 1);
  await vi.advanceTimersByTimeAsync(0);
  expect(groups).toEqual([1]);
  add(1, 63);
  await vi.advanceTimersByTimeAsync(1);
  expect(groups).toEqual([1]);
  add(64, 1);
  await vi.advanceTimersByTimeAsync(0);
  expect(groups).toEqual([1, 64]);
  add(65, 130);
  await vi.advanceTimersByTimeAsync(0);
  expect(groups).toEqual([1, 64, 64, 64]);
  await vi.advanceTimersByTimeAsync(300);
  expect(groups).toEqual([1, 64, 64, 64, 2]);
});

it('leaves files of an unfinished batch in the inbox when the process ends', async () => {
  const { groups, add, stopping, running } = gather();
  add(0, 1);
  await vi.advanceTimersByTimeAsync(0);
  add(1, 5);
  stopping.abort(new Error('the intake stops'));
  await vi.advanceTimersByTimeAsync(0);
  await Promise.all(running);
  expect(groups).toEqual([1]);
});
