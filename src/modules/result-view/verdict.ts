import { countCauses, type FileResult, type Issue, type RootCause } from '@e-invoice/validator/issues';
import { count, type Language } from '../../lib/format.ts';
import { REPORT_WORDS } from './result-view-texts.data.ts';

/** `stop`: must not be sent; `check`: may be sent after a review; `go`: no findings. */
type Tone = 'stop' | 'check' | 'go';

/** Symbols that do not depend on colour. */
export const SIGNS: Readonly<Record<Tone, string>> = { stop: '✕', check: '!', go: '✓' };

/** Input of a verdict; mistakes and checks are numbers of causes. */
type Judgement = Pick<FileResult, 'document_type' | 'fatal_count' | 'warning_count'> & {
  /** As `isUnread` returns it. */
  readonly isUnread: boolean;
  readonly mistakes: number;
  readonly checks: number;
  /** Number of broken rules. */
  readonly broken: number;
  /** True when only the requested rules were applied, so that nothing is known about the others. */
  readonly isPart: boolean;
};

type Verdict = {
  readonly tone: Tone;
  /** One sentence. */
  readonly headline: string;
  /** Number of rules behind the mistakes; empty when it adds no information. */
  readonly rules: string;
};

type Cause = Pick<RootCause, 'issue_indexes'>;

/** Causes with the issues they explain. */
type Causes<C extends Cause> = { readonly root_causes: readonly C[]; readonly issues: readonly Pick<Issue, 'level'>[] };

/** Splits causes, in result order, into mistakes (with a fatal issue) and matters to check. */
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

/** Causes in the order of their numbers, which start at 1: mistakes first. */
export function numberCauses<C extends Cause>(causes: Causes<C>): readonly C[] {
  const { mistakes, checks } = splitCauses(causes);
  return [...mistakes, ...checks];
}

/** Whether no rules were applied: the file is not an invoice, or a CII invoice whose validation was not requested. */
export function isUnread(type: FileResult['document_type'], issues: readonly Pick<Issue, 'rule_id'>[]): boolean {
  return type === 'unknown' || (type === 'cii' && issues.some(({ rule_id }) => rule_id === 'CII-UNSUPPORTED'));
}

/** Whether only requested layers or another rule set were applied, instead of all rules of the document. */
const isPart = ({ ruleset }: Pick<FileResult, 'ruleset'>): boolean => ruleset.coverage === 'asked';

/** Verdict on a file in one sentence. Counts mistakes instead of the rules that each of them breaks. */
export function describeVerdict(result: FileResult, language: Language): Verdict {
  const { errors, warnings, brokenRules } = countCauses(result);
  const { document_type, issues } = result;
  const counts = { mistakes: errors, checks: warnings, broken: brokenRules };
  return formatCount(
    { ...result, ...counts, isUnread: isUnread(document_type, issues), isPart: isPart(result) },
    language,
  );
}

/** Summary of findings for a headline: `3 chyby (porušených 5 pravidiel), 1 upozornenie`; empty without findings. */
export function countFindings(result: Parameters<typeof countCauses>[0], language: Language): string {
  const words = REPORT_WORDS[language];
  const { errors, warnings, brokenRules } = countCauses(result);
  const rules = brokenRules > errors ? ` (${count(brokenRules, words.rules, language)})` : '';
  return [
    ...(errors > 0 ? [`${count(errors, words.errors, language)}${rules}`] : []),
    ...(warnings > 0 ? [count(warnings, words.warnings, language)] : []),
  ].join(', ');
}

/** Verdict from counts only. */
export function formatCount(judgement: Judgement, language: Language): Verdict {
  const words = REPORT_WORDS[language];
  const { document_type, fatal_count, warning_count, mistakes, checks, broken, isPart: isOfPart } = judgement;
  if (fatal_count > 0) {
    const n = Math.max(1, mistakes);
    const headline = judgement.isUnread ? words.unread : count(n, words.stop, language);
    return { tone: 'stop', headline, rules: broken > n ? count(broken, words.rules, language) : '' };
  }
  if (isOfPart) return { tone: 'check', headline: words.part, rules: '' };
  if (warning_count > 0)
    return { tone: 'check', headline: count(Math.max(1, checks), words.check, language), rules: '' };
  return {
    tone: 'go',
    headline: words.sendable[document_type === 'ubl-creditnote' ? 'note' : 'invoice'],
    rules: '',
  };
}
