import { loadRulePacks, loadUblStructure } from '../src/app.ts';
import { makeValidator, type Validator } from '../src/validation/index.ts';
import { parseXml } from '../src/xml/index.ts';
import { measureTogether } from './measure.ts';

/** What a validation costs beside reading the file; times in milliseconds. */
export type LayersCost = {
  readonly ruleset: string;
  readonly parse: number;
  readonly validate: number;
  /** Everything but reading, as a multiple of reading. */
  readonly ratio: number;
};

/** The validator of the service, as it judges in operation. */
export const makeBenchValidator = async (root: string): Promise<Validator> =>
  makeValidator({ packs: await loadRulePacks(root), structure: loadUblStructure(root) });

/** The result of one validation through the public validator. */
export const validateOnce = (validator: Validator, bytes: Uint8Array) =>
  validator.validate(bytes, { filename: null, today: '2026-11-21', clock: () => performance.now() });

/**
 * Measures one validation with every layer against reading the same bytes, in short turns, so that a busy machine
 * slows both alike.
 *
 * @throws Error when the invoice has an issue: telling of it would be measured too
 */
export function measureLayers(validator: Validator, bytes: Uint8Array): LayersCost {
  const { issues, ruleset } = validateOnce(validator, bytes);
  if (issues.length > 0) throw new Error(`the invoice breaks ${issues.map(({ rule_id }) => rule_id).join(' ')}`);
  const works = { parse: () => parseXml(bytes), validate: () => validateOnce(validator, bytes) };
  // The first measurement warms up: rules that fire rarely are compiled late.
  measureTogether(works, { rounds: 20, turnMilliseconds: 100 });
  const { parse, validate } = measureTogether(works, { rounds: 80, turnMilliseconds: 25 });
  return {
    ruleset: ruleset.id,
    parse: parse.median,
    validate: validate.median,
    ratio: (validate.median - parse.median) / parse.median,
  };
}
