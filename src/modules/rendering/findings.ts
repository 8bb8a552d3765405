import type { Issue, Text } from '@e-invoice/validator/issues';
import { numberCauses } from '../result-view/index.ts';

export type PrintedIssue = Pick<
  Issue,
  'level' | 'rule_id' | 'message' | 'message_en' | 'fix' | 'location' | 'business_terms'
>;

/** The fields of a root cause that the page prints; `issue_indexes` refer to the list of issues. */
export type PrintedCause = {
  readonly title: Text;
  readonly fix: { readonly program: Text };
  readonly issue_indexes: readonly number[];
  readonly rule_ids: readonly string[];
};

/** A numbered note: a root cause, or the issues of one rule without a root cause. */
export type Note = {
  /** From 1: the mark next to the value and the position in the list. */
  readonly number: number;
  readonly level: Issue['level'];
  readonly title: Text;
  readonly advice: Text;
  readonly rules: readonly string[];
};

type Notes = {
  readonly list: readonly Note[];
  readonly noteOf: (finding: PrintedIssue) => Note;
};

const LEVELS = ['info', 'warning', 'fatal'] as const satisfies readonly Issue['level'][];
const heavier = (a: Issue['level'], b: Issue['level']): Issue['level'] =>
  LEVELS.indexOf(a) >= LEVELS.indexOf(b) ? a : b;

/**
 * Numbers the root causes in the order of the report (errors first), followed by issues without a root cause, grouped
 * by rule.
 */
export function numberFindings(issues: readonly PrintedIssue[], causes: readonly PrintedCause[]): Notes {
  const list: Note[] = [];
  const notes = new Map<PrintedIssue, Note>();
  for (const { title, fix, issue_indexes, rule_ids } of numberCauses({ root_causes: causes, issues })) {
    const own = issue_indexes.flatMap((index) => issues[index] ?? []);
    const level = own.reduce<Issue['level']>((worst, issue) => heavier(worst, issue.level), 'info');
    const note: Note = { number: list.length + 1, level, title, advice: fix.program, rules: rule_ids };
    list.push(note);
    for (const issue of own) notes.set(issue, note);
  }
  const byRule = new Map<string, Note>();
  for (const issue of issues) {
    if (notes.has(issue)) continue;
    const { rule_id, level, message, message_en, fix } = issue;
    const known = byRule.get(rule_id);
    const title = { sk: message, en: message_en };
    const note = known ?? { number: list.length + 1, level, title, advice: fix.program, rules: [rule_id] };
    if (known === undefined) {
      byRule.set(rule_id, note);
      list.push(note);
    }
    notes.set(issue, note);
  }
  return { list, noteOf: (finding) => notes.get(finding)! };
}
