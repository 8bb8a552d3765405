import type { FileResult, Language, RootCause } from '../../index.ts';
import { countCauses } from '../../issues/index.ts';
import type { Outcome } from '../outcome.ts';

export type ReportOptions = {
  readonly language: Language;
  /** Version of the package. */
  readonly version: string;
  /** True if the output is a terminal. */
  readonly color: boolean;
  /** Converts a file name to a URI reference (RFC 3986); by default a relative reference. */
  readonly uriOf?: (name: string) => string;
};

export type WriteReport = (outcomes: readonly Outcome[], options: ReportOptions) => string;

export const WORDS = {
  valid: { sk: 'v poriadku', en: 'valid' },
  invalid: { sk: 'neplatná', en: 'invalid' },
  unreadable: { sk: 'nedá sa prečítať', en: 'cannot be read' },
  skipped: { sk: 'preskočené', en: 'skipped' },
  title: { sk: 'Overenie faktúr', en: 'Validation of invoices' },
  files: { sk: 'Súbory', en: 'Files' },
  file: { sk: 'Súbor', en: 'File' },
  fatal: { sk: 'chyby', en: 'errors' },
  warning: { sk: 'upozornenia', en: 'warnings' },
  result: { sk: 'Výsledok', en: 'Result' },
  rules: { sk: 'Pravidlá', en: 'Rules' },
  rule: { sk: 'Pravidlo', en: 'Rule' },
  line: { sk: 'riadok', en: 'line' },
  message: { sk: 'Čo je zle', en: 'Issue' },
  fix: { sk: 'Oprava', en: 'Fix' },
  more: { sk: 'ďalších nálezov sa nevypisuje', en: 'further issues are not listed' },
} as const;

/** A word of the report in the selected language. */
export const label = (word: keyof typeof WORDS, { language }: Pick<ReportOptions, 'language'>): string =>
  WORDS[word][language];

const COUNTED = {
  differences: {
    sk: ['{n} rozdiel', '{n} rozdiely', '{n} rozdielov'],
    en: ['{n} difference', '{n} differences', '{n} differences'],
  },
  errors: { sk: ['{n} chyba', '{n} chyby', '{n} chýb'], en: ['{n} error', '{n} errors', '{n} errors'] },
  warnings: {
    sk: ['{n} upozornenie', '{n} upozornenia', '{n} upozornení'],
    en: ['{n} warning', '{n} warnings', '{n} warnings'],
  },
  rules: {
    sk: ['porušené {n} pravidlo', 'porušené {n} pravidlá', 'porušených {n} pravidiel'],
    en: ['{n} rule broken', '{n} rules broken', '{n} rules broken'],
  },
} as const;

/** A number with its noun. Slovak has three plural forms: for 1, for 2 to 4, and for other numbers. */
export function formatCount(count: number, noun: keyof typeof COUNTED, language: Language): string {
  const [one, few, many] = COUNTED[noun][language];
  return (count === 1 ? one : count >= 2 && count <= 4 ? few : many).replace('{n}', String(count));
}

/** Counts of root causes, as on the pages of the service: `3 errors (5 rules broken), 0 warnings`. */
export function formatCounts(result: FileResult, { language }: Pick<ReportOptions, 'language'>): string {
  const { errors, warnings, brokenRules } = countCauses(result);
  const rules = brokenRules > errors ? ` (${formatCount(brokenRules, 'rules', language)})` : '';
  return `${formatCount(errors, 'errors', language)}${rules}, ${formatCount(warnings, 'warnings', language)}`;
}

/** The reason why a file has no result; empty if it has one. */
export function unvalidated(outcome: Outcome, { language }: Pick<ReportOptions, 'language'>): string {
  if ('fault' in outcome) return outcome.fault[language];
  return 'skipped' in outcome ? `${label('skipped', { language })}: ${outcome.skipped[language]}` : '';
}

/** Counts files by outcome. As in the service, the total does not include skipped files. */
export function countOutcomes(outcomes: readonly Outcome[]) {
  const results = outcomes.filter((outcome) => 'result' in outcome);
  const valid = results.filter(({ result }) => result.valid).length;
  const skipped = outcomes.filter((outcome) => 'skipped' in outcome).length;
  const total = outcomes.length - skipped;
  return { total, valid, invalid: results.length - valid, unreadable: total - results.length, skipped };
}

/** Causes with their issues. Issues without a cause (notes) are returned separately. */
export function byCause({ issues, root_causes }: FileResult): {
  readonly cause: RootCause | null;
  readonly issues: FileResult['issues'];
}[] {
  const caused = new Set(root_causes.flatMap(({ issue_indexes }) => issue_indexes));
  const rest = issues.filter((_, index) => !caused.has(index));
  return [
    ...root_causes.map((cause) => ({ cause, issues: cause.issue_indexes.map((index) => issues[index]!) })),
    ...(rest.length === 0 ? [] : [{ cause: null, issues: rest }]),
  ];
}

/**
 * A file name with control and format characters replaced, so that it can neither reorder the line nor send escape
 * sequences to a terminal.
 */
export const shownName = (name: string): string => name.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\uFFFD');

/** Replaces bidirectional control characters, so that document content cannot reorder the surrounding sentence. */
export const unturned = (text: string): string => text.replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, '\uFFFD');

export const nameOf = ({ ruleset: { id, version } }: FileResult): string => `${id}@${version}`;
