/**
 * What a piece of work costs, in milliseconds of this process's processor time: what other processes do meanwhile does
 * not count, however busy the machine is.
 */
export async function cpuOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  const made = work();
  // A promise that is awaited gives others a turn: what is done at once is measured at once.
  if (made instanceof Promise) await made;
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** The least of several measurements: what disturbs one of them, such as collecting garbage, does not disturb all. */
export async function leastCpuOf(work: () => unknown, rounds: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round++) least = Math.min(least, await cpuOf(work));
  return least;
}
