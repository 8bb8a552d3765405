import { Readable } from 'node:stream';
import type { FileResult } from '@e-invoice/validator/issues';
import { inLanguage } from '@e-invoice/validator/issues';
import type { Language } from '../../../http/index.ts';
import { BYTE_ORDER_MARK, toCsvLine } from '../../../lib/csv.ts';
import { type DownloadedFile, NOT_AN_INVOICE } from '../index.ts';

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
] as const;

/**
 * Results as CSV (RFC 4180, UTF-8 with a byte order mark), one line per file. `rule_ids` has each violated rule once,
 * and `message` is that of the first issue of the highest severity.
 */
export function toCsv(files: AsyncIterable<DownloadedFile>, skipped: readonly string[], language: Language): Readable {
  async function* lines(): AsyncGenerator<string> {
    yield BYTE_ORDER_MARK + toCsvLine(COLUMNS);
    for await (const file of files) yield toCsvLine(toCells(file, language));
    for (const filename of skipped) {
      const none = COLUMNS.slice(3, -2).map(() => null);
      yield toCsvLine([null, filename, 'skipped', ...none, NOT_AN_INVOICE.code, NOT_AN_INVOICE.detail[language]]);
    }
  }
  return stream(lines());
}

function toCells(file: DownloadedFile, language: Language): (string | number | null)[] {
  const { position, filename, result, error } = file;
  if (result === null) {
    const none = COLUMNS.slice(3, -2).map(() => null);
    return [position, filename, 'failed', ...none, error.code, error.detail[language]];
  }
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
    for await (const { position, filename, result, error } of files) {
      if (result === null) yield `${JSON.stringify({ position, filename, error })}\n`;
      // The stored text is in Slovak and is sent unchanged.
      else if (language === 'sk') yield `{"position":${position},${result.slice(1)}\n`;
      else yield `${JSON.stringify({ position, ...read(result, language) })}\n`;
    }
    for (const filename of skipped) yield `${JSON.stringify({ filename, skipped: NOT_AN_INVOICE })}\n`;
  }
  return stream(lines());
}

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
