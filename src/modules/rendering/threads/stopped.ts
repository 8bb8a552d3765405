/** The thread was ended before it had made the page of a file. The same file would most likely end the next one too. */
export class RenderingStopped extends Error {
  readonly reason: 'time' | 'memory';

  constructor(reason: 'time' | 'memory', limit: string) {
    super(`Rendering a file was ended at its ${reason} limit of ${limit}`);
    this.name = 'RenderingStopped';
    this.reason = reason;
  }
}
