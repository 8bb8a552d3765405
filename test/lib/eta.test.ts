import { expect, it } from 'vitest';
import { secondsLeft } from '../../src/lib/eta.ts';

const since = new Date(0);
const running = { status: 'running', total: 100, done: 20, failed: 0, since };

it('extrapolates the throughput so far', () => expect(secondsLeft(running, 10_000)).toBe(40));

it('does not count failures as throughput', () => expect(secondsLeft({ ...running, failed: 10 }, 10_000)).toBe(80));

it('returns null while nothing has succeeded or nothing is running', () => {
  expect(secondsLeft({ ...running, failed: 20 }, 10_000)).toBeNull();
  for (const status of ['queued', 'completed', 'canceled'])
    expect(secondsLeft({ ...running, status }, 10_000)).toBeNull();
});
