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

/** What a sentence names besides: times as the reader writes them, reasons in words. */
function describeDetail(detail: string, language: Language): string {
  const reason = own(REASONS, detail);
  return reason?.[language] ?? detail.replaceAll(TIMES, (at) => formatTime(at, language));
}

/** Why something cannot be read or does not hold, as the rest of a sentence. */
export const describeReason = (reason: Reason, language: Language): string => REASONS[reason][language];

/** What is wrong, in a sentence that names the file. */
export function describeFinding({ code, file, detail = '' }: EvidenceFinding, language: Language): string {
  const text = FINDINGS[code][language];
  // Where a sentence is of the archive or of a file in it, the file stands at its end.
  const named = text.includes('{file}.') && !text.includes(' {file}') ? (file === null ? '' : ` (${file})`) : file;
  const words: Text = { sk: 'archív', en: 'the archive' };
  return toLine(fill(text, { file: named ?? words[language], detail: describeDetail(detail, language) }));
}

/** What was checked, and what came of it. */
export const describeCheck = ({ name, state, detail }: Check, language: Language): string =>
  toLine(fill(CHECKS[name][state][language], { detail: describeDetail(detail, language) }));

/** The verdict in a sentence, and what of the report it is about. */
export function describeVerdict({ verdict, told }: Pick<Verification, 'verdict' | 'told'>, language: Language): string {
  const values = {
    id: String(told?.id),
    at: formatTime(String(told?.created_at), language),
    filename: String(told?.filename),
  };
  return toLine(fill(VERDICTS[verdict][language], values));
}

/** The grade; empty where nothing is proven. */
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

/** What the report is about; empty where it could not be trusted. */
export function describeSubject({ grade, told }: Pick<Verification, 'grade' | 'told'>, language: Language): string {
  if (grade === null || told === null) return '';
  const { text, valid, wrong } = SUBJECT[language];
  const values = {
    filename: String(told.filename),
    sha256: String(told.sha256),
    result: told.valid === true ? valid : wrong,
  };
  return toLine(fill(text, values));
}

const MARKS = { held: '[x]', failed: '[!]', unchecked: '[ ]' } as const;

/** A verification as lines of plain text: the verdict, what is wrong, what was checked and what was not. */
export function writeLines(found: Verification, language: Language): string[] {
  return [
    describeVerdict(found, language),
    describeSubject(found, language),
    describeGrade(found, language),
    ...found.findings.map((finding) => `- ${describeFinding(finding, language)}`),
    ...found.checks.map((check) => `${MARKS[check.state]} ${describeCheck(check, language)}`),
  ].filter((line) => line !== '');
}
