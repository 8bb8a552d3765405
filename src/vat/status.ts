import { type AttemptSum, type Database, sumAttempts } from './store.ts';
import { STRUCTURES } from './structures.data.ts';

/** How one channel to one state answered lately. */
export type ChannelStatus = {
  readonly channel: string;
  readonly attempts: number;
  readonly answered: number;
  /** Of the answered ones, in milliseconds; null when there were none. */
  readonly mean_ms: number | null;
  readonly slowest_ms: number | null;
  readonly last_answer_at: string | null;
  /** Exchanges without a verdict, by reason. */
  readonly failures: Readonly<Record<string, number>>;
};

export type StateStatus = {
  readonly country_code: string;
  /** `available`: it answered lately; `unavailable`: it was asked and did not; `unknown`: nobody asked. */
  readonly status: 'available' | 'degraded' | 'unavailable' | 'unknown';
  readonly channels: readonly ChannelStatus[];
};

/** What availability is told from. */
const WINDOW_MS = 60 * 60_000;
/** Refusals say that the source is there. */
const VERDICTS = new Set(['answered', 'number', 'requester', 'number_blocked']);

/** Every state as its exchanges of the last hour show it, measured and not as the source says of itself. */
export async function readStatus(db: Database, now: number): Promise<StateStatus[]> {
  const sums = await sumAttempts(db, new Date(now - WINDOW_MS));
  return Object.keys(STRUCTURES).map((country) =>
    toState(
      country,
      sums.filter((sum) => sum.country === country),
    ),
  );
}

function toState(country: string, sums: readonly AttemptSum[]): StateStatus {
  const channels = [...new Set(sums.map(({ channel }) => channel))].map((channel) =>
    toChannel(
      channel,
      sums.filter((sum) => sum.channel === channel),
    ),
  );
  const attempts = count(sums);
  const verdicts = count(sums.filter(({ outcome }) => VERDICTS.has(outcome)));
  const status =
    attempts === 0
      ? 'unknown'
      : verdicts === 0
        ? 'unavailable'
        : verdicts * 10 < attempts * 9
          ? 'degraded'
          : 'available';
  return { country_code: country, status, channels };
}

const count = (sums: readonly AttemptSum[]): number => sums.reduce((total, { attempts }) => total + attempts, 0);

function toChannel(channel: string, sums: readonly AttemptSum[]): ChannelStatus {
  const answered = sums.find(({ outcome }) => outcome === 'answered');
  const failed = sums.filter(({ outcome }) => outcome !== 'answered');
  return {
    channel,
    attempts: count(sums),
    answered: answered?.attempts ?? 0,
    mean_ms: answered === undefined ? null : Math.round(answered.milliseconds / answered.attempts),
    slowest_ms: answered?.slowest ?? null,
    last_answer_at: answered?.minute.toISOString() ?? null,
    failures: Object.fromEntries(failed.map(({ outcome, attempts }) => [outcome, attempts])),
  };
}
