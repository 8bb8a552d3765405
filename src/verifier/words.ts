import type { Text } from '@e-invoice/validator/issues';
import { own } from '../lib/own.ts';
import { CHECKS, GRADES, VERDICTS } from './checks.data.ts';
import type { Check, Finding } from './finding.ts';
import { FINDINGS } from './findings.data.ts';
import type { Verification } from './verify.ts';

type Language = keyof Text;

/** Characters that reorder what stands beside them, or that nobody sees: names come from a file that nobody vouches for. */
const INVISIBLE = /[\p{Cc}\p{Cf}]/gu;
const toLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().replace(INVISIBLE, '\uFFFD');

function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => own<string>(values, name) ?? '');
}

/** What is wrong, in a sentence that names the file. */
export function sayFinding({ code, file, detail = '' }: Finding, language: Language): string {
  const text = FINDINGS[code][language];
  // Where a sentence is of the archive or of a file in it, the file stands at its end.
  const named = text.includes('{file}.') && !text.includes(' {file}') ? (file === null ? '' : ` (${file})`) : file;
  const words: Text = { sk: 'archív', en: 'the archive' };
  return toLine(fill(text, { file: named ?? words[language], detail }));
}

/** What was checked, and what came of it. */
export const sayCheck = ({ name, state, detail }: Check, language: Language): string =>
  toLine(fill(CHECKS[name][state][language], { detail }));

/** The verdict in a sentence, and what of the report it is about. */
export function sayVerdict({ verdict, told }: Pick<Verification, 'verdict' | 'told'>, language: Language): string {
  return toLine(fill(VERDICTS[verdict][language], { id: String(told?.id), at: String(told?.created_at) }));
}

/** The grade; empty where nothing is proven. */
export const sayGrade = ({ grade }: Pick<Verification, 'grade'>, language: Language): string =>
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
export function saySubject({ grade, told }: Pick<Verification, 'grade' | 'told'>, language: Language): string {
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
    sayVerdict(found, language),
    saySubject(found, language),
    sayGrade(found, language),
    ...found.findings.map((finding) => `- ${sayFinding(finding, language)}`),
    ...found.checks.map((check) => `${MARKS[check.state]} ${sayCheck(check, language)}`),
  ].filter((line) => line !== '');
}
