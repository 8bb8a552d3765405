import { readFileSync } from 'node:fs';

const TICKS_PER_SECOND = 100;

/** Processor time of this thread in seconds; of the process where the system does not report threads. */
function used(): number {
  try {
    // proc(5): fields after the name in parentheses; the 12th and 13th are user and system time.
    const fields = readFileSync('/proc/thread-self/stat', 'utf8').split(') ').at(-1)!.split(' ');
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000_000;
  }
}

/** Processor time in seconds that work costs this thread, independent of other load. */
export function threadCpuOf(work: () => unknown): number {
  const before = used();
  work();
  return used() - before;
}
