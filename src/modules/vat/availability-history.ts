import { type AttemptSum, type Database, type HourSum, sumHours } from './vat-store.ts';

/** Availability of the sources in a period, measured by our own requests. */
export type Period = {
  readonly hours: number;
  readonly asked: number;
  /** Requests that ended with a verdict, or with a rejection of the number. */
  readonly answered: number;
  /** 95th percentile of the answered requests in milliseconds, rounded up to a bucket bound; null without any. */
  readonly p95_ms: number | null;
  /** First hour with a request; null without any. */
  readonly since: string | null;
  /** States with at least one request. */
  readonly states: readonly { readonly country_code: string; readonly asked: number; readonly answered: number }[];
};

const HOUR_MS = 60 * 60_000;
const PERIODS_HOURS = [24, 30 * 24];

/** Retention of hourly counts; longer than the longest period shown. */
export const HOURS_KEPT_MS = 31 * 24 * HOUR_MS;

/** Bucket bounds in milliseconds; the last one exceeds the time limit of any exchange. */
const BOUNDS_MS = [
  50, 100, 150, 200, 300, 400, 500, 650, 800, 1_000, 1_250, 1_500, 2_000, 2_500, 3_000, 4_000, 5_000, 6_000, 60_000,
];

/** Outcomes that count as answered. A rejection shows that the source is available. */
export const VERDICTS: ReadonlySet<string> = new Set(['answered', 'number', 'requester', 'number_blocked', 'unlisted']);

export function toHour(sum: Pick<AttemptSum, 'minute' | 'country' | 'outcome'>, milliseconds: number): HourSum {
  return {
    hour: new Date(Math.floor(sum.minute.getTime() / HOUR_MS) * HOUR_MS),
    country: sum.country,
    verdict: VERDICTS.has(sum.outcome),
    within: BOUNDS_MS.find((bound) => milliseconds <= bound) ?? BOUNDS_MS.at(-1)!,
    attempts: 1,
  };
}

/** Availability over the last 24 hours and 30 days, by full hours plus the current one. */
export async function readPeriods(db: Database, now: number): Promise<Period[]> {
  const thisHour = Math.floor(now / HOUR_MS) * HOUR_MS;
  return Promise.all(
    PERIODS_HOURS.map(async (hours) => toPeriod(hours, await sumHours(db, new Date(thisHour - hours * HOUR_MS)))),
  );
}

function toPeriod(hours: number, sums: readonly HourSum[]): Period {
  const answers = sums.filter(({ verdict }) => verdict);
  const answered = count(answers);
  const first = sums.reduce<number | null>(
    (least, { hour }) => Math.min(least ?? hour.getTime(), hour.getTime()),
    null,
  );
  const countries = [...new Set(sums.map(({ country }) => country))].sort();
  return {
    hours,
    asked: count(sums),
    answered,
    p95_ms: percentile(answers, Math.ceil(answered * 0.95)),
    since: first === null ? null : new Date(first).toISOString(),
    states: countries.map((country) => ({
      country_code: country,
      asked: count(sums.filter((sum) => sum.country === country)),
      answered: count(answers.filter((sum) => sum.country === country)),
    })),
  };
}

/** Bucket bound within which `rank` exchanges ended. */
function percentile(sums: readonly HourSum[], rank: number): number | null {
  let passed = 0;
  for (const { within, attempts } of sums.toSorted((a, b) => a.within - b.within)) {
    passed += attempts;
    if (passed >= rank) return within;
  }
  return null;
}

const count = (sums: readonly Pick<HourSum, 'attempts'>[]): number =>
  sums.reduce((total, { attempts }) => total + attempts, 0);
