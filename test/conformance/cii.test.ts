import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { compareAll } from './agreement.ts';
import { type GoldenCase, readCorpus } from './corpus.ts';
import { ROOT, validators } from './validators.ts';

const DATA = join(process.env.CONFORMANCE_DIR ?? join(ROOT, '../shared/conformance'), 'cii');

/** For each business rule the first document in which it fires. */
function sampleOf(cases: readonly GoldenCase[]): GoldenCase[] {
  const seen = new Set<string>();
  return cases.filter(({ expected }) => {
    const rules = [...(expected?.keys() ?? [])].filter((rule) => rule.startsWith('BR-') && !seen.has(rule));
    for (const rule of rules) seen.add(rule);
    return rules.length > 0;
  });
}

// `npm run conformance` compares all documents.
it.skipIf(!existsSync(DATA))(
  'CII: rules, counts and locations are those of the official artefacts in a sample',
  async () => {
    const cases = sampleOf(readCorpus(DATA, 'en16931'));
    const validator = await validators.engine!(join(ROOT, 'schematron/en16931-cii/1.3.16'));
    const outcomes = cases.map(({ file }) => validator.validate(file, readFileSync(join(DATA, 'corpus', file))));
    const byFile = new Map(outcomes.map((outcome) => [outcome.file, outcome]));
    const { differences, places, rules } = compareAll(cases, byFile, new Set(validator.ruleIds), 'en16931');
    expect(differences).toEqual([]);
    expect(places.examples).toEqual([]);
    expect([...rules.values()].filter((rule) => rule.cases > 0).length).toBeGreaterThan(180);
  },
);
