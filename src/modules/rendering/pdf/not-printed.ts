export const NOT_PRINTED_REASONS = ['unavailable', 'busy', 'time', 'memory', 'crash', 'closed'] as const;

/** Why there is no PDF. */
export type NotPrintedReason = (typeof NOT_PRINTED_REASONS)[number];

/**
 * A page was not printed: Chromium does not start here, too many pages wait or the machine is too busy, the page went beyond its time or memory, it
 * brought Chromium down again and again, or the service ends.
 */
export class NotPrinted extends Error {
  readonly reason: NotPrintedReason;
  readonly detail: string;

  constructor(reason: NotPrintedReason, detail: string, cause?: unknown) {
    super(`A page was not printed (${reason}): ${detail}`, { cause });
    this.name = 'NotPrinted';
    this.reason = reason;
    this.detail = detail;
  }

  /** True when the same page would most likely end the same way. */
  get isFinal(): boolean {
    return this.reason === 'time' || this.reason === 'memory' || this.reason === 'crash';
  }
}

/**
 * A page that ended at its time limit but used less of the limit as processor time than this share waited for the machine: it
 * is not too costly, and can be tried again.
 */
export const LEAST_SHARE = 0.5;
