import type { Text } from '@e-invoice/validator/issues';
import { text } from '../../../../locales/index.ts';

export const COLUMN_NAMES = {
  position: text('monthly-export.column.position'),
  id: text('monthly-export.column.id'),
  created_at: text('monthly-export.column.created_at'),
  filename: text('monthly-export.column.filename'),
  sha256: text('monthly-export.column.sha256'),
  size_bytes: text('monthly-export.column.size_bytes'),
  verdict: text('monthly-export.column.verdict'),
  fatal: text('monthly-export.column.fatal'),
  warning: text('monthly-export.column.warning'),
  info: text('monthly-export.column.info'),
  document_type: text('monthly-export.column.document_type'),
  invoice_id: text('monthly-export.column.invoice_id'),
  issue_date: text('monthly-export.column.issue_date'),
  seller_name: text('monthly-export.column.seller_name'),
  buyer_name: text('monthly-export.column.buyer_name'),
  payable_amount: text('monthly-export.column.payable_amount'),
  currency: text('monthly-export.column.currency'),
  log_index: text('monthly-export.column.log_index'),
  document_id: text('monthly-export.column.document_id'),
} as const satisfies Readonly<Record<string, Text>>;

export const VERDICTS = {
  valid: text('monthly-export.verdict.valid'),
  invalid: text('monthly-export.verdict.invalid'),
} as const satisfies Readonly<Record<string, Text>>;
