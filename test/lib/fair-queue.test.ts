import fc from 'fast-check';
import { expect, it } from 'vitest';
import { makeFairQueue } from '../../src/lib/fair-queue.ts';

const drain = <T>(queue: { shift: () => T | undefined }): T[] => {
  const items: T[] = [];
  for (let item = queue.shift(); item !== undefined; item = queue.shift()) items.push(item);
  return items;
};

it('serves owners round-robin, and the items of each owner in order', () => {
  const queue = makeFairQueue<string>();
  for (const item of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']) queue.push(item[0]!, item);
  expect(drain(queue)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
});

it('makes a new owner wait for at most one item of every other owner', () => {
  const queue = makeFairQueue<string>();
  for (let index = 0; index < 10_000; index++) queue.push('a', `a${index}`);
  queue.shift();
  queue.push('b', 'b0');
  expect([queue.shift(), queue.shift()]).toEqual(['a1', 'b0']);
});

it('contains exactly the pushed items that were not taken or removed', () => {
  const step = fc.record({
    does: fc.constantFrom('push', 'push', 'shift', 'remove'),
    owner: fc.constantFrom('a', 'b', '__proto__'),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const queue = makeFairQueue<string>();
      const inside = new Set<string>();
      for (const [index, { does, owner }] of steps.entries()) {
        const item = `${owner} ${index}`;
        if (does === 'push') {
          queue.push(owner, item);
          inside.add(item);
        } else if (does === 'shift') {
          const taken = queue.shift();
          expect(taken === undefined ? inside.size : inside.delete(taken)).toBe(taken === undefined ? 0 : true);
        } else {
          const some = [...inside].find((known) => known.startsWith(`${owner} `));
          expect(queue.remove(owner, some ?? 'nothing')).toBe(some !== undefined);
          if (some !== undefined) inside.delete(some);
        }
        expect(queue.size()).toBe(inside.size);
      }
      expect(new Set(drain(queue))).toEqual(inside);
    }),
    { seed: 5 },
  );
});
