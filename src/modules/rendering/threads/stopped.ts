/** The thread was stopped before it finished a file. Retrying the file would most likely stop the next thread too. */
export class RenderingStopped extends Error {
  readonly reason: 'time' | 'memory';

  constructor(reason: 'time' | 'memory', limit: string) {
    super(`Rendering stopped at its ${reason} limit of ${limit}`);
    this.name = 'RenderingStopped';
    this.reason = reason;
  }
}
