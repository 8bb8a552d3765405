/** Cost of work in milliseconds of this process's processor time, independent of other processes. */
export async function cpuOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  const made = work();
  // Awaiting a promise lets other tasks run; synchronous work is measured without it.
  if (made instanceof Promise) await made;
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Minimum of several measurements, since a disturbance such as garbage collection does not affect all. */
export async function leastCpuOf(work: () => unknown, rounds: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round++) least = Math.min(least, await cpuOf(work));
  return least;
}
