import type { FileResult } from '@e-invoice/validator/issues';
import { BYTE_ORDER_MARK, toCsvLine } from '../../lib/csv.ts';

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

const SEPARATOR = ';';
const DECIMAL = /^[+-]?\d+\.\d+$/;

/**
 * Exports the issues as CSV (RFC 4180, UTF-8 with a byte order mark, CRLF), one line each, in report order, for
 * spreadsheets with Slovak settings: with semicolons and decimal commas, so that 1.5 is not read as a date. Values are
 * escaped so that spreadsheets do not interpret them as formulas.
 *
 * @param origin base of absolute links to rules; undefined: relative links, as in evidence
 */
export function toIssuesCsv(
  { issues, root_causes }: Pick<FileResult, 'issues' | 'root_causes'>,
  origin?: string,
): string {
  const toValue = (value: string | null): string | null =>
    value !== null && DECIMAL.test(value) ? value.replace('.', ',') : value;
  const causeOf = new Map<number, string>();
  for (const { id, issue_indexes } of root_causes) for (const index of issue_indexes) causeOf.set(index, id);
  const lines = issues.map((issue, index) =>
    toCsvLine(
      [
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
        toValue(issue.value),
        toValue(issue.expected),
        causeOf.get(index) ?? null,
        origin === undefined || issue.ruleUrl === null ? issue.ruleUrl : new URL(issue.ruleUrl, origin).href,
      ],
      SEPARATOR,
    ),
  );
  return [BYTE_ORDER_MARK, toCsvLine(COLUMNS, SEPARATOR), ...lines].join('');
}
