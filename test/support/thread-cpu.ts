import { readFileSync } from 'node:fs';

const TICKS_PER_SECOND = 100;

/** Seconds of processor time that this thread has used; of the process where the system does not count threads. */
function used(): number {
  try {
    // proc(5): the fields after the name in brackets; the 12th and 13th of them are user and system time.
    const fields = readFileSync('/proc/thread-self/stat', 'utf8').split(') ').at(-1)!.split(' ');
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000_000;
  }
}

/** Seconds of processor time that work costs this thread, whatever the machine and other tests do. */
export function threadCpuOf(work: () => unknown): number {
  const before = used();
  work();
  return used() - before;
}
