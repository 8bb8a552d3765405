import type { VatNumber } from './number.ts';

/** What the caller knows of the trader, for VIES to compare (Germany, Spain and others name nobody, but do compare). */
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
  /** Who asks: the source then gives a consultation number, the proof that it was asked. */
  readonly requester: VatNumber | null;
  readonly trader: Trader | null;
};

/** What a source said. Silence is never an answer: a source that cannot say throws `SourceFault`. */
export type SourceAnswer = {
  readonly valid: boolean;
  /** Null where the state does not disclose it. */
  readonly name: string | null;
  readonly address: string | null;
  /** When the source answered, in its own notation. */
  readonly requestDate: string | null;
  readonly consultationNumber: string | null;
  readonly traderMatch: TraderMatch | null;
};

/**
 * Why a source gave no verdict.
 *
 * - `number`, `requester`: the source refuses what it was given
 * - `state_down`, `service_down`: the register of the state, or the whole source, does not answer; goes away
 * - `state_busy`, `service_busy`: too many ask at once; goes away sooner
 * - `number_blocked`: the source does not tell of this number; `caller_blocked`: nor anything to us
 * - `unlisted`: a second source does not list this number, which says nothing
 * - `timeout`, `connection`: no answer in time, or none at all; `protocol`: an answer that is none
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
  /** The source's own word, such as MS_UNAVAILABLE; null where it had none. */
  readonly code: string | null;

  constructor(kind: SourceFaultKind, code: string | null, cause?: unknown) {
    super(code === null ? kind : `${kind} (${code})`, cause === undefined ? undefined : { cause });
    this.name = 'SourceFault';
    this.kind = kind;
    this.code = code;
  }

  /** True when the source refuses the question itself: no other channel would take it. */
  get isRefusal(): boolean {
    return REFUSALS.has(this.kind);
  }

  /** True when asking again may help. */
  get isTransient(): boolean {
    return !this.isRefusal && this.kind !== 'caller_blocked';
  }
}

/** One way to ask a source. */
export type Channel = {
  /** The only state that it can be asked about; all of them unless given. */
  readonly country?: string;
  /** `VIES`: what `source` of an answer says. */
  readonly source: string;
  readonly name: 'rest' | 'soap' | 'fs-sr' | 'sandbox';
  /** Nobody outside is asked: as many at once as there are, whatever was answered before. */
  readonly isInside?: true;
  /**
   * Asks once.
   *
   * @param timeLimit for the whole exchange, in milliseconds
   * @throws SourceFault when there is no verdict
   */
  readonly ask: (
    query: VatQuery,
    options: { readonly timeLimit: number; readonly signal?: AbortSignal },
  ) => Promise<SourceAnswer>;
};
