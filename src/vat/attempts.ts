import type { Attempt } from './ask-source.ts';
import { type AttemptSum, addAttempts, type Database } from './store.ts';

/** Counts exchanges by minute and writes them now and then, so that an exchange costs no write. */
type AttemptLog = {
  readonly add: (attempt: Attempt) => void;
  readonly flush: () => Promise<void>;
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
  let timer: NodeJS.Timeout | null = null;

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

  const flush = async (): Promise<void> => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    const written = [...sums.values()];
    sums = new Map();
    try {
      await addAttempts(parts.db, written);
    } catch (error) {
      for (const sum of written) keep(sum);
      parts.onError(error);
    }
  };

  return {
    add: ({ country, channel, outcome, milliseconds }) => {
      const minute = new Date(Math.floor(parts.now() / MINUTE_MS) * MINUTE_MS);
      const spent = Math.round(milliseconds);
      keep({ minute, country, channel, outcome, attempts: 1, milliseconds: spent, slowest: spent });
      timer ??= setTimeout(() => void flush(), FLUSH_MS).unref();
    },
    flush,
    close: flush,
  };
}
