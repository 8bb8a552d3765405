import { beforeAll, describe, expect, it } from 'vitest';
import { compareOpinions } from '../../src/modules/validation/reference-validator/index.ts';
import { makeInvoice } from '../support/invoice-builder.ts';
import { makeBothValidators, type ValidateWithBoth } from '../support/reference.ts';
import { type Base, projectBases } from './bases.ts';
import { differencesIn } from './find-differences.ts';
import { mutate } from './mutate.ts';
import { makeRandom } from './random.ts';
import { shrink } from './shrink.ts';
import { type Sketch, sketch, walk, write } from './sketch.ts';

const FIRST_SEED = 20_261_121;
const DOCUMENTS = 100;

let both: ValidateWithBoth;
let bases: Base[];
beforeAll(async () => {
  bases = projectBases();
  both = await makeBothValidators();
});

it(`both validators return the same result for ${DOCUMENTS} mutated invoices`, () => {
  const seeds = Array.from({ length: DOCUMENTS }, (_, index) => FIRST_SEED + index);
  let invalid = 0;
  const counting: ValidateWithBoth = (bytes, ruleset) => {
    const results = both(bytes, ruleset);
    if (!results.local.valid) invalid += 1;
    return results;
  };
  const differing = seeds.flatMap((seed) => {
    const { bytes, ruleset } = mutate(bases, makeRandom(seed));
    return differencesIn(counting, bytes, ruleset).map(
      ({ rule, detail }) => `npm run fuzz -- --seed ${seed} --count 1: ${rule} ${detail}`,
    );
  });
  expect(differing).toEqual([]);
  // Neither all valid nor all broken: the mutations reach the rules.
  expect(invalid).toBeGreaterThan(DOCUMENTS / 3);
});

describe('the fuzzer itself', () => {
  it('is deterministic per seed, and differs between seeds', () => {
    const text = (seed: number): string => Buffer.from(mutate(bases, makeRandom(seed)).bytes).toString();
    expect(text(7)).toBe(text(7));
    expect(new Set(Array.from({ length: 30 }, (_, seed) => text(seed))).size).toBeGreaterThan(28);
  });

  it('round-trips documents: an unchanged sketch has the validation result of its document', () => {
    const invoice = makeInvoice();
    const again = both(Buffer.from(write(sketch(Buffer.from(invoice)))));
    expect(again.local.issues).toEqual([]);
    expect(again.reference.issues).toEqual([]);
  });

  it('detects a validator that misses one rule, and minimises the document', () => {
    const blind: ValidateWithBoth = (bytes) => {
      const { local, reference } = both(bytes);
      const issues = reference.issues.filter(({ rule_id }) => rule_id !== 'BR-02');
      const opinion = { ...local, status: 'judged', judge: 'engine', layers: local.ruleset.layers } as const;
      return { local, reference, comparison: compareOpinions(opinion, { ...reference, issues }, null) };
    };
    const start = sketch(Buffer.from(makeInvoice().replace('<cbc:ID>FV-2026-0042</cbc:ID>', '')));
    const shows = (candidate: Sketch): boolean =>
      differencesIn(blind, Buffer.from(write(candidate))).some(({ rule }) => rule === 'BR-02');
    expect(shows(start)).toBe(true);
    expect(differencesIn(both, Buffer.from(write(start)))).toEqual([]);
    const small = shrink(start, shows, 40);
    expect(shows(small)).toBe(true);
    expect(walk(small).length).toBeLessThan(walk(start).length / 2);
  });
});
