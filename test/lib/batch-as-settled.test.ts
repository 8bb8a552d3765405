import { expect, it } from 'vitest';
import { batchAsSettled } from '../../src/lib/batch-as-settled.ts';

const HOUR = 3_600_000;

const collect = async (waves: AsyncIterable<readonly number[]>): Promise<number[][]> => {
  const all: number[][] = [];
  for await (const wave of waves) all.push([...wave].toSorted());
  return all;
};

it('yields everything at once when all are settled, and nothing for an empty list', async () => {
  expect(
    await collect(
      batchAsSettled(
        [1, 2, 3].map(async (value) => value),
        HOUR,
      ),
    ),
  ).toEqual([[1, 2, 3]]);
  expect(await collect(batchAsSettled([], HOUR))).toEqual([]);
});

it('yields settled results while one is pending, and that one afterwards', async () => {
  let end: (value: number) => void = () => undefined;
  const late = new Promise<number>((resolve) => {
    end = resolve;
  });
  const waves = batchAsSettled([late, Promise.resolve(1), Promise.resolve(2)], 1);
  expect((await waves.next()).value?.toSorted()).toEqual([1, 2]);
  const last = waves.next();
  end(3);
  expect((await last).value).toEqual([3]);
  expect((await waves.next()).done).toBe(true);
});
