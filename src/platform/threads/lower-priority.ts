import { readlinkSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';

/** Far enough behind the event loop's thread that it has the processor whenever it wants it. */
const NICE = 10;

/** The id of the calling thread on Linux; null elsewhere. */
export function threadId(): number | null {
  try {
    return Number(readlinkSync('/proc/thread-self').split('/').at(-1));
  } catch {
    return null;
  }
}

/**
 * Lets the other threads of the process and the machine go before the one that calls this. Linux schedules threads as
 * it does processes, each by an id and a priority of its own; elsewhere nothing changes.
 */
export function giveWay(): void {
  const id = threadId();
  if (id === null) return;
  try {
    setPriority(id, NICE);
  } catch {
    // Without it the machine shares its time evenly, which is what every other system does.
  }
}

/**
 * Lets other sessions of the machine go before that of a process. Where Linux shares the processor among sessions first
 * (sched(7), "The autogroup feature"), priorities count within a session alone, and a browser in one of its own would
 * weigh as much as everything else of the service.
 *
 * @param nice 0 to 19: how far it stands back
 */
export function giveWayAsSession(pid: number, nice = NICE): void {
  try {
    writeFileSync(`/proc/${pid}/autogroup`, String(nice));
  } catch {
    // Without it the priorities of the processes themselves count.
  }
}
