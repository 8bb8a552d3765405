import { expect, it } from 'vitest';
import { makeFailureCache } from '../../src/lib/failure-cache.ts';
import { type FairSemaphore, makeFairSemaphore, SemaphoreFull } from '../../src/lib/fair-semaphore.ts';

const neverAborted = new AbortController().signal;
const settle = () => new Promise((done) => setImmediate(done));
const ROOMY = { mostWaiting: 1_000, mostWaitingOfOwner: 1_000 };

/** The names of the holders in the order in which they entered; each holds its slot until the test releases it. */
function visitors(semaphore: FairSemaphore) {
  const inside: string[] = [];
  const leave = new Map<string, () => void>();
  const come = (name: string, signal = neverAborted) =>
    semaphore.enter(name.slice(0, 1), signal).then((left) => {
      inside.push(name);
      leave.set(name, left);
    });
  return { inside, come, leave: (name: string) => leave.get(name)!() };
}

it('an owner with a hundred waiting requests does not delay another owner by more than one slot', async () => {
  const semaphore = makeFairSemaphore({ most: 1, mostOfOwner: 1, ...ROOMY });
  const { inside, come, leave } = visitors(semaphore);
  for (let visit = 0; visit < 100; visit += 1) void come(`a${visit}`);
  void come('b0');
  void come('c0');
  await settle();
  for (const name of ['a0', 'b0', 'c0', 'a1']) {
    expect(inside.at(-1)).toBe(name);
    leave(name);
    leave(name);
    await settle();
  }
  expect(inside).toEqual(['a0', 'b0', 'c0', 'a1', 'a2']);
});

it('one owner never holds all slots, and its own requests are served in order', async () => {
  const semaphore = makeFairSemaphore({ most: 3, mostOfOwner: 2, ...ROOMY });
  const { inside, come, leave } = visitors(semaphore);
  for (const name of ['a0', 'a1', 'a2', 'a3']) void come(name);
  await settle();
  expect(inside).toEqual(['a0', 'a1']);
  void come('b0');
  await settle();
  expect(inside).toEqual(['a0', 'a1', 'b0']);
  leave('a1');
  await settle();
  expect(inside.at(-1)).toBe('a2');
  leave('b0');
  await settle();
  expect(inside).toEqual(['a0', 'a1', 'b0', 'a2']);
});

it('rejects requests above the queue limit, in total or per owner, unless a slot is free', async () => {
  const semaphore = makeFairSemaphore({ most: 2, mostOfOwner: 1, mostWaiting: 3, mostWaitingOfOwner: 2 });
  const { inside, come } = visitors(semaphore);
  for (const name of ['a0', 'a1', 'a2']) void come(name);
  await expect(come('a3')).rejects.toBeInstanceOf(SemaphoreFull);
  await come('b0');
  void come('c0');
  await expect(come('d0')).rejects.toBeInstanceOf(SemaphoreFull);
  expect(inside).toEqual(['a0', 'b0']);
  expect(semaphore.waiting()).toBe(3);
});

it('removes a request that is cancelled while it waits', async () => {
  const semaphore = makeFairSemaphore({ most: 1, mostOfOwner: 1, ...ROOMY });
  const { inside, come, leave } = visitors(semaphore);
  await come('a0');
  const left = new AbortController();
  const gone = come('b0', left.signal);
  void come('c0');
  left.abort(new Error('gone'));
  await expect(gone).rejects.toThrow('gone');
  await expect(come('d0', AbortSignal.abort(new Error('before')))).rejects.toThrow('before');
  expect(semaphore.waiting()).toBe(1);
  leave('a0');
  await settle();
  expect(inside).toEqual(['a0', 'c0']);
});

it('failures are cached for some minutes, the oldest is evicted first, and an empty cache computes no fingerprint', () => {
  let now = 0;
  const failureCache = makeFailureCache<string>(() => now);
  const never = (): string => {
    throw new Error('the failure cache is empty: no fingerprint is needed');
  };
  expect(failureCache.find(never)).toBeNull();
  failureCache.add('x', 'time');
  expect(failureCache.find(() => 'x')).toBe('time');
  expect(failureCache.find(() => 'y')).toBeNull();
  now += 10 * 60_000;
  expect(failureCache.find(() => 'x')).toBeNull();
  for (let index = 0; index <= 1_000; index += 1) failureCache.add(`file ${index}`, 'memory');
  expect(failureCache.find(() => 'file 0')).toBeNull();
  expect(failureCache.find(() => 'file 1')).toBe('memory');
});
