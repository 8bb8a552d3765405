import type { Coverage, FileResult } from '@e-invoice/validator/issues';
import { describe, expect, it } from 'vitest';
import { formatDate, formatNumber } from '../../src/lib/format.ts';
import { describeVerdict, fill } from '../../src/modules/result-view/index.ts';

describe('formatNumber', () => {
  it.each([
    ['1', '1', '1'],
    ['655.03', '655,03', '655.03'],
    ['-1234567.5', '−1\u00a0234\u00a0567,5', '−1,234,567.5'],
    ['123456', '123\u00a0456', '123,456'],
    ['1e3', '1e3', '1e3'],
  ])('groups the digits of %s by three', (decimal, sk, en) => {
    expect([formatNumber(decimal, 'sk'), formatNumber(decimal, 'en')]).toEqual([sk, en]);
  });

  it('formats a million digits in a single pass, because an amount may be any text', () => {
    expect(formatNumber('7'.repeat(1_000_000), 'en')).toHaveLength(1_333_333);
  });
});

it('returns a date that does not exist unchanged', () => {
  expect(formatDate('2027-01-15', 'en')).toBe('15 January 2027');
  expect([formatDate('2027-02-30', 'en'), formatDate('2027-13-01', 'sk')]).toEqual(['2027-02-30', '2027-13-01']);
});

it('inserts values into a sentence verbatim', () => {
  expect(fill('{name}: {verdict}', { name: "$& {verdict} $'", verdict: 'x' })).toBe("$& {verdict} $': x");
  expect(fill('{name}', {})).toBe('{name}');
});

it('the verdict counts violated rules, not their occurrences', () => {
  const issue = (rule_id: string) => ({ rule_id, level: 'fatal' });
  const cause = { issue_indexes: [0, 1, 2] };
  const result = (...ids: string[]) =>
    ({
      ...{ valid: false, document_type: 'ubl-invoice', fatal_count: ids.length, warning_count: 0 },
      ...{ issues: ids.map(issue), root_causes: [cause], ruleset: { coverage: 'full' } },
    }) as unknown as FileResult;
  expect(describeVerdict(result('BR-1', 'BR-1', 'BR-1'), 'en')).toMatchObject({
    headline: 'Do not send: 1 mistake',
    rules: '',
  });
  expect(describeVerdict(result('BR-1', 'BR-2', 'BR-1'), 'en')).toMatchObject({ rules: '2 rules broken' });
});

it('a partially validated document is never called ready to send, with or without warnings', () => {
  const result = (coverage: Coverage, warning_count: number, fatal_count = 0) =>
    ({
      ...{ document_type: 'ubl-invoice', fatal_count, warning_count, ruleset: { coverage } },
      ...{ issues: [], root_causes: [] },
    }) as unknown as FileResult;
  const partly = { tone: 'check', headline: 'No mistakes, but not all rules of the document were checked', rules: '' };
  expect([describeVerdict(result('asked', 0), 'en'), describeVerdict(result('asked', 2), 'en')]).toEqual([
    partly,
    partly,
  ]);
  expect(describeVerdict(result('asked', 0, 1), 'en')).toMatchObject({
    tone: 'stop',
    headline: 'Do not send: 1 mistake',
  });
  expect(describeVerdict(result('full', 0), 'en')).toMatchObject({ tone: 'go', headline: 'You can send this invoice' });
});
