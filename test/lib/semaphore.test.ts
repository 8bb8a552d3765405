import { expect, it } from 'vitest';
import { makeSemaphore } from '../../src/lib/semaphore.ts';

const neverAborted = new AbortController().signal;
/** Runs everything that is due. */
const settle = () => new Promise((done) => setImmediate(done));

/** A caller that enters as soon as a slot is free. */
function visitor(semaphore: ReturnType<typeof makeSemaphore>, signal = neverAborted) {
  const visit = { leave: null as (() => void) | null, refused: undefined as unknown };
  semaphore.enter(signal).then(
    (leave) => {
      visit.leave = leave;
    },
    (error) => {
      visit.refused = error;
    },
  );
  return visit;
}

it('admits the configured number at once and the others in order', async () => {
  const semaphore = makeSemaphore(2);
  const visits = [visitor(semaphore), visitor(semaphore), visitor(semaphore), visitor(semaphore)];
  await settle();
  expect(visits.map(({ leave }) => leave !== null)).toEqual([true, true, false, false]);
  visits[0]!.leave!();
  visits[0]!.leave!();
  await settle();
  expect(visits.map(({ leave }) => leave !== null)).toEqual([true, true, true, false]);
  expect(semaphore.inside()).toBe(2);
});

it('removes a waiting caller that aborts, and rejects one whose signal is already aborted', async () => {
  const semaphore = makeSemaphore(1);
  const stop = new AbortController();
  const [inside, waiting, behind] = [visitor(semaphore), visitor(semaphore, stop.signal), visitor(semaphore)];
  await settle();
  stop.abort(new Error('left'));
  const late = visitor(semaphore, stop.signal);
  await settle();
  expect(waiting.refused).toEqual(new Error('left'));
  expect(late.refused).toEqual(new Error('left'));
  inside.leave!();
  await settle();
  expect(behind.leave).not.toBeNull();
});
