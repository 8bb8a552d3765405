import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { makeNotifier } from '../../src/lib/notifier.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('wakes only the subscribers of the key', async () => {
  const notifier = makeNotifier();
  const [a, b] = [notifier.subscribe('a'), notifier.subscribe('b')];
  const woken = Promise.all([a.wait(1_000), b.wait(1_000)]);
  notifier.notify('a');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await woken).toEqual([true, false]);
});

it('delivers a notification between subscribing and listening once', async () => {
  const notifier = makeNotifier();
  const subscription = notifier.subscribe('a');
  notifier.notify('a');
  notifier.notify('a');
  expect(await subscription.wait(0)).toBe(true);
  const again = subscription.wait(5);
  await vi.advanceTimersByTimeAsync(5);
  expect(await again).toBe(false);
});

it('remembers a notification between two calls', async () => {
  const notifier = makeNotifier();
  const subscription = notifier.subscribe('a');
  const first = subscription.wait(1_000);
  notifier.notify('a');
  expect(await first).toBe(true);
  notifier.notify('a');
  expect(await subscription.wait(0)).toBe(true);
});

it('wakes all subscribers when notifications may have been lost', async () => {
  const notifier = makeNotifier();
  const woken = Promise.all(['a', 'b', 'a'].map((key) => notifier.subscribe(key).wait(1_000)));
  notifier.notifyAll();
  expect(await woken).toEqual([true, true, true]);
});

it('returns at once when the signal aborts', async () => {
  const notifier = makeNotifier();
  const abort = new AbortController();
  const woken = notifier.subscribe('a').wait(1_000, abort.signal);
  abort.abort();
  expect(await woken).toBe(false);
  expect(await notifier.subscribe('a').wait(1_000, abort.signal)).toBe(false);
  expect(vi.getTimerCount()).toBe(0);
});

it('retains nothing after the subscriptions are closed', async () => {
  const notifier = makeNotifier();
  const subscriptions = [notifier.subscribe('a'), notifier.subscribe('a'), notifier.subscribe('b')];
  expect(notifier.subscriptions()).toBe(3);
  for (const subscription of subscriptions) subscription.close();
  expect(notifier.subscriptions()).toBe(0);
});
