import { describe, expect, it } from 'vitest';
import { compareAll, familyOf } from './agreement.ts';
import type { GoldenCase } from './corpus.ts';
import type { Outcome, ValidatedFinding } from './outcome.ts';

const held = new Set(['BR-01', 'BR-CO-15']);

const golden = (expected: Record<string, string[]> | null): GoldenCase => ({
  file: 'set/case.xml',
  set: 'set',
  expected: expected && new Map(Object.entries(expected).map(([rule, places]) => [rule, places.length])),
  locations: expected && new Map(Object.entries(expected)),
});

const finding = (ruleId: string, location = '/Invoice[1]', more: Partial<ValidatedFinding> = {}): ValidatedFinding => ({
  ruleId,
  flag: 'fatal',
  location,
  undetermined: null,
  ...more,
});

const compareOne = (expected: GoldenCase, findings: ValidatedFinding[], error: string | null = null) => {
  const outcome: Outcome = { file: expected.file, error, findings };
  return compareAll([expected], new Map([[expected.file, outcome]]), held, 'en16931');
};

const differencesOf = (...parts: Parameters<typeof compareOne>): string[] =>
  compareOne(...parts).differences.map(({ rule, expected, got }) => `${rule}: ${expected} / ${got}`);

describe('comparing a document', () => {
  it('finds no difference when rules, counts and locations are the same', () => {
    const { differences, rules, places } = compareOne(golden({ 'BR-01': ['/Invoice[1]'], 'BR-CO-15': ['/a', '/b'] }), [
      finding('BR-CO-15', '/b'),
      finding('BR-01'),
      finding('BR-CO-15', '/a'),
    ]);
    expect(differences).toEqual([]);
    expect([...rules.values()]).toEqual([
      { rule: 'BR-01', cases: 1, agreeing: 1 },
      { rule: 'BR-CO-15', cases: 1, agreeing: 1 },
    ]);
    expect(places).toEqual({ compared: 3, agreeing: 3, examples: [] });
  });

  it('detects a missing rule, an additional rule, and a wrong count', () => {
    expect(differencesOf(golden({ 'BR-01': ['/Invoice[1]'] }), [])).toEqual(['BR-01: 1 / 0']);
    expect(differencesOf(golden({}), [finding('BR-01')])).toEqual(['BR-01: 0 / 1']);
    expect(differencesOf(golden({ 'BR-01': ['/a', '/b'] }), [finding('BR-01', '/a')])).toEqual(['BR-01: 2 / 1']);
  });

  it('counts a case for the rule that disagrees, and agreement only for rules with cases', () => {
    const { rules } = compareOne(golden({ 'BR-01': ['/Invoice[1]'] }), []);
    expect(rules.get('BR-01')).toEqual({ rule: 'BR-01', cases: 1, agreeing: 0 });
    expect(rules.get('BR-CO-15')).toEqual({ rule: 'BR-CO-15', cases: 0, agreeing: 0 });
  });

  it('detects an undetermined rule even if its count is right', () => {
    expect(differencesOf(golden({}), [finding('BR-01', '/', { undetermined: 'FORG0001 x' })])).toEqual([
      'BR-01: 0 / 0, undetermined: FORG0001 x',
    ]);
  });

  it('detects a document that failed to validate or was not validated', () => {
    expect(differencesOf(golden({ 'BR-01': ['/a'] }), [], 'FODC0002 not XML')).toEqual([
      'en16931: findings / FODC0002 not XML',
    ]);
    expect(compareAll([golden({})], new Map(), held, 'en16931').differences).toEqual([
      { file: 'set/case.xml', rule: 'en16931', expected: 'an outcome', got: 'none' },
    ]);
  });

  it('does not expect rules that the pack lacks, but lists them', () => {
    const { differences, notHeld } = compareOne(golden({ 'UBL-CR-001': ['/a'] }), [finding('OTHER-1')]);
    expect(differences).toEqual([]);
    expect([...notHeld]).toEqual(['UBL-CR-001']);
  });

  it('detects a rule that fires at another location', () => {
    const { differences, places } = compareOne(golden({ 'BR-01': ['/a', '/a', '/b'] }), [
      finding('BR-01', '/a'),
      finding('BR-01', '/c'),
      finding('BR-01', '/b'),
    ]);
    expect(differences).toEqual([]);
    expect(places).toEqual({
      compared: 3,
      agreeing: 2,
      examples: [{ file: 'set/case.xml', rule: 'BR-01', expected: '/a', got: '/c' }],
    });
  });
});

describe('a document on which the official artefacts failed', () => {
  it('must not be reported as valid', () => {
    expect(differencesOf(golden(null), [])).toEqual(['en16931: undetermined / valid']);
    expect(differencesOf(golden(null), [finding('BR-01', '/', { flag: 'warning' })])).toEqual([
      'en16931: undetermined / valid',
    ]);
  });

  it('may be invalid, undetermined, or rejected', () => {
    expect(differencesOf(golden(null), [finding('BR-01')])).toEqual([]);
    expect(differencesOf(golden(null), [finding('BR-01', '/', { flag: null, undetermined: 'x' })])).toEqual([]);
    expect(differencesOf(golden(null), [], 'FORG0001')).toEqual([]);
  });
});

it.each([
  ['BR-52', 'BR'],
  ['BR-CO-15', 'BR-CO'],
  ['PEPPOL-EN16931-R001', 'PEPPOL-EN16931'],
  ['PEPPOL-COMMON-R056-1', 'PEPPOL-COMMON'],
  ['GR-R-001-2', 'GR-R'],
  ['PEPPOL-EN16931-CL001', 'PEPPOL-EN16931'],
  ['UBL-CR-001', 'UBL-CR'],
])('%s is of the family %s', (rule, family) => {
  expect(familyOf(rule)).toBe(family);
});
