import {
  type CachedAnswer,
  type Database,
  findAnswer,
  notifyResponseReplaced,
  onAnswerReplaced,
  putAnswer,
} from './vat-store.ts';

/** Cache of the latest answers: in the database, and for a short time in the memory of this process. */
export type KnownAnswers = {
  /**
   * Returns the latest answer for a number, or undefined.
   *
   * @param isEnough whether an answer from this process's memory is acceptable; otherwise the database is read
   */
  readonly find: (vat: string, isEnough: (answer: CachedAnswer) => boolean) => Promise<CachedAnswer | undefined>;
  /** Stores an answer for all processes. `replaces`: an older answer existed. */
  readonly put: (answer: CachedAnswer, replaces: boolean) => Promise<void>;
  readonly close: () => Promise<void>;
};

/**
 * Memory lifetime of an answer. When another process replaces it, a notification removes it at once; if the
 * notification is lost, the old answer is used for at most this time.
 */
const MEMORY_MS = 60_000;

/** Maximum entries; the oldest read is evicted first. */
const MOST = 10_000;

/** @param clock milliseconds, monotonic */
export function makeKnownAnswers({ db, clock }: { db: Database; clock: () => number }): KnownAnswers {
  const remembered = new Map<string, { readonly answer: CachedAnswer; readonly until: number }>();
  let changes = 0;
  let listening: Promise<{ stop: () => Promise<void> }> | null = null;

  const forget = (vat: string): void => {
    changes += 1;
    remembered.delete(vat);
  };
  const remember = (answer: CachedAnswer, until: number): void => {
    remembered.delete(answer.vat);
    remembered.set(answer.vat, { answer, until });
    const first = remembered.keys().next().value;
    if (remembered.size > MOST && first !== undefined) remembered.delete(first);
  };

  return {
    find: async (vat, isEnough) => {
      const known = remembered.get(vat);
      if (known !== undefined && clock() < known.until && isEnough(known.answer)) return known.answer;
      listening ??= onAnswerReplaced(db, forget);
      const before = changes;
      const until = clock() + MEMORY_MS;
      const answer = await findAnswer(db, vat);
      // Do not cache when any answer was replaced during the read: this answer may be the old one.
      if (answer !== undefined && before === changes) remember(answer, until);
      return answer;
    },
    put: async (answer, replaces) => {
      await putAnswer(db, answer);
      forget(answer.vat);
      if (replaces) notifyResponseReplaced(db, answer.vat);
    },
    close: async () => {
      await (await listening)?.stop();
    },
  };
}
