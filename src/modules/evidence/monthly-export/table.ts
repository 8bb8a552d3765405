import type { Language, Text } from '@e-invoice/validator/issues';
import { BYTE_ORDER_MARK, toCsvLine } from '../../../lib/csv.ts';
import { toLine } from '../../../lib/sanitize-inline.ts';
import { TYPE_NAMES } from '../words.ts';
import type { NumberedEntry } from './monthly-export-store.ts';
import { COLUMN_NAMES, VERDICTS } from './monthly-export-texts.data.ts';

export type ListedEntry = NumberedEntry & {
  /** Index in the transparency log; null: not yet covered by a checkpoint, or never logged. */
  readonly logIndex: number | null;
};

const DECIMAL = /^[+-]?\d+\.\d+$/;

/** Slovak spreadsheets expect `;` and a decimal comma, English ones `,` and a decimal point. */
const separatorOf = (language: Language): ',' | ';' => (language === 'sk' ? ';' : ',');

/** The header row, with the byte order mark that makes spreadsheets detect UTF-8. */
export const tableHead = (language: Language): string =>
  BYTE_ORDER_MARK +
  toCsvLine(
    Object.values<Text>(COLUMN_NAMES).map((name) => name[language]),
    separatorOf(language),
  );

/** Returns the row of a report; cells are escaped so that no value is interpreted as a formula. */
export function tableLine({ position, entry, documentId, logIndex }: ListedEntry, language: Language): string {
  const { id, filename, sha256, size_bytes, created_at, valid, document_type, summary, counts } = entry;
  const amount = summary.payable_amount;
  return toCsvLine(
    [
      position,
      id,
      `${created_at.slice(0, 10)} ${created_at.slice(11, 19)}`,
      toLine(filename),
      sha256,
      size_bytes,
      VERDICTS[valid ? 'valid' : 'invalid'][language],
      counts.fatal,
      counts.warning,
      counts.info,
      TYPE_NAMES[document_type][language],
      summary.invoice_id,
      summary.issue_date,
      summary.seller_name,
      summary.buyer_name,
      language === 'sk' && amount !== null && DECIMAL.test(amount) ? amount.replace('.', ',') : amount,
      summary.currency,
      logIndex,
      documentId,
    ],
    separatorOf(language),
  );
}
