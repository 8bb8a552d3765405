import type { FileResult, Language, RootCause } from '../../index.ts';
import { countCauses } from '../../issues/index.ts';
import type { Outcome } from '../outcome.ts';

export type ReportOptions = {
  readonly language: Language;
  /** Of the package. */
  readonly version: string;
  /** Whether a terminal reads it. */
  readonly color: boolean;
  /** A file's name as a reference (RFC 3986); unset: relative, as the name stands. */
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
  message: { sk: 'Čo je zle', en: 'What is wrong' },
  fix: { sk: 'Oprava', en: 'Fix' },
  more: { sk: 'ďalších nálezov sa nevypisuje', en: 'further issues are not listed' },
} as const;

/** A word of the report in its language. */
export const say = (word: keyof typeof WORDS, { language }: Pick<ReportOptions, 'language'>): string =>
  WORDS[word][language];

const COUNTED = {
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

/** A number with its noun: Slovak has one form for 1, one for 2 to 4, one for the rest. */
function formatCount(count: number, noun: keyof typeof COUNTED, language: Language): string {
  const [one, few, many] = COUNTED[noun][language];
  return (count === 1 ? one : count >= 2 && count <= 4 ? few : many).replace('{n}', String(count));
}

/** What was found, counted by root cause as on the pages of the service: `3 errors (5 rules broken), 0 warnings`. */
export function formatCounts(result: FileResult, { language }: Pick<ReportOptions, 'language'>): string {
  const { errors, warnings, brokenRules } = countCauses(result);
  const rules = brokenRules > errors ? ` (${formatCount(brokenRules, 'rules', language)})` : '';
  return `${formatCount(errors, 'errors', language)}${rules}, ${formatCount(warnings, 'warnings', language)}`;
}

/** Why a file has no result; empty when it has one. */
export function unvalidated(outcome: Outcome, { language }: Pick<ReportOptions, 'language'>): string {
  if ('fault' in outcome) return outcome.fault[language];
  return 'skipped' in outcome ? `${say('skipped', { language })}: ${outcome.skipped[language]}` : '';
}

/** How many files came out in which way. Skipped files are no part of the total, as in the results of the service. */
export function countOutcomes(outcomes: readonly Outcome[]) {
  const results = outcomes.filter((outcome) => 'result' in outcome);
  const valid = results.filter(({ result }) => result.valid).length;
  const skipped = outcomes.filter((outcome) => 'skipped' in outcome).length;
  const total = outcomes.length - skipped;
  return { total, valid, invalid: results.length - valid, unreadable: total - results.length, skipped };
}

/** Causes with their issues; issues of no cause (notes) stand under none. */
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

/** The name of a file with everything in it visible: nothing reorders the line it stands in, or speaks to a terminal. */
export const shownName = (name: string): string => name.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\uFFFD');

/** A text with the signs seen that turn the direction of writing: what a document says leaves our sentence as it is. */
export const unturned = (text: string): string => text.replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, '\uFFFD');

export const nameOf = ({ ruleset: { id, version } }: FileResult): string => `${id}@${version}`;
