import type { Layer } from '@e-invoice/validator/issues';
import { describe, expect, it } from 'vitest';
import {
  compareOpinions,
  type OpinionIssue,
  summarize,
  toJudged,
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
const judged = (issues: OpinionIssue[], layers = ALL): ValidationOutcome => toJudged('a judge', layers, issues, 1);
const AWAY = {
  status: 'unavailable',
  judge: 'x',
  reason: 'crashed',
  detail: { sk: '', en: '' },
  duration_ms: 0,
} as const;
const agree = (...parts: Parameters<typeof compareOpinions>) => compareOpinions(...parts).agreement;

describe('comparing judges', () => {
  it('they agree when rules, counts and places are the same, in any order', () => {
    const [a, b] = [issue('BR-01', '/a'), issue('BR-01', '/b')];
    expect(compareOpinions(judged([a, b]), judged([b, a]), null)).toEqual({ agreement: 'full', differences: [] });
  });

  it.each([
    ['one misses a rule', [issue('BR-01')], []],
    ['one has it too often', [issue('BR-01')], [issue('BR-01'), issue('BR-01')]],
    ['it fires elsewhere', [issue('BR-01', '/a')], [issue('BR-01', '/b')]],
    ['it stopped in one of them', [], [issue('BR-01', '/Invoice', { undetermined: true })]],
    ['one finds the XML well-formed', [issue('XML-NOT-WELL-FORMED')], []],
    ['one finds the structure sound', [issue('UBL-STRUCTURE-VALUE-INVALID')], []],
  ])('they differ when %s', (_, ours, theirs) => {
    const { agreement, differences } = compareOpinions(judged(ours), judged(theirs), null);
    expect(agreement).toBe('partial');
    expect(differences).toHaveLength(1);
    expect(differences[0]!.explanation).toBeNull();
  });

  it('a difference tells counts and the places that one alone names', () => {
    const [difference] = compareOpinions(
      judged([issue('BR-01', '/a'), issue('BR-01', '/b')]),
      judged([issue('BR-01', '/b'), issue('BR-01', '/c'), issue('BR-01', '/d')]),
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

  it('of structure the verdict counts: each tool words a fault in its own way', () => {
    const ours = judged([issue('UBL-STRUCTURE-ELEMENT-MISSING'), issue('UBL-STRUCTURE-VALUE-INVALID')]);
    expect(agree(ours, judged([issue('UBL-STRUCTURE-ELEMENT-NOT-ALLOWED')]), null)).toBe('full');
  });

  it('a layer that a judge does not judge makes no difference', () => {
    expect(agree(judged([issue('BR-01')]), judged([], ['XML', 'UBL']), null)).toBe('full');
  });

  it('findings that were left out for their number explain a difference', () => {
    const many = { ...judged([issue('BR-01')]), issues_left_out: 5 };
    const { agreement, differences } = compareOpinions(many, judged([]), null);
    expect(agreement).toBe('full');
    expect(differences[0]!.explanation?.reason).toBe('issues_left_out');
  });

  it('a rule that fails at the same place, where one stopped with an error, is explained (XPath 2.3.4)', () => {
    const stopped = judged([issue('BR-01', '/a', { undetermined: true })]);
    const { agreement, differences } = compareOpinions(judged([issue('BR-01', '/a')]), stopped, null);
    expect(agreement).toBe('full');
    expect(differences[0]!.explanation?.reason).toBe('error_optional');
    expect(agree(judged([issue('BR-01', '/b')]), stopped, null)).toBe('partial');
  });

  it('white space around a date, which libxml2 alone refuses, is explained (XML Schema part 2, 4.3.6)', () => {
    const refused = (value: string) =>
      judged([
        issue('UBL-STRUCTURE-VALUE-INVALID', '/a', {
          message_en: `Element 'IssueDate': '${value}' is not a valid value of the atomic type 'xs:date'.`,
        }),
      ]);
    expect(agree(judged([]), refused('2026-05-04 '), null)).toBe('full');
    expect(agree(judged([]), refused('2026-02-30'), null)).toBe('partial');
  });

  it('a judge that is away: partial, and local-only when there is no other', () => {
    const same = judged([]);
    expect(agree(same, AWAY, null)).toBe('local-only');
    expect(agree(same, AWAY, AWAY)).toBe('local-only');
    expect(agree(same, judged([]), AWAY)).toBe('partial');
    expect(agree(same, AWAY, judged([]))).toBe('partial');
    expect(agree(same, judged([]), judged([]))).toBe('full');
  });

  it('where both judges of the house agree, the rules of the third are of another release', () => {
    const ours = judged([issue('BR-01', '/a')]);
    const { agreement, differences } = compareOpinions(ours, ours, judged([], ['UBL', 'EN16931']));
    expect(agreement).toBe('full');
    expect(differences).toMatchObject([{ local: 1, schematron: 1, third_party: 0 }]);
    expect(differences[0]!.explanation?.reason).toBe('other_release');
    expect(agree(ours, judged([issue('BR-01', '/b')]), judged([]))).toBe('partial');
    // How often, and in which words it names the place, is the third one's own affair.
    expect(agree(ours, ours, judged([issue('BR-01', 'x'), issue('BR-01', 'y')]))).toBe('full');
  });

  it('the summary has counts and rule ids, and nothing of the invoice', () => {
    const ours = judged([issue('BR-01', '/Invoice/secret content')]);
    const comparison = compareOpinions(ours, judged([]), AWAY);
    const summary = summarize(ours, judged([]), AWAY, comparison);
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
