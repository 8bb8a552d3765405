import { expect, it } from 'vitest';
import type { Issue, Level } from '../../src/issues/index.ts';
import { tellIssues } from '../../src/validation/tell-issues.ts';

const told: string[] = [];
const found = (id: string, level: Level) => ({
  level,
  tell: () => {
    told.push(id);
    return { rule_id: id, level } as Issue;
  },
});

it('counts all issues and puts only the first ones into words', () => {
  const issues = [found('A', 'warning'), found('B', 'fatal'), found('C', 'fatal'), found('D', 'info')];
  expect(tellIssues(issues, 2)).toEqual({
    fatal_count: 2,
    warning_count: 1,
    info_count: 1,
    issues: [
      { rule_id: 'A', level: 'warning' },
      { rule_id: 'B', level: 'fatal' },
    ],
    issues_left_out: 2,
  });
  expect(told).toEqual(['A', 'B']);
});

it('leaves nothing out of what fits', () => {
  expect(tellIssues([found('A', 'info')], 1)).not.toHaveProperty('issues_left_out');
});
