import { makeValidator, type Validator } from '@e-invoice/validator/validation';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadCodeLists, loadRulePacks, loadUblStructure } from '../../src/app.ts';
import { findRoot } from '../../src/platform/index.ts';
import { casesOf } from '../support/cases.ts';
import { mutate } from '../support/invoice-builder.ts';
import { type Draft, draft } from './generated/draft.ts';
import { type Mistake, mistakes } from './generated/mistakes.ts';
import { writeDraft } from './generated/write-draft.ts';

const RULESETS = ['en16931', 'peppol-bis-3'] as const;
/** A fixed seed, so that a failure is reproducible. */
const SEED = 20261121;

let validator: Validator;
beforeAll(async () => {
  validator = makeValidator({
    packs: await loadRulePacks(findRoot()),
    structure: loadUblStructure(findRoot()),
    codeLists: loadCodeLists(findRoot()),
  });
});

/** The fatal rules that fire, without duplicates. */
function fatals(xml: string, ruleset: (typeof RULESETS)[number]): string[] {
  const { issues } = validator.validate(new TextEncoder().encode(xml), {
    filename: null,
    ruleset,
    today: '2026-11-21',
    clock: () => 0,
  });
  return [...new Set(issues.filter(({ level }) => level === 'fatal').map(({ rule_id }) => rule_id))].sort();
}

describe('generated invoices', () => {
  it.each(RULESETS)('have no fatal issue under %s', (ruleset) => {
    fc.assert(
      fc.property(draft, (it) => {
        expect(fatals(writeDraft(it), ruleset)).toEqual([]);
      }),
      { seed: SEED, numRuns: casesOf(300, 40) },
    );
  });
});

describe('one error in a generated invoice', () => {
  it.each(mistakes)('$name', (mistake) => {
    for (const ruleset of RULESETS) {
      fc.assert(
        fc.property(draft.filter(mistake.when ?? (() => true)), (it) => {
          const found = fatals(mutate(writeDraft(it), ...mistake.make(it)), ruleset);
          const expected = expectedOf(mistake, it, ruleset);
          expect(found.filter((id) => expected.includes(id) || !mistake.may?.includes(id))).toEqual(expected);
        }),
        { seed: SEED, numRuns: casesOf(25, 4) },
      );
    }
  });
});

function expectedOf(mistake: Mistake, it: Draft, ruleset: (typeof RULESETS)[number]): string[] {
  const more = ruleset === 'en16931' ? [] : (mistake.inPeppol?.(it) ?? []);
  return [...new Set([...mistake.fires(it), ...more])].sort();
}
