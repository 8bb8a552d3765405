import { BYTE_ORDER_MARK, toCsvLine } from '../src/lib/csv.ts';
import { describeVerdict, fill, type Language, splitCauses } from '../src/modules/result-view/index.ts';
import { findDuplicates } from './find-duplicates.ts';
import { PAGE_WORDS } from './page-texts.data.ts';
import type { Unread } from './read-archive.ts';
import type { ValidationOutcome } from './session.ts';

/**
 * Formats the results of a batch as CSV for a spreadsheet (RFC 4180, UTF-8 with a byte order mark, CRLF).
 *
 * One row per file in input order: verdict, number of mistakes and of checks, invoice data, the first mistake, and the
 * first file of the same invoice.
 * Files that were not validated follow with the reason. Slovak output uses semicolons, because the Slovak decimal
 * mark is a comma.
 */
export function toMonthCsv(files: readonly ValidationOutcome[], unread: readonly Unread[], language: Language): string {
  const separator = language === 'sk' ? ';' : ',';
  const originals = findDuplicates(files);
  const lines = files.map((file) => {
    const { name, result } = file;
    const { mistakes, checks } = splitCauses(result);
    const { invoice_id, issue_date, seller_name } = result.summary;
    const first = result.root_causes[0];
    const says = describeVerdict(result, language).headline;
    return toCsvLine(
      [
        name,
        says,
        mistakes.length,
        checks.length,
        invoice_id,
        issue_date,
        seller_name,
        first?.title[language] ?? null,
        first?.rule_ids[0] ?? null,
        originals.get(file)?.name ?? null,
      ],
      separator,
    );
  });
  const { tableOfMonth, notChecked, whyUnread } = PAGE_WORDS[language];
  const others = unread.map(({ name, why }) =>
    toCsvLine([name, fill(notChecked, { why: whyUnread[why] }), ...tableOfMonth.slice(2).map(() => null)], separator),
  );
  return [BYTE_ORDER_MARK, toCsvLine(tableOfMonth, separator), ...lines, ...others].join('');
}
