import type { Layer } from '@e-invoice/validator/issues';
import type { Validator } from '@e-invoice/validator/validation';
import { toUtcDay } from '../../lib/utc-day.ts';

/** Options of a call that select the rules. */
type RuleOptions = {
  readonly ruleset?: string | undefined;
  readonly as_of?: string | undefined;
  readonly layers?: readonly Layer[] | undefined;
  readonly compare?: string | undefined;
  readonly cii?: 'validate' | 'unsupported' | undefined;
};

/** What the check needs: the validator of the service and its clock. */
type RuleCheck = { readonly validator: Pick<Validator, 'packs' | 'validate'>; readonly now: () => number };

/** Number of different requests cached per state of the rules; most callers request the same. */
const MAX_REMEMBERED = 100;

/** Requests that were accepted with these rules. */
const granted = new WeakMap<object, Set<string>>();

/**
 * Rejects an unknown rule set, or a date before all releases, at submission instead of for each file: it validates an
 * empty file. Accepted requests are cached, because the check takes longer than the submission of an invoice.
 *
 * @throws RulesetUnknown
 */
export function checkRuleset({ validator, now }: RuleCheck, options: RuleOptions): void {
  const request = toRequest(options);
  const today = toUtcDay(now());
  const requestKey = JSON.stringify([today, request]);
  const { packs } = validator;
  const known = granted.get(packs) ?? new Set();
  if (known.has(requestKey)) return;
  validator.validate(new Uint8Array(), {
    ...request,
    // Every rule set is based on this one. Without it, an empty file would not select a release for the date.
    ruleset: request.ruleset ?? (request.asOf === undefined ? undefined : 'en16931'),
    today,
    filename: null,
    clock: () => 0,
  });
  if (known.size >= MAX_REMEMBERED) known.clear();
  granted.set(packs, known.add(requestKey));
}

/** Converts the options of a call to a validation request. */
export const toRequest = ({ ruleset, as_of, layers, compare, cii }: RuleOptions) => ({
  ruleset,
  asOf: as_of,
  layers,
  compare,
  cii,
});
