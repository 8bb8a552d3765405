/** The judge of a file was ended before it came to a result. The same file would most likely end the next one too. */
export class ValidationLimitExceeded extends Error {
  readonly reason: 'time' | 'memory';

  constructor(reason: 'time' | 'memory', limit: string) {
    super(`Judging a file was ended at its ${reason} limit of ${limit}`);
    this.name = 'JudgingStopped';
    this.reason = reason;
  }
}
