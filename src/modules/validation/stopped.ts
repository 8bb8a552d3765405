/**
 * The thread was terminated before it returned a result. The same file would most likely terminate the next thread
 * too.
 */
export class ValidationLimitExceeded extends Error {
  readonly reason: 'time' | 'memory';

  constructor(reason: 'time' | 'memory', limit: string) {
    super(`Validation stopped at its ${reason} limit of ${limit}`);
    this.name = 'ValidationLimitExceeded';
    this.reason = reason;
  }
}
