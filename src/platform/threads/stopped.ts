/** A thread was ended at a limit without a result. The same request would most likely reach the limit again. */
export class ThreadStopped extends Error {
  readonly reason: 'time' | 'memory';
  readonly limit: string;
  /** Processor time in milliseconds used when the request was preempted for others; null: it reached a limit. */
  readonly preemptedAfter: number | null;

  /** @param limit with its unit, e.g. `20000 ms` */
  constructor(reason: 'time' | 'memory', limit: string, preemptedAfter: number | null = null) {
    super(`A thread was terminated at its ${reason} limit of ${limit}`);
    this.preemptedAfter = preemptedAfter;
    this.name = 'ThreadStopped';
    this.reason = reason;
    this.limit = limit;
  }
}
