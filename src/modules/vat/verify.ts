import { makeSingleFlight } from '../../lib/single-flight.ts';
import { within } from '../../lib/with-timeout.ts';
import type { KnownAnswers } from './answer-cache.ts';
import type { AskSource } from './query-source.ts';
import { SourceFault, type SourceFaultKind, type TraderMatch, type VatQuery } from './source.ts';
import type { CachedAnswer } from './vat-store.ts';

/** An answer with how old it is. */
export type Verified = {
  readonly answer: CachedAnswer;
  /** The proof of the question; null when the source gave none. Never from memory: it belongs to who asked. */
  readonly consultationNumber: string | null;
  readonly traderMatch: TraderMatch | null;
  /** Not asked for this call. */
  readonly cached: boolean;
  /** The source was asked and did not answer; this is the last thing it said. */
  readonly stale: boolean;
  readonly ageSeconds: number;
};

/** The source gave no verdict and nothing recent is known. Never a "no". */
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
  /** How old an answer may be, in seconds; without it, the usual lifetimes. */
  readonly maxAge?: number | undefined;
  /** How long the caller waits, in milliseconds. */
  readonly timeLimit: number;
};

export type VerifyVat = {
  /**
   * The verdict on a number: kept, or asked for. Many who want the same number at once share one question.
   *
   * @throws SourceUnavailable when there is none; SourceFault `number`, `requester` or `number_blocked` when the source
   *   refuses the question
   */
  readonly verify: (query: VatQuery, options: VerifyOptions) => Promise<Verified>;
};

type VerifyParts = {
  readonly answers: Pick<KnownAnswers, 'find' | 'put'>;
  readonly source: AskSource;
  readonly now: () => number;
};

const SECOND = 1000;
/** A registration seldom ends within hours; a new one must not be refused for long. */
const POSITIVE_LIFE_SECONDS = 6 * 3600;
const NEGATIVE_LIFE_SECONDS = 30 * 60;
/** Contract section 7: what a silent source said last counts for a day. */
const STALE_LIFE_SECONDS = 24 * 3600;
/** A question goes on for the next caller when this one has left. */
const ASK_MS = 15 * SECOND;
const LEAST_RETRY_SECONDS = 5;

/** Makes the verifier of a source, with a memory of what was said. */
export function makeVerifyVat({ answers, source, now }: VerifyParts): VerifyVat {
  const share = makeSingleFlight<Verified>();

  const ask = async (query: VatQuery, isKnown: boolean): Promise<Verified> => {
    const { answer, channel } = await source.ask(query, AbortSignal.timeout(ASK_MS)).catch((error: unknown) => {
      throw error instanceof DOMException ? new SourceFault('timeout', null, error) : error;
    });
    const { traderMatch, requestDate, consultationNumber, ...said } = answer;
    const kept = {
      ...said,
      vat: query.number.vat,
      source: channel.source,
      request_date: requestDate,
      checked_at: new Date(now()),
    };
    await answers.put(kept, isKnown);
    return { answer: kept, consultationNumber, traderMatch, cached: false, stale: false, ageSeconds: 0 };
  };

  const ageOf = (kept: CachedAnswer): number => Math.max(0, Math.floor((now() - kept.checked_at.getTime()) / SECOND));
  const tell = (kept: CachedAnswer, stale: boolean): Verified => ({
    answer: kept,
    consultationNumber: null,
    traderMatch: null,
    cached: true,
    stale,
    ageSeconds: ageOf(kept),
  });

  return {
    verify: async (query, { maxAge, timeLimit }) => {
      const { number, requester, trader } = query;
      // A consultation proves this very call, and only the source compares a trader: neither comes from memory.
      const isPlain = requester === null && trader === null;
      const isEnough = (answer: CachedAnswer): boolean =>
        isPlain && ageOf(answer) < (maxAge ?? (answer.valid ? POSITIVE_LIFE_SECONDS : NEGATIVE_LIFE_SECONDS));
      const kept = await answers.find(number.vat, isEnough);
      if (kept !== undefined && isEnough(kept)) return tell(kept, false);
      const key = JSON.stringify([number.vat, requester?.vat, trader]);
      try {
        return await within(
          share(key, () => ask(query, kept !== undefined)),
          timeLimit,
          () => {
            throw new SourceFault('timeout', null);
          },
        );
      } catch (error) {
        if (!(error instanceof SourceFault)) throw error;
        if (error.isRefusal) throw error;
        if (kept !== undefined && ageOf(kept) <= STALE_LIFE_SECONDS) return tell(kept, true);
        const wait = Math.max(LEAST_RETRY_SECONDS, Math.ceil(source.opensIn(number.country) / SECOND));
        // That the caller's time is over says less than what the source said meanwhile.
        const kind = error.kind === 'timeout' ? (source.lastFault(number.country) ?? 'timeout') : error.kind;
        throw new SourceUnavailable(number.country, kind, wait, error);
      }
    },
  };
}
