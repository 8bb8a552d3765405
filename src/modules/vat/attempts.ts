import { toHour } from './availability-history.ts';
import type { Attempt } from './query-source.ts';
import { type AttemptSum, addAttempts, type Database, type HourSum } from './vat-store.ts';

/** Counts exchanges per minute and hour and writes them in batches, so that an exchange causes no write. */
type AttemptLog = {
  readonly add: (attempt: Attempt) => void;
  /** Writes all counts; resolves when this and earlier writes are done. Never rejects; errors are reported. */
  readonly flush: () => Promise<void>;
  /** Writes all counts. Later exchanges are not counted, and the database is not used after that. */
  readonly close: () => Promise<void>;
};

const FLUSH_MS = 2_000;
const MINUTE_MS = 60_000;

type Sum = { -readonly [P in keyof AttemptSum]: AttemptSum[P] };

export function makeAttemptLog(parts: {
  db: Database;
  now: () => number;
  onError: (error: unknown) => void;
}): AttemptLog {
  let sums = new Map<string, Sum>();
  let hours = new Map<string, HourSum>();
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> = Promise.resolve();
  let closed = false;

  const keep = (sum: AttemptSum): void => {
    const key = `${sum.minute.getTime()} ${sum.country} ${sum.channel} ${sum.outcome}`;
    const known = sums.get(key);
    if (known === undefined) {
      sums.set(key, { ...sum });
      return;
    }
    known.attempts += sum.attempts;
    known.milliseconds += sum.milliseconds;
    known.slowest = Math.max(known.slowest, sum.slowest);
  };

  const keepHour = (sum: HourSum): void => {
    const key = `${sum.hour.getTime()} ${sum.country} ${sum.verdict} ${sum.within}`;
    const attempts = (hours.get(key)?.attempts ?? 0) + sum.attempts;
    hours.set(key, { ...sum, attempts });
  };

  const write = async (): Promise<void> => {
    const written = [...sums.values()];
    const writtenHours = [...hours.values()];
    sums = new Map();
    hours = new Map();
    try {
      await addAttempts(parts.db, written, writtenHours);
    } catch (error) {
      for (const sum of written) keep(sum);
      for (const sum of writtenHours) keepHour(sum);
      parts.onError(error);
    }
  };
  const flush = (): Promise<void> => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    writing = writing.then(write);
    return writing;
  };

  return {
    add: ({ country, channel, outcome, milliseconds }) => {
      if (closed) return;
      const minute = new Date(Math.floor(parts.now() / MINUTE_MS) * MINUTE_MS);
      const spent = Math.round(milliseconds);
      keep({ minute, country, channel, outcome, attempts: 1, milliseconds: spent, slowest: spent });
      keepHour(toHour({ minute, country, outcome }, spent));
      timer ??= setTimeout(() => void flush(), FLUSH_MS).unref();
    },
    flush,
    close: () => {
      closed = true;
      return flush();
    },
  };
}
