import type { Text } from '@e-invoice/validator/issues';
import { fill, formatTime } from '../../../lib/format.ts';
import { own } from '../../../lib/own-property.ts';
import { toLine } from '../../../lib/sanitize-inline.ts';
import { CHECKS, GRADES, VERDICTS } from './checks.data.ts';
import type { Check, EvidenceFinding, Reason } from './finding.ts';
import { FINDINGS, REASONS } from './findings.data.ts';
import type { Verification } from './verify.ts';

type Language = keyof Text;

const TIMES = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;

/** Formats the detail of a text: times in the local format, reasons as text. */
function describeDetail(detail: string, language: Language): string {
  const reason = own(REASONS, detail);
  return reason?.[language] ?? detail.replaceAll(TIMES, (at) => formatTime(at, language));
}

/** Returns a reason as the last part of a sentence. */
export const describeReason = (reason: Reason, language: Language): string => REASONS[reason][language];

/** Returns a finding as a sentence that names the file. */
export function describeFinding({ code, file, detail = '' }: EvidenceFinding, language: Language): string {
  const text = FINDINGS[code][language];
  // Texts that describe the archive or one of its files name the file in parentheses at the end.
  const named = text.includes('{file}.') && !text.includes(' {file}') ? (file === null ? '' : ` (${file})`) : file;
  const words: Text = { sk: 'archív', en: 'the archive' };
  return toLine(fill(text, { file: named ?? words[language], detail: describeDetail(detail, language) }));
}

export const describeCheck = ({ name, state, detail }: Check, language: Language): string =>
  toLine(fill(CHECKS[name][state][language], { detail: describeDetail(detail, language) }));

/** Returns the verdict as a sentence with the data of the report. */
export function describeVerdict(
  { verdict, report }: Pick<Verification, 'verdict' | 'report'>,
  language: Language,
): string {
  const values = {
    id: String(report?.id),
    at: formatTime(String(report?.created_at), language),
    filename: String(report?.filename),
  };
  return toLine(fill(VERDICTS[verdict][language], values));
}

export const describeGrade = ({ grade }: Pick<Verification, 'grade'>, language: Language): string =>
  grade === null ? '' : GRADES[grade][language];

const SUBJECT = {
  sk: {
    text: 'Je o súbore {filename} s odtlačkom SHA-256 {sha256}; výsledok kontroly: {result}.',
    valid: 'vyhovuje',
    wrong: 'nevyhovuje',
  },
  en: {
    text: 'It is about the file {filename} with the SHA-256 {sha256}; result of the validation: {result}.',
    valid: 'valid',
    wrong: 'not valid',
  },
} as const;

/** Returns a sentence about the validated file; empty unless the evidence has a grade. */
export function describeSubject({ grade, report }: Pick<Verification, 'grade' | 'report'>, language: Language): string {
  if (grade === null || report === null) return '';
  const { text, valid, wrong } = SUBJECT[language];
  const values = {
    filename: String(report.filename),
    sha256: String(report.sha256),
    result: report.valid === true ? valid : wrong,
  };
  return toLine(fill(text, values));
}

const MARKS = { held: '[x]', failed: '[!]', unchecked: '[ ]' } as const;

/** Formats a verification as lines of plain text: verdict, findings, and checks with their results. */
export function writeLines(found: Verification, language: Language): string[] {
  return [
    describeVerdict(found, language),
    describeSubject(found, language),
    describeGrade(found, language),
    ...found.findings.map((finding) => `- ${describeFinding(finding, language)}`),
    ...found.checks.map((check) => `${MARKS[check.state]} ${describeCheck(check, language)}`),
  ].filter((line) => line !== '');
}
