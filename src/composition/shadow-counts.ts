import { toUtcDay } from '../lib/utc-day.ts';
import type { RulePacks } from '../modules/rules/releases/index.ts';
import type { ShadowDifference } from '../modules/validation/index.ts';
import type { Log } from '../platform/index.ts';

type Counts = {
  validated: number;
  otherVerdict: number;
  otherRules: number;
  readonly rules: Map<string, { only_shadow: number; only_serving: number }>;
};

/** Interval between writes of the counts, in milliseconds. */
const WRITE_MS = 5_000;

type CountsParts = {
  readonly rulePacks: Pick<RulePacks, 'count'>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly log: Log;
};

/** Counts how the results of shadow releases differ and writes the counts periodically: only numbers and rule ids. */
export function makeShadowCounts({ rulePacks, now, log }: CountsParts) {
  const counted = new Map<string, Counts>();
  const write = async (): Promise<void> => {
    for (const [digest, { rules, ...counts }] of [...counted]) {
      counted.delete(digest);
      const rows = Array.from(rules, ([rule_id, row]) => ({ rule_id, ...row }));
      await rulePacks
        .count({ digest, day: toUtcDay(now()), ...counts, rules: rows })
        .catch((error: unknown) => log.warn({ err: error }, 'shadow rule pack results not counted'));
    }
  };
  let writing: Promise<void> = Promise.resolve();
  const writeNext = (): Promise<void> => {
    writing = writing.then(write);
    return writing;
  };
  const timer = setInterval(writeNext, WRITE_MS).unref();
  return {
    add: ({ packs, otherVerdict, onlyShadow, onlyServing }: ShadowDifference): void => {
      for (const { digest } of packs) {
        const counts = counted.get(digest) ?? { validated: 0, otherVerdict: 0, otherRules: 0, rules: new Map() };
        counted.set(digest, counts);
        counts.validated += 1;
        if (otherVerdict) counts.otherVerdict += 1;
        if (onlyShadow.length + onlyServing.length > 0) counts.otherRules += 1;
        const of = (id: string) => {
          const row = counts.rules.get(id) ?? { only_shadow: 0, only_serving: 0 };
          counts.rules.set(id, row);
          return row;
        };
        for (const id of onlyShadow) of(id).only_shadow += 1;
        for (const id of onlyServing) of(id).only_serving += 1;
      }
    },
    close: async (): Promise<void> => {
      clearInterval(timer);
      await writeNext();
    },
  };
}
