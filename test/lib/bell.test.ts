import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { makeBell } from '../../src/lib/bell.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('wakes those of the key, and no others', async () => {
  const bell = makeBell();
  const [a, b] = [bell.open('a'), bell.open('b')];
  const heard = Promise.all([a.hear(1_000), b.hear(1_000)]);
  bell.ring('a');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await heard).toEqual([true, false]);
});

it('remembers a ring between opening and listening, once', async () => {
  const bell = makeBell();
  const ear = bell.open('a');
  bell.ring('a');
  bell.ring('a');
  expect(await ear.hear(0)).toBe(true);
  const again = ear.hear(5);
  await vi.advanceTimersByTimeAsync(5);
  expect(await again).toBe(false);
});

it('remembers a ring between two calls', async () => {
  const bell = makeBell();
  const ear = bell.open('a');
  const first = ear.hear(1_000);
  bell.ring('a');
  expect(await first).toBe(true);
  bell.ring('a');
  expect(await ear.hear(0)).toBe(true);
});

it('wakes everybody when rings may have been lost', async () => {
  const bell = makeBell();
  const heard = Promise.all(['a', 'b', 'a'].map((key) => bell.open(key).hear(1_000)));
  bell.ringAll();
  expect(await heard).toEqual([true, true, true]);
});

it('stops at once when the signal aborts', async () => {
  const bell = makeBell();
  const abort = new AbortController();
  const heard = bell.open('a').hear(1_000, abort.signal);
  abort.abort();
  expect(await heard).toBe(false);
  expect(await bell.open('a').hear(1_000, abort.signal)).toBe(false);
  expect(vi.getTimerCount()).toBe(0);
});

it('keeps nothing when the ears are closed', async () => {
  const bell = makeBell();
  const ears = [bell.open('a'), bell.open('a'), bell.open('b')];
  expect(bell.ears()).toBe(3);
  for (const ear of ears) ear.close();
  expect(bell.ears()).toBe(0);
});
