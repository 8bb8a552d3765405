export const NOT_PRINTED_REASONS = ['unavailable', 'busy', 'time', 'memory', 'crash', 'closed'] as const;

export type NotPrintedReason = (typeof NOT_PRINTED_REASONS)[number];

/**
 * A page was not printed: Chromium cannot start, the queue is full or the machine is busy, the page exceeded its time
 * or memory limit, it repeatedly crashed Chromium, or the service is shutting down.
 */
export class NotPrinted extends Error {
  readonly reason: NotPrintedReason;
  readonly detail: string;

  constructor(reason: NotPrintedReason, detail: string, cause?: unknown) {
    super(`The PDF was not printed (${reason}): ${detail}`, { cause });
    this.name = 'NotPrinted';
    this.reason = reason;
    this.detail = detail;
  }

  /** True if a retry would most likely fail in the same way. */
  get isFinal(): boolean {
    return this.reason === 'time' || this.reason === 'memory' || this.reason === 'crash';
  }
}

/**
 * If a page reaches its time limit with less than this share of the limit as processor time, the machine was busy;
 * the page itself is not too expensive and can be retried.
 */
export const LEAST_SHARE = 0.5;
