/** A thread was ended at a limit before it came to a result. The same request would most likely end the next one too. */
export class ThreadStopped extends Error {
  readonly reason: 'time' | 'memory';
  readonly limit: string;

  /** @param limit the limit with its unit, e.g. `20000 ms` */
  constructor(reason: 'time' | 'memory', limit: string) {
    super(`A thread was ended at its ${reason} limit of ${limit}`);
    this.name = 'ThreadStopped';
    this.reason = reason;
    this.limit = limit;
  }
}
