import { threadCpuOf } from './thread-cpu.ts';

const FACTOR = 16;

/** Shorter measurements consist of few clock ticks of 10 ms and count as this, in seconds. */
const MIN_S = 0.05;

const ATTEMPTS = 3;

/** Four times linear growth: garbage collection costs some, and quadratic growth is 256. */
export const MAX_LINEAR_GROWTH = 4 * FACTOR;

/**
 * Growth factor of the processor time of work when its input grows 16 times. Both inputs are measured in the same run
 * on the same thread, so the result does not depend on the speed or the load of the machine.
 *
 * @param make creates an input of a size; not measured
 * @param size of the large input
 */
export function growthOf<T>(make: (size: number) => T, work: (input: T) => unknown, size: number): number {
  const [small, large] = [make(Math.ceil(size / FACTOR)), make(size)];
  // The first run includes compilation.
  work(small);
  let growth = Number.POSITIVE_INFINITY;
  let [leastSmall, leastLarge] = [growth, growth];
  for (let attempt = 0; attempt < ATTEMPTS && growth > MAX_LINEAR_GROWTH; attempt++) {
    leastSmall = Math.min(
      leastSmall,
      threadCpuOf(() => work(small)),
    );
    leastLarge = Math.min(
      leastLarge,
      threadCpuOf(() => work(large)),
    );
    growth = leastLarge / Math.max(leastSmall, MIN_S);
  }
  return growth;
}
