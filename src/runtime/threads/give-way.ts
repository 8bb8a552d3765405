import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';

/** Far enough behind the event loop's thread that it has the processor whenever it wants it. */
const NICE = 10;

/**
 * Lets the other threads of the process and the machine go before the one that calls this. Linux schedules threads as
 * it does processes, each by an id and a priority of its own; elsewhere nothing changes.
 */
export function giveWay(): void {
  try {
    setPriority(Number(readlinkSync('/proc/thread-self').split('/').at(-1)), NICE);
  } catch {
    // Without it the machine shares its time evenly, which is what every other system does.
  }
}
