import type { VatNumber } from './number.ts';

/**
 * Trader data of the caller, for VIES to compare. Germany, Spain and others do not disclose names, but do compare.
 */
type Trader = {
  readonly name?: string | undefined;
  readonly street?: string | undefined;
  readonly postalCode?: string | undefined;
  readonly city?: string | undefined;
  readonly companyType?: string | undefined;
};

export const MATCHES = ['valid', 'invalid', 'not_processed'] as const;
export type Match = (typeof MATCHES)[number];
export type TraderMatch = { readonly [P in keyof Required<Trader>]: Match };

export type VatQuery = {
  readonly number: VatNumber;
  /** VAT number of the requester; the source then returns a consultation number, which proves the request. */
  readonly requester: VatNumber | null;
  readonly trader: Trader | null;
};

/** A verdict of a source. Without a verdict the source throws `SourceFault`. */
export type SourceAnswer = {
  readonly valid: boolean;
  /** Null where the state does not disclose it. */
  readonly name: string | null;
  readonly address: string | null;
  /** Time of the answer in the format of the source. */
  readonly requestDate: string | null;
  readonly consultationNumber: string | null;
  readonly traderMatch: TraderMatch | null;
};

/**
 * Why a source gave no verdict.
 *
 * - `number`, `requester`: the source rejects this input
 * - `state_down`, `service_down`: the register of the state, or the whole source, is unavailable; temporary
 * - `state_busy`, `service_busy`: too many concurrent requests; temporary, shorter
 * - `number_blocked`: the source gives no information on this number; `caller_blocked`: the source gives us no
 *   information at all
 * - `unlisted`: a second source does not list this number, which is no verdict
 * - `timeout`, `connection`: no response in time, or no connection; `protocol`: an invalid response
 */
export type SourceFaultKind =
  | 'number'
  | 'requester'
  | 'state_down'
  | 'service_down'
  | 'state_busy'
  | 'service_busy'
  | 'number_blocked'
  | 'caller_blocked'
  | 'unlisted'
  | 'timeout'
  | 'connection'
  | 'protocol';

const REFUSALS: ReadonlySet<SourceFaultKind> = new Set(['number', 'requester', 'number_blocked']);

export class SourceFault extends Error {
  readonly kind: SourceFaultKind;
  /** Error code of the source, such as MS_UNAVAILABLE; null without a code. */
  readonly code: string | null;

  constructor(kind: SourceFaultKind, code: string | null, cause?: unknown) {
    super(code === null ? kind : `${kind} (${code})`, cause === undefined ? undefined : { cause });
    this.name = 'SourceFault';
    this.kind = kind;
    this.code = code;
  }

  /** True when the source rejects the request itself, so that other channels would reject it too. */
  get isRefusal(): boolean {
    return REFUSALS.has(this.kind);
  }

  get isTransient(): boolean {
    return !this.isRefusal && this.kind !== 'caller_blocked';
  }
}

export type Channel = {
  /** The only state that the channel covers; absent when it covers all. */
  readonly country?: string;
  /** Value of `source` in answers, such as `VIES`. */
  readonly source: string;
  readonly name: 'rest' | 'soap' | 'fs-sr' | 'sandbox';
  /** The channel uses no network: no concurrency limit and no circuit breaker apply. */
  readonly isInside?: true;
  /**
   * Sends one request.
   *
   * @param timeLimit of the whole exchange, in milliseconds
   * @throws SourceFault when there is no verdict
   */
  readonly ask: (
    query: VatQuery,
    options: { readonly timeLimit: number; readonly signal?: AbortSignal },
  ) => Promise<SourceAnswer>;
};
