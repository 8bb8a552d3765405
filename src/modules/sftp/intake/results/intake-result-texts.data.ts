import type { Level, Text } from '@e-invoice/validator/issues';
import { text } from '../../../../../locales/index.ts';

export const LABELS = {
  title: text('intake-result.label.title'),
  valid: text('intake-result.label.valid'),
  invalid: text('intake-result.label.invalid'),
  field: text('intake-result.label.field'),
  value: text('intake-result.label.value'),
  file: text('intake-result.label.file'),
  number: text('intake-result.label.number'),
  issued: text('intake-result.label.issued'),
  seller: text('intake-result.label.seller'),
  buyer: text('intake-result.label.buyer'),
  due: text('intake-result.label.due'),
  digest: text('intake-result.label.digest'),
  rules: text('intake-result.label.rules'),
  skipped: text('intake-result.label.skipped'),
  counts: text('intake-result.label.counts'),
  causes: text('intake-result.label.causes'),
  findings: text('intake-result.label.findings'),
  fix: text('intake-result.label.fix'),
  line: text('intake-result.label.line'),
  more: text('intake-result.label.more'),
} as const satisfies Readonly<Record<string, Text>>;

export const LEVEL_NAMES: Readonly<Record<Level, Text>> = {
  fatal: text('intake-result.level.fatal'),
  warning: text('intake-result.level.warning'),
  info: text('intake-result.level.info'),
};
