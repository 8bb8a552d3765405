import type { FileResult } from '@e-invoice/validator/issues';
import { BYTE_ORDER_MARK, toCsvLine } from '../lib/csv.ts';

const COLUMNS = [
  'level',
  'layer',
  'rule_id',
  'message_sk',
  'message_en',
  'fix_sk',
  'fix_en',
  'location',
  'line',
  'column',
  'business_terms',
  'value',
  'expected',
  'root_cause',
  'rule_url',
] as const;

/**
 * The issues as a table (RFC 4180, UTF-8 with a byte order mark, commas, CRLF), one line each in the order of the
 * report. What an invoice says never becomes a formula of a spreadsheet.
 */
export function toIssuesCsv({ issues, root_causes }: Pick<FileResult, 'issues' | 'root_causes'>): string {
  const causeOf = new Map<number, string>();
  for (const { id, issue_indexes } of root_causes) for (const index of issue_indexes) causeOf.set(index, id);
  const lines = issues.map((issue, index) =>
    toCsvLine([
      issue.level,
      issue.layer,
      issue.rule_id,
      issue.message,
      issue.message_en,
      issue.fix.sk,
      issue.fix.en,
      issue.location,
      issue.line,
      issue.column,
      issue.business_terms.join(' '),
      issue.value,
      issue.expected,
      causeOf.get(index) ?? null,
      issue.ruleUrl,
    ]),
  );
  return [BYTE_ORDER_MARK, toCsvLine(COLUMNS), ...lines].join('');
}
