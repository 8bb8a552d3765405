import { expect, it } from 'vitest';
import { makeSemaphore } from '../../src/lib/semaphore.ts';

const patient = new AbortController().signal;
/** Lets everything that is due happen. */
const settle = () => new Promise((done) => setImmediate(done));

/** Somebody who enters when there is a place. */
function visitor(semaphore: ReturnType<typeof makeSemaphore>, signal = patient) {
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

it('lets so many in at once, the others in their order', async () => {
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

it('forgets who leaves while waiting, and refuses who has left before', async () => {
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
