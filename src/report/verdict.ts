import type { FileResult, RootCause } from '@e-invoice/validator/issues';
import { count, type Language } from './say.ts';
import { REPORT_WORDS } from './words.data.ts';

/** `stop`: it must not be sent; `check`: it may, and a person should look at something; `go`: nothing is wrong. */
export type Tone = 'stop' | 'check' | 'go';

type Verdict = {
  readonly tone: Tone;
  /** One sentence. */
  readonly says: string;
  /** How many rules are behind the mistakes; empty where that adds nothing. */
  readonly rules: string;
};

/** Mistakes and matters to check: causes in the order of the result, those with a fatal issue apart. */
export function splitCauses({ root_causes, issues }: FileResult): {
  readonly mistakes: readonly RootCause[];
  readonly checks: readonly RootCause[];
} {
  const isFatal = ({ issue_indexes }: RootCause): boolean =>
    issue_indexes.some((index) => issues[index]?.level === 'fatal');
  return {
    mistakes: root_causes.filter(isFatal),
    checks: root_causes.filter((cause) => !isFatal(cause)),
  };
}

/** The verdict on a file in one sentence: mistakes are counted, not the rules that each of them breaks. */
export function sayVerdict(result: FileResult, language: Language): Verdict {
  const words = REPORT_WORDS[language];
  const { mistakes, checks } = splitCauses(result);
  const { warning_count } = result;
  if (!result.valid) {
    const n = Math.max(1, mistakes.length);
    const isUnread = result.document_type === 'unknown' || result.document_type === 'cii';
    const says = isUnread ? words.unread : count(n, words.stop, language);
    const broken = new Set(result.issues.filter(({ level }) => level === 'fatal').map(({ rule_id }) => rule_id)).size;
    return { tone: 'stop', says, rules: broken > n ? count(broken, words.rules, language) : '' };
  }
  if (warning_count > 0)
    return { tone: 'check', says: count(Math.max(1, checks.length), words.check, language), rules: '' };
  return {
    tone: 'go',
    says: words.sendable[result.document_type === 'ubl-creditnote' ? 'note' : 'invoice'],
    rules: '',
  };
}
