import type { FileResult, RootCause } from '@e-invoice/validator/issues';
import { messagesOf } from '../../../locales/index.ts';
import { fill, formatDate, type Language } from '../../lib/format.ts';
import { toLine } from '../../lib/sanitize-inline.ts';
import { placesOf } from './places.ts';
import { REPORT_WORDS } from './result-view-texts.data.ts';
import { isUnread, splitCauses } from './verdict.ts';

/** Maximum number of mistakes in a mail; its end states the number of further ones. */
const MAX_LISTED = 20;

/** Maximum number of rules per mistake; validating the corrected file shows the remaining ones. */
const MAX_RULES = 8;

/**
 * Writes a mail that requests a correction from the supplier, ready to copy: subject, problems, locations, and
 * remedies in the accounting software. Null when there is nothing to correct.
 */
export function writeMail(result: FileResult, language: Language): string | null {
  const words = messagesOf('mail', language);
  const { mistakes, checks } = splitCauses(result);
  const listed = result.valid ? checks : mistakes;
  if (listed.length === 0) return null;
  const left = listed.length - MAX_LISTED;
  const isOther = isUnread(result.document_type, result.issues);
  const headline = result.valid ? words.check : isOther ? words.unread : words.found({ n: listed.length });
  const { id, version } = result.ruleset;
  return `${[
    (result.valid ? words.subjectCheck : words.subject)({ document: nameOf(result, language) }),
    words.hello,
    `${headline}\n${documentOf(result, language)}`,
    ...listed.slice(0, MAX_LISTED).map((cause, index) => describeEntry(result, cause, index + 1, language)),
    ...(left > 0 ? [(result.valid ? words.moreChecks : words.more)({ n: left })] : []),
    `${result.valid ? '' : `${words.please}\n`}${words.checkedBy({ rules: `${id} ${version}` })}`,
    words.bye,
  ].join('\n\n')}\n`;
}

/** `Faktúra č. 2027-0001`. */
function nameOf({ document_type, summary }: FileResult, language: Language): string {
  const words = messagesOf('mail', language);
  const number = summary.invoice_id === null ? '' : ` ${words.number({ number: toLine(summary.invoice_id) })}`;
  return `${document_type === 'ubl-creditnote' ? words.note : words.invoice}${number}`;
}

/** Identification of the document: number, date, file. */
function documentOf(result: FileResult, language: Language): string {
  const words = messagesOf('mail', language);
  const { summary, filename } = result;
  const date = summary.issue_date === null ? '' : ` ${words.dated({ date: formatDate(summary.issue_date, language) })}`;
  const file = filename === null || filename === '' ? '' : ` (${words.file({ name: toLine(filename) })})`;
  return `${words.document}: ${nameOf(result, language)}${date}${file}`;
}

function describeEntry(result: FileResult, cause: RootCause, number: number, language: Language): string {
  const words = messagesOf('mail', language);
  const { where, line: inLine } = REPORT_WORDS[language];
  const issues = cause.issue_indexes.flatMap((index) => result.issues[index] ?? []);
  const places = placesOf(issues, language).map(({ text, line }) =>
    [text, line === null ? '' : fill(inLine, { n: line })].filter((part) => part !== '').join(' · '),
  );
  return [
    `${number}. ${toLine(cause.title[language])}`,
    toLine(cause.explanation[language]),
    ...(places.length === 0 ? [] : [`${where}: ${places.join('; ')}`]),
    `${words.program}: ${toLine(cause.fix.program[language])}`,
    `${words.rules}: ${cause.rule_ids.slice(0, MAX_RULES).join(', ')}${cause.rule_ids.length > MAX_RULES ? ' …' : ''}`,
  ].join('\n   ');
}
