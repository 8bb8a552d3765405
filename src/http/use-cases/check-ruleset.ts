import { toUtcDay } from '../../lib/utc-day.ts';
import type { BatchOptions } from '../../modules/batches/index.ts';
import type { AppParts } from '../app-parts.ts';

/** So many different requests are remembered of the rules that are applied now: most callers ask for the same. */
const MAX_REMEMBERED = 100;

/** What was asked of these rules, and refused by none. */
const granted = new WeakMap<object, Set<string>>();

/**
 * An unknown rule set, or a day before all releases, must be told now, not by every file later: an empty file asks for
 * it. What was granted once is not asked again, as an invoice is submitted in less time than that takes.
 *
 * @throws RulesetUnknown
 */
export function checkRuleset({ validator, now }: Pick<AppParts, 'validator' | 'now'>, options: BatchOptions): void {
  const request = toRequest(options);
  const today = toUtcDay(now());
  const asked = JSON.stringify([today, request]);
  const { packs } = validator;
  const known = granted.get(packs) ?? new Set();
  if (known.has(asked)) return;
  validator.validate(new Uint8Array(), {
    ...request,
    // Every rule set stands on this one; of itself an empty file asks for no release of the day.
    ruleset: request.ruleset ?? (request.asOf === undefined ? undefined : 'en16931'),
    today,
    filename: null,
    clock: () => 0,
  });
  if (known.size >= MAX_REMEMBERED) known.clear();
  granted.set(packs, known.add(asked));
}

/** What the options of a call ask of the validator. */
export const toRequest = ({ ruleset, as_of, layers, compare }: BatchOptions) => ({
  ruleset,
  asOf: as_of,
  layers,
  compare,
});
