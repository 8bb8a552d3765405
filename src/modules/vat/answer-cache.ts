import {
  type CachedAnswer,
  type Database,
  findAnswer,
  onAnswerReplaced,
  putAnswer,
  reportReplacedResponse,
} from './vat-store.ts';

/** What sources said last: in the database, and for a while in the memory of this process. */
export type KnownAnswers = {
  /**
   * The last answer on a number, or undefined.
   *
   * @param isEnough whether an answer from this process's memory will do; else the database is asked
   */
  readonly find: (vat: string, isEnough: (answer: CachedAnswer) => boolean) => Promise<CachedAnswer | undefined>;
  /** Keeps an answer for all processes. `replaces`: an older one was found before. */
  readonly put: (answer: CachedAnswer, replaces: boolean) => Promise<void>;
  readonly close: () => Promise<void>;
};

/**
 * How long an answer is told from memory. Another process that asks anew says so, and it is forgotten at once; where
 * that notice is lost, the older answer is told for this long at most.
 */
const MEMORY_MS = 60_000;

/** The ones that were read first are forgotten first. */
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
      // What was replaced meanwhile may be what was read.
      if (answer !== undefined && before === changes) remember(answer, until);
      return answer;
    },
    put: async (answer, replaces) => {
      await putAnswer(db, answer);
      forget(answer.vat);
      if (replaces) reportReplacedResponse(db, answer.vat);
    },
    close: async () => {
      await (await listening)?.stop();
    },
  };
}
