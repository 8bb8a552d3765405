import { readFileSync, readlinkSync } from 'node:fs';

/** States in field 3 of `/proc/N/stat` of an ended process that was not reaped (zombie, dead). */
const ENDED = new Set(['Z', 'X', 'x']);

/** PID namespace of this process; process ids are unique only within it. Empty on systems without namespaces. */
export function ownSpace(): string {
  try {
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return '';
  }
}

/**
 * Start time of a process in ticks since boot, which distinguishes it from a later process with the same id. Null
 * when the process does not exist or has ended.
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
    // Without /proc, existence is the only available check.
    return '';
  }
  const [state = '', ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ENDED.has(state) ? null : (fields[18] ?? '');
}
