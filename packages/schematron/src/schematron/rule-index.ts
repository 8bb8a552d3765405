import type { RuleIndexEntry } from '../run/rule-index-entry.ts';
import type { Check, Rule, Schema } from './model.ts';

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

/** Every assertion of a schema, in schema order. */
export const toRuleIndex = (schema: Schema): RuleIndexEntry[] =>
  schema.patterns.flatMap((pattern) =>
    pattern.rules.flatMap((rule) => rule.checks.map((check) => toEntry(check, rule, pattern.id))),
  );
