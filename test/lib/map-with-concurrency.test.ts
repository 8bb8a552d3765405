import { expect, it } from 'vitest';
import { forEachConcurrently } from '../../src/lib/map-with-concurrency.ts';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it('starts items in order, at most the configured number at once', async () => {
  const started: number[] = [];
  let inside = 0;
  let peak = 0;
  await forEachConcurrently([1, 2, 3, 4, 5], 2, async (item) => {
    started.push(item);
    peak = Math.max(peak, ++inside);
    await turn();
    inside -= 1;
  });
  expect({ started, peak }).toEqual({ started: [1, 2, 3, 4, 5], peak: 2 });
});

it('starts no further item after the callback requests a stop, and waits for those in progress', async () => {
  const ended: number[] = [];
  await forEachConcurrently([1, 2, 3, 4], 2, async (item) => {
    if (item === 2) await turn();
    ended.push(item);
    return item === 1;
  });
  expect(ended).toEqual([1, 2]);
});

it('starts no further item after a failure, and throws its error', async () => {
  const started: number[] = [];
  const work = forEachConcurrently([1, 2, 3, 4], 2, async (item) => {
    started.push(item);
    await turn();
    if (item === 1) throw new Error('the first');
  });
  await expect(work).rejects.toThrow('the first');
  await turn();
  expect(started).toEqual([1, 2]);
});
