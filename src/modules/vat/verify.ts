import { makeSingleFlight } from '../../lib/single-flight.ts';
import { within } from '../../lib/with-timeout.ts';
import type { KnownAnswers } from './answer-cache.ts';
import type { AskSource } from './query-source.ts';
import { SourceFault, type SourceFaultKind, type TraderMatch, type VatQuery } from './source.ts';
import type { CachedAnswer } from './vat-store.ts';

export type Verified = {
  readonly answer: CachedAnswer;
  /**
   * Proof of the consultation; null when the source issued none. Never cached, because it belongs to the requester.
   */
  readonly consultationNumber: string | null;
  readonly traderMatch: TraderMatch | null;
  /** Whether the answer comes from the cache. */
  readonly cached: boolean;
  /** The source did not answer this request; the answer is its last verdict. */
  readonly stale: boolean;
  readonly ageSeconds: number;
};

/** The source gave no verdict and no recent answer is stored. Never to be read as a negative answer. */
export class SourceUnavailable extends Error {
  readonly country: string;
  readonly kind: SourceFaultKind;
  readonly retryAfterSeconds: number;

  constructor(country: string, kind: SourceFaultKind, retryAfterSeconds: number, cause: unknown) {
    super(`No verdict from ${country}: ${kind}`, { cause });
    this.name = 'SourceUnavailable';
    this.country = country;
    this.kind = kind;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

type VerifyOptions = {
  /** Maximum age of a cached answer in seconds; defaults to the usual lifetimes. */
  readonly maxAge?: number | undefined;
  /** How long the caller waits, in milliseconds. */
  readonly timeLimit: number;
};

export type VerifyVat = {
  /**
   * Returns the verdict on a number, from the cache or the source. Concurrent calls for the same number share one
   * request.
   *
   * @throws SourceUnavailable when there is no verdict; SourceFault `number`, `requester` or `number_blocked` when
   *   the source rejects the request
   */
  readonly verify: (query: VatQuery, options: VerifyOptions) => Promise<Verified>;
};

type VerifyParts = {
  readonly answers: Pick<KnownAnswers, 'find' | 'put'>;
  readonly source: AskSource;
  readonly now: () => number;
};

const SECOND = 1000;
/** Registrations rarely end within hours; a new one must not be reported as invalid for long. */
const POSITIVE_LIFE_SECONDS = 6 * 3600;
const NEGATIVE_LIFE_SECONDS = 30 * 60;
/** Contract section 7: the last answer of an unavailable source may be used for a day. */
const STALE_LIFE_SECONDS = 24 * 3600;
/** A request continues after its caller has left, for the next caller. */
const ASK_MS = 15 * SECOND;
const LEAST_RETRY_SECONDS = 5;

export function makeVerifyVat({ answers, source, now }: VerifyParts): VerifyVat {
  const share = makeSingleFlight<Verified>();

  const ask = async (query: VatQuery, isKnown: boolean): Promise<Verified> => {
    const { answer, channel } = await source.ask(query, AbortSignal.timeout(ASK_MS)).catch((error: unknown) => {
      throw error instanceof DOMException ? new SourceFault('timeout', null, error) : error;
    });
    const { traderMatch, requestDate, consultationNumber, ...fields } = answer;
    const stored = {
      ...fields,
      vat: query.number.vat,
      source: channel.source,
      request_date: requestDate,
      checked_at: new Date(now()),
    };
    await answers.put(stored, isKnown);
    return { answer: stored, consultationNumber, traderMatch, cached: false, stale: false, ageSeconds: 0 };
  };

  const ageOf = (stored: CachedAnswer): number =>
    Math.max(0, Math.floor((now() - stored.checked_at.getTime()) / SECOND));
  const toVerified = (stored: CachedAnswer, stale: boolean): Verified => ({
    answer: stored,
    consultationNumber: null,
    traderMatch: null,
    cached: true,
    stale,
    ageSeconds: ageOf(stored),
  });

  return {
    verify: async (query, { maxAge, timeLimit }) => {
      const { number, requester, trader } = query;
      // A consultation number proves this request, and only the source can compare a trader; neither may come from
      // the cache.
      const isPlain = requester === null && trader === null;
      const isEnough = (answer: CachedAnswer): boolean =>
        isPlain && ageOf(answer) < (maxAge ?? (answer.valid ? POSITIVE_LIFE_SECONDS : NEGATIVE_LIFE_SECONDS));
      const stored = await answers.find(number.vat, isEnough);
      if (stored !== undefined && isEnough(stored)) return toVerified(stored, false);
      const key = JSON.stringify([number.vat, requester?.vat, trader]);
      try {
        return await within(
          share(key, () => ask(query, stored !== undefined)),
          timeLimit,
          () => {
            throw new SourceFault('timeout', null);
          },
        );
      } catch (error) {
        if (!(error instanceof SourceFault)) throw error;
        if (error.isRefusal) throw error;
        if (stored !== undefined && ageOf(stored) <= STALE_LIFE_SECONDS) return toVerified(stored, true);
        const wait = Math.max(LEAST_RETRY_SECONDS, Math.ceil(source.opensIn(number.country) / SECOND));
        // The source's recent failure is more informative than the caller's timeout.
        const kind = error.kind === 'timeout' ? (source.lastFault(number.country) ?? 'timeout') : error.kind;
        throw new SourceUnavailable(number.country, kind, wait, error);
      }
    },
  };
}
