import type { Layer } from '@e-invoice/validator/issues';
import { describe, expect, it } from 'vitest';
import {
  compareOpinions,
  type OpinionIssue,
  summarize,
  toJudged,
  toPublicOpinion,
  type ValidationOutcome,
} from '../../src/modules/validation/reference-validator/index.ts';

const ALL: readonly Layer[] = ['XML', 'UBL', 'EN16931', 'PEPPOL'];

const issue = (rule_id: string, location = '/Invoice', more: Partial<OpinionIssue> = {}): OpinionIssue => ({
  level: 'fatal',
  layer: rule_id.startsWith('UBL-STR') ? 'UBL' : rule_id.startsWith('XML') ? 'XML' : 'EN16931',
  rule_id,
  catalogRuleId: rule_id,
  message: 'secret content',
  message_en: 'secret content',
  location,
  xpath: location,
  line: 1,
  column: 1,
  ruleUrl: '',
  ...more,
});
const outcomeOf = (issues: OpinionIssue[], layers = ALL): ValidationOutcome =>
  toJudged('a validator', layers, issues, 1);
const AWAY = {
  status: 'unavailable',
  judge: 'x',
  reason: 'crashed',
  detail: { sk: '', en: '' },
  duration_ms: 0,
} as const;
const agree = (...parts: Parameters<typeof compareOpinions>) => compareOpinions(...parts).agreement;

describe('comparison of validation outcomes', () => {
  it('agrees when rules, counts and locations are the same, in any order', () => {
    const [a, b] = [issue('BR-01', '/a'), issue('BR-01', '/b')];
    expect(compareOpinions(outcomeOf([a, b]), outcomeOf([b, a]), null)).toEqual({ agreement: 'full', differences: [] });
  });

  it.each([
    ['one validator misses a rule', [issue('BR-01')], []],
    ['one validator reports it too often', [issue('BR-01')], [issue('BR-01'), issue('BR-01')]],
    ['it fires at another location', [issue('BR-01', '/a')], [issue('BR-01', '/b')]],
    ['it is undetermined in one of them', [], [issue('BR-01', '/Invoice', { undetermined: true })]],
    ['only one finds the XML well-formed', [issue('XML-NOT-WELL-FORMED')], []],
    ['only one finds the structure valid', [issue('UBL-STRUCTURE-VALUE-INVALID')], []],
  ])('differs when %s', (_, ours, theirs) => {
    const { agreement, differences } = compareOpinions(outcomeOf(ours), outcomeOf(theirs), null);
    expect(agreement).toBe('partial');
    expect(differences).toHaveLength(1);
    expect(differences[0]!.explanation).toBeNull();
  });

  it('reports counts and the locations that only one validator reports', () => {
    const [difference] = compareOpinions(
      outcomeOf([issue('BR-01', '/a'), issue('BR-01', '/b')]),
      outcomeOf([issue('BR-01', '/b'), issue('BR-01', '/c'), issue('BR-01', '/d')]),
      null,
    ).differences;
    expect(difference).toMatchObject({
      rule_id: 'BR-01',
      layer: 'EN16931',
      local: 2,
      schematron: 3,
      third_party: null,
      places: { local: ['/a'], schematron: ['/c', '/d'] },
    });
  });

  it('compares only the verdict of the structure layer, because rule ids differ between tools', () => {
    const ours = outcomeOf([issue('UBL-STRUCTURE-ELEMENT-MISSING'), issue('UBL-STRUCTURE-VALUE-INVALID')]);
    expect(agree(ours, outcomeOf([issue('UBL-STRUCTURE-ELEMENT-NOT-ALLOWED')]), null)).toBe('full');
  });

  it('ignores a layer that one validator does not cover', () => {
    expect(agree(outcomeOf([issue('BR-01')]), outcomeOf([], ['XML', 'UBL']), null)).toBe('full');
  });

  it('explains a difference by findings omitted because of their number', () => {
    const many = { ...outcomeOf([issue('BR-01')]), issues_left_out: 5 };
    const { agreement, differences } = compareOpinions(many, outcomeOf([]), null);
    expect(agreement).toBe('full');
    expect(differences[0]!.explanation?.reason).toBe('issues_left_out');
  });

  it('explains a rule with a failure in one validator and an error in the other at the same location (XPath 2.3.4)', () => {
    const stopped = outcomeOf([issue('BR-01', '/a', { undetermined: true })]);
    const { agreement, differences } = compareOpinions(outcomeOf([issue('BR-01', '/a')]), stopped, null);
    expect(agreement).toBe('full');
    expect(differences[0]!.explanation?.reason).toBe('error_optional');
    expect(agree(outcomeOf([issue('BR-01', '/b')]), stopped, null)).toBe('partial');
  });

  it('explains a date with surrounding white space, which only libxml2 rejects (XML Schema part 2, 4.3.6)', () => {
    const padded = issue('UBL-STRUCTURE-VALUE-INVALID', '/a', { knownReason: 'white_space_of_dates' });
    expect(agree(outcomeOf([]), outcomeOf([padded]), null)).toBe('full');
    expect(agree(outcomeOf([]), outcomeOf([padded, issue('UBL-STRUCTURE-VALUE-INVALID', '/b')]), null)).toBe('partial');
    expect(toPublicOpinion(outcomeOf([padded]))).toEqual(outcomeOf([issue('UBL-STRUCTURE-VALUE-INVALID', '/a')]));
  });

  it('is partial when a validator is missing, and local-only without any other', () => {
    const same = outcomeOf([]);
    expect(agree(same, AWAY, null)).toBe('local-only');
    expect(agree(same, AWAY, AWAY)).toBe('local-only');
    expect(agree(same, outcomeOf([]), AWAY)).toBe('partial');
    expect(agree(same, AWAY, outcomeOf([]))).toBe('partial');
    expect(agree(same, outcomeOf([]), outcomeOf([]))).toBe('full');
  });

  it('explains a difference to the third validator by another rule release when the first two agree', () => {
    const ours = outcomeOf([issue('BR-01', '/a')]);
    const { agreement, differences } = compareOpinions(ours, ours, outcomeOf([], ['UBL', 'EN16931']));
    expect(agreement).toBe('full');
    expect(differences).toMatchObject([{ local: 1, schematron: 1, third_party: 0 }]);
    expect(differences[0]!.explanation?.reason).toBe('other_release');
    expect(agree(ours, outcomeOf([issue('BR-01', '/b')]), outcomeOf([]))).toBe('partial');
    // Counts and location formats of the third validator are not compared.
    expect(agree(ours, ours, outcomeOf([issue('BR-01', 'x'), issue('BR-01', 'y')]))).toBe('full');
  });

  it('summarizes counts and rule ids without invoice content', () => {
    const ours = outcomeOf([issue('BR-01', '/Invoice/secret content')]);
    const comparison = compareOpinions(ours, outcomeOf([]), AWAY);
    const summary = summarize(ours, outcomeOf([]), AWAY, comparison);
    expect(summary).toEqual({
      valid: { local: false, schematron: true, third_party: null },
      fatal_rules: ['BR-01'],
      counts: {
        local: { fatal: 1, warning: 0, info: 0 },
        schematron: { fatal: 0, warning: 0, info: 0 },
        third_party: null,
      },
      differences: 1,
      unexplained: 1,
    });
  });
});
