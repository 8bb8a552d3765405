import { VERDICTS } from './availability-history.ts';
import { STRUCTURES } from './structures.data.ts';
import { type AttemptSum, type Database, sumAttempts } from './vat-store.ts';

type AttemptCounts = {
  readonly attempts: number;
  readonly answered: number;
  /** Of the answered ones, in milliseconds; null without any. */
  readonly mean_ms: number | null;
  readonly slowest_ms: number | null;
  /** Exchanges without a verdict, by reason. */
  readonly failures: Readonly<Record<string, number>>;
};

/** Availability of one channel to one state in the last hour, with its history. */
type ChannelStatus = AttemptCounts & {
  readonly channel: string;
  /** Within the last day, to the minute. */
  readonly last_answer_at: string | null;
  readonly last_failure_at: string | null;
  readonly last_failure: string | null;
  /** Hours of the last day with at least one request, oldest first. */
  readonly history: readonly (AttemptCounts & { readonly hour: string })[];
};

export type StateStatus = {
  readonly country_code: string;
  /** `available`: recent requests were answered; `unavailable`: they were not; `unknown`: there was no request. */
  readonly status: 'available' | 'degraded' | 'unavailable' | 'unknown';
  readonly channels: readonly ChannelStatus[];
};

const HOUR_MS = 60 * 60_000;
const WINDOW_MS = HOUR_MS;
const HISTORY_MS = 24 * HOUR_MS;
type HourSum = Awaited<ReturnType<typeof sumAttempts>>[number];

/**
 * Availability of every state, measured by its exchanges of the last hour instead of the source's own status reports.
 */
export async function readStatus(db: Database, now: number): Promise<StateStatus[]> {
  const [lately, history] = await Promise.all([
    sumAttempts(db, new Date(now - WINDOW_MS), 'whole'),
    sumAttempts(db, new Date(now - HISTORY_MS), 'hour'),
  ]);
  return [...STRUCTURES.keys()].map((country) => {
    const isOf = (sum: AttemptSum): boolean => sum.country === country;
    return toState(country, lately.filter(isOf), history.filter(isOf));
  });
}

function toState(country: string, lately: readonly AttemptSum[], history: readonly HourSum[]): StateStatus {
  const channels = [...new Set(history.map(({ channel }) => channel))].map((channel) => {
    const isOf = (sum: AttemptSum): boolean => sum.channel === channel;
    return toChannel(channel, lately.filter(isOf), history.filter(isOf));
  });
  const attempts = count(lately);
  const verdicts = count(lately.filter(({ outcome }) => VERDICTS.has(outcome)));
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

function toCounts(sums: readonly AttemptSum[]): AttemptCounts {
  const answered = sums.find(({ outcome }) => outcome === 'answered');
  const failed = sums.filter(({ outcome }) => outcome !== 'answered');
  return {
    attempts: count(sums),
    answered: answered?.attempts ?? 0,
    mean_ms: answered === undefined ? null : Math.round(answered.milliseconds / answered.attempts),
    slowest_ms: answered?.slowest ?? null,
    failures: Object.fromEntries(failed.map(({ outcome, attempts }) => [outcome, attempts])),
  };
}

function toChannel(channel: string, lately: readonly AttemptSum[], history: readonly HourSum[]): ChannelStatus {
  const last = (sums: readonly AttemptSum[]): AttemptSum | undefined =>
    sums.toSorted((a, b) => b.minute.getTime() - a.minute.getTime())[0];
  const answer = last(history.filter(({ outcome }) => outcome === 'answered'));
  const failure = last(history.filter(({ outcome }) => !VERDICTS.has(outcome)));
  const hours = [...new Set(history.map(({ hour }) => hour.getTime()))];
  return {
    channel,
    ...toCounts(lately),
    last_answer_at: answer?.minute.toISOString() ?? null,
    last_failure_at: failure?.minute.toISOString() ?? null,
    last_failure: failure?.outcome ?? null,
    history: hours.map((time) => ({
      hour: new Date(time).toISOString(),
      ...toCounts(history.filter(({ hour }) => hour.getTime() === time)),
    })),
  };
}
