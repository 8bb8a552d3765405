import type { Issue, Level } from '@e-invoice/validator/issues';
import { expect, it } from 'vitest';
import { renderIssues } from '../../packages/validator/src/validation/render-issues.ts';

const rendered: string[] = [];
const found = (id: string, level: Level) => ({
  ruleId: id,
  level,
  render: () => {
    rendered.push(id);
    return { rule_id: id, level } as Issue;
  },
});

it('counts all issues and renders only the first ones', () => {
  const issues = [found('A', 'warning'), found('B', 'fatal'), found('C', 'fatal'), found('D', 'info')];
  expect(renderIssues(issues, 2)).toEqual({
    fatal_count: 2,
    warning_count: 1,
    info_count: 1,
    issues: [
      { rule_id: 'A', level: 'warning' },
      { rule_id: 'B', level: 'fatal' },
    ],
    issues_left_out: 2,
  });
  expect(rendered).toEqual(['A', 'B']);
});

it('gives each rule the same quota, so that a frequent rule hides no other, and keeps the order', () => {
  const issues = [
    ...Array.from({ length: 500 }, () => found('A', 'fatal')),
    found('B', 'fatal'),
    ...Array.from({ length: 300 }, () => found('C', 'warning')),
    found('D', 'info'),
  ];
  const { issues: chosen, issues_left_out, fatal_count } = renderIssues(issues, 13);
  expect(chosen.map(({ rule_id }) => rule_id).join('')).toBe('AAAAAABCCCCCD');
  expect([issues_left_out, fatal_count]).toEqual([802 - 13, 501]);
});

it('respects the limit when there are more rules than listed issues', () => {
  const issues = Array.from({ length: 50 }, (_, index) => found(`R${index}`, 'fatal'));
  expect(renderIssues(issues, 7)).toMatchObject({ issues_left_out: 43, issues: { length: 7 } });
});

it('reports nothing as left out below the limit', () => {
  expect(renderIssues([found('A', 'info')], 1)).not.toHaveProperty('issues_left_out');
});
