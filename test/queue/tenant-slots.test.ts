import { expect, it } from 'vitest';
import { makeHalves, makeTenantSlots } from '../../src/platform/queue/tenant-slots.ts';

const SOON = 5;

/** Records the interruptions of the long jobs of a pool, by owner. */
function makePool(slots: number) {
  const pool = makeTenantSlots(slots, SOON);
  const running: { owner: string; leave: () => void }[] = [];
  const begin = (owner: string): boolean => {
    const own: { owner: string; leave: () => void } = { owner, leave: () => undefined };
    const leave = pool.enter(owner, () => own.leave());
    if (leave === null) return false;
    own.leave = () => {
      running.splice(running.indexOf(own), 1);
      leave();
    };
    running.push(own);
    return true;
  };
  const count = () => {
    const counts: Record<string, number> = {};
    for (const { owner } of running) counts[owner] = (counts[owner] ?? 0) + 1;
    return counts;
  };
  const end = (owner: string) => running.find((one) => one.owner === owner)!.leave();
  return { begin, count, end };
}

it('long jobs of one owner hold all slots but two', async () => {
  const { begin, count, end } = makePool(6);
  for (let job = 0; job < 6; job++) expect(begin('a')).toBe(true);
  await expect.poll(count).toEqual({ a: 4 });
  expect(begin('a')).toBe(false);
  end('a');
  expect(begin('a')).toBe(true);
});

it('long jobs of several owners share the same limit equally', async () => {
  const { begin, count } = makePool(8);
  for (let job = 0; job < 8; job++) begin('a');
  await expect.poll(count).toEqual({ a: 6 });
  for (const expected of [
    { a: 5, b: 1 },
    { a: 4, b: 2 },
    { a: 3, b: 3 },
  ]) {
    expect(begin('b')).toBe(true);
    await expect.poll(count).toEqual(expected);
  }
  expect([begin('a'), begin('b')]).toEqual([false, false]);
  // A job of a new owner starts immediately.
  expect(begin('c')).toBe(true);
  await expect.poll(() => Object.values(count()).toSorted()).toEqual([1, 2, 3]);
});

it('the only long job of an owner is never interrupted', async () => {
  const { begin, count } = makePool(4);
  for (const owner of ['a', 'b', 'c', 'd']) {
    expect(begin(owner)).toBe(true);
    // Longer than the threshold for long jobs.
    await new Promise((resolve) => setTimeout(resolve, 2 * SOON));
  }
  expect(count()).toEqual({ a: 1, b: 1, c: 1, d: 1 });
});

it('an owner of uninterruptible jobs gets half of the slots', () => {
  const halves = makeHalves(5);
  const never = () => {
    throw new Error('not expected');
  };
  const [first, second] = [halves.enter('a', never), halves.enter('a', never)];
  expect([first !== null, second !== null, halves.enter('a', never)]).toEqual([true, true, null]);
  expect(halves.enter('b', never)).not.toBeNull();
  first!();
  expect(halves.enter('a', never)).not.toBeNull();
  expect(makeHalves(1).enter('a', never)).not.toBeNull();
});
