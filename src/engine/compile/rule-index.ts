import type { Check, Rule, Schema } from '../schematron/model.ts';

/** What can be said of an assertion without running it. One id may stand in several places. */
export type RuleIndexEntry = {
  readonly id: string;
  readonly kind: 'assert' | 'report';
  readonly flag: string | null;
  readonly role: string | null;
  readonly pattern: string;
  readonly context: string;
  readonly test: string;
  readonly see: string | null;
};

const flat = (text: string): string => text.trim().replace(/\s+/g, ' ');

const toEntry = (check: Check, rule: Rule, pattern: string): RuleIndexEntry => ({
  id: check.id,
  kind: check.kind,
  flag: check.flag,
  role: check.role,
  pattern,
  context: flat(rule.context.text),
  test: flat(check.test.text),
  see: check.see,
});

/** Every assertion of a schema, in the order of the schema. */
export const toRuleIndex = (schema: Schema): RuleIndexEntry[] =>
  schema.patterns.flatMap((pattern) =>
    pattern.rules.flatMap((rule) => rule.checks.map((check) => toEntry(check, rule, pattern.id))),
  );
