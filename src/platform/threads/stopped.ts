/** A thread was ended at a limit before it came to a result. The same request would most likely end the next one too. */
export class ThreadStopped extends Error {
  readonly reason: 'time' | 'memory';
  readonly limit: string;
  /** Milliseconds of processor time that the request had used when others needed its thread; null: it reached a limit. */
  readonly preemptedAfter: number | null;

  /** @param limit the limit with its unit, e.g. `20000 ms` */
  constructor(reason: 'time' | 'memory', limit: string, preemptedAfter: number | null = null) {
    super(`A thread was ended at its ${reason} limit of ${limit}`);
    this.preemptedAfter = preemptedAfter;
    this.name = 'ThreadStopped';
    this.reason = reason;
    this.limit = limit;
  }
}
