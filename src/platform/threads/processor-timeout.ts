import { readFileSync } from 'node:fs';
import { threadId } from './lower-priority.ts';

/** After so many times the limit by the clock without any processor time, a thread is taken for stuck. */
const STUCK = 5;

/** A remainder below so many milliseconds is not waited for. */
const LEAST = 10;

/** Most requests are done within so many milliseconds, and their processor time is never read. */
const FIRST_LOOK = 100;

/** How often a request that has used what it was expected to use is looked at, in milliseconds. */
const NEXT_LOOK = 250;

/** Linux counts the processor time of a thread in ticks of 10 ms (proc(5), `stat`). */
const TICK_MS = 10;

/**
 * Processor time that a thread of this process has used, in milliseconds; null when it has just ended. Where the system
 * does not count threads, that of the whole process: the thread cannot have used more.
 *
 * @param id of the thread on Linux; null: unknown
 */
export function processorTimeOf(id: number | null): number | null {
  if (id === null) {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000;
  }
  try {
    const fields = readFileSync(`/proc/self/task/${id}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch {
    return null;
  }
}

let own: number | null | undefined;

/** Processor time that the calling thread has used, in milliseconds. */
export function threadTime(): number {
  own ??= threadId();
  return processorTimeOf(own) ?? 0;
}

type WatchParts = {
  /** The thread's processor time in milliseconds; null when it has ended. */
  readonly used: () => number | null;
  /** The request may use so many milliseconds. */
  readonly limit: number;
  /** From so many milliseconds on, the request is ended as soon as `isWaitedFor` returns true. */
  readonly expected: number;
  readonly isWaitedFor: () => boolean;
  /**
   * Called once, with the milliseconds that the request used. `limit`: it used its time, or is stuck; `expected`: others
   * wait for its thread.
   */
  readonly onEnd: (reached: 'limit' | 'expected', spent: number) => void;
};

/**
 * Ends a request by its processor time. What other processes of the machine use does not count, so a busy machine ends
 * no request; neither does what the request used before the first look.
 *
 * @returns stops the watch
 */
export function watchProcessor({ used, limit, expected, isWaitedFor, onEnd }: WatchParts): () => void {
  let began: number | null = null;
  let last = { spent: 0, at: performance.now() };
  const look = (): void => {
    const now = performance.now();
    const sum = used() ?? last.spent + (began ?? 0);
    began ??= sum;
    if (sum - began > last.spent) last = { spent: sum - began, at: now };
    const { spent } = last;
    const left = Math.min(limit - spent, last.at + STUCK * limit - now);
    const isUnexpected = spent >= expected;
    if (left < LEAST) onEnd('limit', spent);
    else if (isUnexpected && isWaitedFor()) onEnd('expected', spent);
    else timer = setTimeout(look, Math.max(LEAST, Math.min(left, isUnexpected ? NEXT_LOOK : expected - spent)));
  };
  let timer = setTimeout(look, Math.min(FIRST_LOOK, limit / 10));
  return () => clearTimeout(timer);
}
