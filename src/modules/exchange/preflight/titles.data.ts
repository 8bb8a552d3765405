import type { Text } from '@e-invoice/validator/issues';
import { text } from '../../../../locales/index.ts';
import type { CheckId } from './preflight.ts';

export const CHECK_TITLES: Readonly<Record<CheckId, Text>> = {
  bytes: text('preflight.check.bytes'),
  validation: text('preflight.check.validation'),
  addressing: text('preflight.check.addressing'),
  consistency: text('preflight.check.consistency'),
  routing: text('preflight.check.routing'),
  duplicate: text('preflight.check.duplicate'),
  law: text('preflight.check.law'),
  counterparty: text('preflight.check.counterparty'),
  tax_office: text('preflight.check.tax_office'),
  partner: text('preflight.check.partner'),
  rendering: text('preflight.check.rendering'),
};
