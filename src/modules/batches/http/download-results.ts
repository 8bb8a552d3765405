import { Readable } from 'node:stream';
import type { FileResult } from '@e-invoice/validator/issues';
import { inLanguage } from '@e-invoice/validator/issues';
import type { Language } from '../../../http/index.ts';
import { BYTE_ORDER_MARK, toCsvLine } from '../../../lib/csv.ts';
import { type DownloadedFile, NOT_AN_INVOICE, type Original } from '../index.ts';

/** Download formats by the value of `format`. */
export const DOWNLOADS = { csv: 'text/csv', ndjson: 'application/x-ndjson' } as const;

const COLUMNS = [
  'position',
  'filename',
  'status',
  'fatal_count',
  'warning_count',
  'info_count',
  'invoice_id',
  'issue_date',
  'seller_name',
  'buyer_name',
  'payable_amount',
  'currency',
  'profile',
  'ruleset',
  'sha256',
  'rule_ids',
  'message',
  'duplicate_of_position',
  'duplicate_of_filename',
] as const;

/** Empty cells of a file without a result, between its status and its error, and after the error. */
const NO_RESULT = COLUMNS.slice(3, -4).map(() => null);
const NO_DUPLICATE = [null, null];

/**
 * Results as CSV (RFC 4180, UTF-8 with a byte order mark), one line per file. `rule_ids` has each violated rule once,
 * and `message` is that of the first issue of the highest severity.
 */
export function toCsv(files: AsyncIterable<DownloadedFile>, skipped: readonly string[], language: Language): Readable {
  async function* lines(): AsyncGenerator<string> {
    yield BYTE_ORDER_MARK + toCsvLine(COLUMNS);
    for await (const file of files) yield toCsvLine(toCells(file, language));
    for (const filename of skipped) {
      const reason = [NOT_AN_INVOICE.code, NOT_AN_INVOICE.detail[language]];
      yield toCsvLine([null, filename, 'skipped', ...NO_RESULT, ...reason, ...NO_DUPLICATE]);
    }
  }
  return stream(lines());
}

function toCells(file: DownloadedFile, language: Language): (string | number | null)[] {
  const { position, filename } = file;
  if (file.result === null) {
    const { code, detail } = file.error;
    return [position, filename, 'failed', ...NO_RESULT, code, detail[language], ...NO_DUPLICATE];
  }
  const { result, duplicateOf } = file;
  const { valid, fatal_count, warning_count, info_count, summary, ruleset, sha256, issues } = read(result, language);
  const first = issues.find(({ level }) => level === 'fatal') ?? issues.find(({ level }) => level === 'warning');
  return [
    position,
    filename,
    valid ? 'valid' : 'invalid',
    fatal_count,
    warning_count,
    info_count,
    summary.invoice_id,
    summary.issue_date,
    summary.seller_name,
    summary.buyer_name,
    summary.payable_amount,
    summary.currency,
    summary.detected_profile,
    `${ruleset.id}@${ruleset.version}`,
    sha256,
    [...new Set(issues.map(({ rule_id }) => rule_id))].join(' '),
    (first ?? issues[0])?.message ?? null,
    duplicateOf?.position ?? null,
    duplicateOf?.filename ?? null,
  ];
}

/**
 * Results as NDJSON, one line per file: its position and the fields of the paged results. Skipped files follow, with
 * `skipped` and without a position.
 */
export function toNdjson(
  files: AsyncIterable<DownloadedFile>,
  skipped: readonly string[],
  language: Language,
): Readable {
  async function* lines(): AsyncGenerator<string> {
    for await (const file of files) {
      const { position, filename, result, error } = file;
      if (result === null) {
        yield `${JSON.stringify({ position, filename, error })}\n`;
        continue;
      }
      const head = JSON.stringify({ position, ...toDuplicate(file.duplicateOf) }).slice(0, -1);
      // The stored text is in Slovak and is sent unchanged.
      const text = language === 'sk' ? result : JSON.stringify(read(result, language));
      yield `${head},${text.slice(1)}\n`;
    }
    for (const filename of skipped) yield `${JSON.stringify({ filename, skipped: NOT_AN_INVOICE })}\n`;
  }
  return stream(lines());
}

/** The field `duplicate_of` of a result; none when the file is the first of its invoice. */
export const toDuplicate = (original: Original | null): { readonly duplicate_of?: Original } =>
  original === null ? {} : { duplicate_of: original };

const read = (result: string, language: Language): FileResult =>
  inLanguage(JSON.parse(result) as FileResult, { language });

const CHUNK = 64 * 1024;

/** Combines short texts into larger chunks. */
function stream(texts: AsyncIterable<string>): Readable {
  async function* chunks(): AsyncGenerator<string> {
    let chunk = '';
    for await (const text of texts) {
      chunk += text;
      if (chunk.length < CHUNK) continue;
      yield chunk;
      chunk = '';
    }
    if (chunk !== '') yield chunk;
  }
  return Readable.from(chunks(), { objectMode: false });
}
