import { expect, it } from 'vitest';
import { shareOf } from '../../src/platform/queue/index.ts';

const backlog = (waiting: Record<string, number>) => ({
  total: Object.values(waiting).reduce((sum, count) => sum + count, 0),
  of: new Map(Object.entries(waiting)),
});

it('a single workspace may use four fifths of the capacity, and a new workspace still finds some', () => {
  const has = (waiting: Record<string, number>, workspace: string) => {
    const share = shareOf(backlog(waiting), 25_000, workspace);
    return share.waiting < share.limit;
  };
  expect(has({ a: 19_999 }, 'a')).toBe(true);
  expect(has({ a: 20_000 }, 'a')).toBe(false);
  expect(has({ a: 20_000 }, 'b')).toBe(true);
  expect(has({ a: 20_000, b: 4_000 }, 'b')).toBe(false);
  expect(has({ a: 20_000, b: 4_000 }, 'c')).toBe(true);
  // Requests accepted with an outdated count have used all capacity.
  expect(has({ a: 20_000, b: 5_000 }, 'c')).toBe(false);
  expect(shareOf(backlog({ a: 26_000 }), 25_000, 'a')).toEqual({ waiting: 26_000, limit: 0 });
});
