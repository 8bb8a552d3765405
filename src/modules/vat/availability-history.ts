import { type AttemptSum, type Database, type HourSum, sumHours } from './vat-store.ts';

/** How the sources answered in some time, measured by our own questions. */
export type Period = {
  readonly hours: number;
  readonly asked: number;
  /** Questions that ended with a verdict, or with a refusal of the number. */
  readonly answered: number;
  /** Of those: within so many milliseconds 95 of 100 ended, rounded up to a time that is counted; null: there were none. */
  readonly p95_ms: number | null;
  /** The first hour that was counted; null: nothing was. */
  readonly since: string | null;
  /** States that were asked. */
  readonly states: readonly { readonly country_code: string; readonly asked: number; readonly answered: number }[];
};

const HOUR_MS = 60 * 60_000;
const PERIODS_HOURS = [24, 30 * 24];

/** Longer than anybody looks back. */
export const HOURS_KEPT_MS = 31 * 24 * HOUR_MS;

/** Times that exchanges are counted by, in milliseconds; the last one is longer than any exchange may take. */
const BOUNDS_MS = [
  50, 100, 150, 200, 300, 400, 500, 650, 800, 1_000, 1_250, 1_500, 2_000, 2_500, 3_000, 4_000, 5_000, 6_000, 60_000,
];

/** Refusals say that the source is there. */
export const VERDICTS: ReadonlySet<string> = new Set(['answered', 'number', 'requester', 'number_blocked', 'unlisted']);

/** The hour that an exchange counts for, and the time that it counts as. */
export function toHour(sum: Pick<AttemptSum, 'minute' | 'country' | 'outcome'>, milliseconds: number): HourSum {
  return {
    hour: new Date(Math.floor(sum.minute.getTime() / HOUR_MS) * HOUR_MS),
    country: sum.country,
    verdict: VERDICTS.has(sum.outcome),
    within: BOUNDS_MS.find((bound) => milliseconds <= bound) ?? BOUNDS_MS.at(-1)!,
    attempts: 1,
  };
}

/** Availability over the last day and the last 30 days, in whole hours and the one that runs. */
export async function readPeriods(db: Database, now: number): Promise<Period[]> {
  const thisHour = Math.floor(now / HOUR_MS) * HOUR_MS;
  return Promise.all(
    PERIODS_HOURS.map(async (hours) => toPeriod(hours, await sumHours(db, new Date(thisHour - hours * HOUR_MS)))),
  );
}

function toPeriod(hours: number, sums: readonly HourSum[]): Period {
  const told = sums.filter(({ verdict }) => verdict);
  const answered = count(told);
  const first = sums.reduce<number | null>(
    (least, { hour }) => Math.min(least ?? hour.getTime(), hour.getTime()),
    null,
  );
  const countries = [...new Set(sums.map(({ country }) => country))].sort();
  return {
    hours,
    asked: count(sums),
    answered,
    p95_ms: percentile(told, Math.ceil(answered * 0.95)),
    since: first === null ? null : new Date(first).toISOString(),
    states: countries.map((country) => ({
      country_code: country,
      asked: count(sums.filter((sum) => sum.country === country)),
      answered: count(told.filter((sum) => sum.country === country)),
    })),
  };
}

/** The time within which so many of the exchanges ended. */
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
