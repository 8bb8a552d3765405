import { countCauses, type FileResult, type Issue, type RootCause } from '@e-invoice/validator/issues';
import { count, type Language } from '../../lib/format.ts';
import { REPORT_WORDS } from './result-view-texts.data.ts';

/** `stop`: it must not be sent; `check`: it may, and a person should look at something; `go`: nothing is wrong. */
type Tone = 'stop' | 'check' | 'go';

/** Signs that are seen without colours, too. */
export const SIGNS: Readonly<Record<Tone, string>> = { stop: '✕', check: '!', go: '✓' };

/** What a verdict is said of; mistakes and checks are counts of causes. */
type Judgement = Pick<FileResult, 'document_type' | 'fatal_count' | 'warning_count'> & {
  readonly mistakes: number;
  readonly checks: number;
  /** How many rules are broken. */
  readonly broken: number;
  /** Judged by what was asked for alone: it says nothing of the other rules. */
  readonly isPart: boolean;
};

type Verdict = {
  readonly tone: Tone;
  /** One sentence. */
  readonly says: string;
  /** How many rules are behind the mistakes; empty where that adds nothing. */
  readonly rules: string;
};

type Cause = Pick<RootCause, 'issue_indexes'>;

/** Causes with the issues that they explain. */
type Causes<C extends Cause> = { readonly root_causes: readonly C[]; readonly issues: readonly Pick<Issue, 'level'>[] };

/** Mistakes and matters to check: causes in the order of the result, those with a fatal issue apart. */
export function splitCauses<C extends Cause>({
  root_causes,
  issues,
}: Causes<C>): {
  readonly mistakes: readonly C[];
  readonly checks: readonly C[];
} {
  const isFatal = ({ issue_indexes }: Cause): boolean =>
    issue_indexes.some((index) => issues[index]?.level === 'fatal');
  return {
    mistakes: root_causes.filter(isFatal),
    checks: root_causes.filter((cause) => !isFatal(cause)),
  };
}

/** The causes in the order of their numbers, which count from 1: mistakes first. */
export function numberCauses<C extends Cause>(causes: Causes<C>): readonly C[] {
  const { mistakes, checks } = splitCauses(causes);
  return [...mistakes, ...checks];
}

/** Whether a result is on what was asked for alone, layers or another rule set, and not on all rules of the document. */
const isPart = ({ ruleset }: Pick<FileResult, 'ruleset'>): boolean => ruleset.coverage === 'asked';

/** The verdict on a file in one sentence: mistakes are counted, not the rules that each of them breaks. */
export function describeVerdict(result: FileResult, language: Language): Verdict {
  const { errors, warnings, brokenRules } = countCauses(result);
  return formatCount(
    { ...result, mistakes: errors, checks: warnings, broken: brokenRules, isPart: isPart(result) },
    language,
  );
}

/** What was found, in the words of a headline: `3 chyby (porušených 5 pravidiel), 1 upozornenie`; empty without a finding. */
export function countFindings(result: Parameters<typeof countCauses>[0], language: Language): string {
  const words = REPORT_WORDS[language];
  const { errors, warnings, brokenRules } = countCauses(result);
  const rules = brokenRules > errors ? ` (${count(brokenRules, words.rules, language)})` : '';
  return [
    ...(errors > 0 ? [`${count(errors, words.errors, language)}${rules}`] : []),
    ...(warnings > 0 ? [count(warnings, words.warnings, language)] : []),
  ].join(', ');
}

/** The same by counts alone. */
export function formatCount(judgement: Judgement, language: Language): Verdict {
  const words = REPORT_WORDS[language];
  const { document_type, fatal_count, warning_count, mistakes, checks, broken, isPart: isOfPart } = judgement;
  if (fatal_count > 0) {
    const n = Math.max(1, mistakes);
    const isUnread = document_type === 'unknown' || document_type === 'cii';
    const says = isUnread ? words.unread : count(n, words.stop, language);
    return { tone: 'stop', says, rules: broken > n ? count(broken, words.rules, language) : '' };
  }
  if (isOfPart) return { tone: 'check', says: words.part, rules: '' };
  if (warning_count > 0) return { tone: 'check', says: count(Math.max(1, checks), words.check, language), rules: '' };
  return {
    tone: 'go',
    says: words.sendable[document_type === 'ubl-creditnote' ? 'note' : 'invoice'],
    rules: '',
  };
}
