import { fillText, isMessageKey, type Language, textIn } from '../../../../locales/index.ts';
import { formatTime } from '../../../lib/format.ts';
import { toLine } from '../../../lib/sanitize-inline.ts';
import type { Check, EvidenceFinding, Reason } from './finding.ts';
import type { Verification } from './verify.ts';

const TIMES = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;

/** Formats the detail of a text: times in the local format, reasons as text. */
function describeDetail(detail: string, language: Language): string {
  const reason = `verifier.reason.${detail}`;
  return isMessageKey(reason)
    ? fillText(reason, {})[language]
    : detail.replaceAll(TIMES, (at) => formatTime(at, language));
}

/** Returns a reason as the last part of a sentence. */
export const describeReason = (reason: Reason, language: Language): string =>
  textIn(language, `verifier.reason.${reason}`);

/** Returns a finding as a sentence that names the file. */
export function describeFinding({ code, file, detail = '' }: EvidenceFinding, language: Language): string {
  const values = {
    file: file ?? textIn(language, 'verifier.archive'),
    // Texts that describe the archive or one of its files name the file in parentheses at the end.
    where: file === null ? '' : ` (${file})`,
    detail: describeDetail(detail, language),
  };
  return toLine(textIn(language, `verifier.finding.${code}`, values));
}

export const describeCheck = ({ name, state, detail }: Check, language: Language): string =>
  toLine(textIn(language, `verifier.check.${name}.${state}`, { detail: describeDetail(detail, language) }));

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
  return toLine(textIn(language, `verifier.verdict.${verdict}`, values));
}

export const describeGrade = ({ grade }: Pick<Verification, 'grade'>, language: Language): string =>
  grade === null ? '' : textIn(language, `verifier.grade.${grade}`);

/** Returns a sentence about the validated file; empty unless the evidence has a grade. */
export function describeSubject({ grade, report }: Pick<Verification, 'grade' | 'report'>, language: Language): string {
  if (grade === null || report === null) return '';
  const values = {
    filename: String(report.filename),
    sha256: String(report.sha256),
    result: textIn(language, report.valid === true ? 'verifier.valid' : 'verifier.invalid'),
  };
  return toLine(textIn(language, 'verifier.subject', values));
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
