import { REASONS, type Reason } from './reasons.data.ts';

/** Nobody could say; never to be read as "no". */
export class LookupFault extends Error {
  readonly reason: Reason;
  /** Of the HTTP answer, when there was one. */
  readonly status: number | null;

  constructor(reason: Reason, status: number | null = null, cause?: unknown) {
    super(REASONS[reason].en, cause === undefined ? undefined : { cause });
    this.name = 'LookupFault';
    this.reason = reason;
    this.status = status;
  }
}
