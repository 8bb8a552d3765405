import { readFileSync } from 'node:fs';
import { threadId } from './lower-priority.ts';

/** Multiple of the limit in wall-clock time without any processor time, after which a thread counts as stuck. */
const STUCK = 5;

/** A remaining time below this many milliseconds is treated as used up. */
const LEAST = 10;

/** Most requests finish within this many milliseconds, without a measurement of their processor time. */
const FIRST_LOOK = 100;

/** Check interval, in milliseconds, for a request that exceeded its expected time. */
const NEXT_LOOK = 250;

/** Linux counts the processor time of a thread in ticks of 10 ms (proc(5), `stat`). */
const TICK_MS = 10;

/**
 * Processor time of a thread of this process, in milliseconds; null when it has ended. Where the system does not
 * report threads, that of the whole process, which is an upper bound.
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

/** Processor time of the calling thread, in milliseconds. */
export function threadTime(): number {
  own ??= threadId();
  return processorTimeOf(own) ?? 0;
}

type WatchParts = {
  /** Processor time of the thread in milliseconds; null when it has ended. */
  readonly used: () => number | null;
  /** Maximum processor time of the request, in milliseconds. */
  readonly limit: number;
  /** Processor time in milliseconds after which the request is ended as soon as `isWaitedFor` returns true. */
  readonly expected: number;
  readonly isWaitedFor: () => boolean;
  /**
   * Called once, with the milliseconds used. `limit`: time used up, or stuck; `expected`: other requests wait for the
   * thread.
   */
  readonly onEnd: (reached: 'limit' | 'expected', spent: number) => void;
};

/**
 * Ends a request by its processor time. Time used by other processes does not count, so a busy machine ends no
 * request; nor does time used before the first check.
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
