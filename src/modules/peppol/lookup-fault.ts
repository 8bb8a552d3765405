import { REASONS, type Reason } from './reasons.data.ts';

/** The lookup has no result; never to be read as "no". */
export class LookupFault extends Error {
  readonly reason: Reason;
  /** HTTP status; null without an HTTP response. */
  readonly status: number | null;

  constructor(reason: Reason, status: number | null = null, cause?: unknown) {
    super(REASONS[reason].en, cause === undefined ? undefined : { cause });
    this.name = 'LookupFault';
    this.reason = reason;
    this.status = status;
  }
}
