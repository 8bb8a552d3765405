import { readFileSync, readlinkSync } from 'node:fs';

/** States of field 3 of `/proc/N/stat` of a process that has ended and was not reaped (zombie, dead). */
const ENDED = new Set(['Z', 'X', 'x']);

/** The processes that this one can see: another container has the same numbers for others. Empty where there are no such spaces. */
export function ownSpace(): string {
  try {
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return '';
  }
}

/**
 * When the process started, in ticks since boot: tells a process from a later one with the same number. Null when there is
 * no such process, or it has ended.
 */
export function startOf(pid: number): string | null {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return null;
  }
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    // No /proc on this system: being alive must do.
    return '';
  }
  const [state = '', ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ENDED.has(state) ? null : (fields[18] ?? '');
}
