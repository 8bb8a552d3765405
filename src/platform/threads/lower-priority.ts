import { readlinkSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';

/** Low enough that the event loop's thread gets the processor whenever it needs it. */
const NICE = 10;

/** Id of the calling thread on Linux; null on other systems. */
export function threadId(): number | null {
  try {
    return Number(readlinkSync('/proc/thread-self').split('/').at(-1));
  } catch {
    return null;
  }
}

/**
 * Lowers the priority of the calling thread below other threads of the process and the machine. Linux schedules
 * threads like processes, each with its own id and priority; on other systems this has no effect.
 */
export function giveWay(): void {
  const id = threadId();
  if (id === null) return;
  try {
    setPriority(id, NICE);
  } catch {
    // On failure the thread shares the processor equally, as on other systems.
  }
}

/**
 * Lowers the priority of a process's session. Where Linux first divides the processor among sessions (sched(7), "The
 * autogroup feature"), priorities count only within a session, and a browser in its own session would get as much as
 * the rest of the service.
 *
 * @param nice 0 to 19
 */
export function giveWayAsSession(pid: number, nice = NICE): void {
  try {
    writeFileSync(`/proc/${pid}/autogroup`, String(nice));
  } catch {
    // On failure the priorities of the individual processes apply.
  }
}
