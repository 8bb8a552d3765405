import type { Issue, Text } from '@e-invoice/validator/issues';
import { numberCauses } from '../result-view/index.ts';

/** What a page prints of a finding. */
export type PrintedIssue = Pick<
  Issue,
  'level' | 'rule_id' | 'message' | 'message_en' | 'fix' | 'location' | 'business_terms'
>;

/** What a page prints of a cause; `issue_indexes` are places in the findings. */
export type PrintedCause = {
  readonly title: Text;
  readonly fix: { readonly program: Text };
  readonly issue_indexes: readonly number[];
  readonly rule_ids: readonly string[];
};

/** A numbered note: a cause, or findings of one rule that belong to no cause. */
export type Note = {
  /** From 1: the mark beside the value, and the place in the list. */
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

/** Numbers the causes as reports do, mistakes first, and behind them what belongs to none, by rule. */
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
    // Results that were kept before fixes had words for people have the rule's own.
    const note = known ?? { number: list.length + 1, level, title, advice: fix.program ?? fix, rules: [rule_id] };
    if (known === undefined) {
      byRule.set(rule_id, note);
      list.push(note);
    }
    notes.set(issue, note);
  }
  return { list, noteOf: (finding) => notes.get(finding)! };
}
