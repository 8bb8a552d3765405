import { expect, it } from 'vitest';
import { makeGroupWriter } from '../../src/lib/batch-writer.ts';

it('writes items that arrived during a write as one group, up to the maximum size, in order', async () => {
  const groups: number[][] = [];
  let go: () => void = () => undefined;
  const writer = makeGroupWriter<number>(async (items) => {
    groups.push([...items]);
    if (groups.length === 1) {
      await new Promise<void>((done) => {
        go = done;
      });
    }
  }, 3);
  const written = [1, 2, 3, 4, 5].map((item) => writer.write(item));
  go();
  await Promise.all(written);
  expect(groups).toEqual([[1], [2, 3, 4], [5]]);
});

it('rejects only the items of a failed group and continues', async () => {
  const writer = makeGroupWriter<string>(async (items) => {
    if (items.includes('bad')) throw new Error('refused');
  }, 10);
  const results = await Promise.allSettled(['good', 'bad', 'with bad'].map((item) => writer.write(item)));
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
  await writer.write('later');
});

it('rejects only the item whose data is invalid and writes the rest of its group', async () => {
  const written: string[] = [];
  const writer = makeGroupWriter<string>(async (items) => {
    if (items.includes('bad')) throw Object.assign(new Error('refused'), { code: '22P05' });
    written.push(...items);
  }, 10);
  const ends = await Promise.allSettled(['first', 'a', 'bad', 'b'].map((item) => writer.write(item)));
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
  expect(written).toEqual(['first', 'a', 'b']);
});

it('drains when everything is written', async () => {
  let written = 0;
  const writer = makeGroupWriter<number>(async (items) => {
    await new Promise((done) => setImmediate(done));
    written += items.length;
  }, 1);
  for (const item of [1, 2, 3]) void writer.write(item);
  await writer.settled();
  expect(written).toBe(3);
});
