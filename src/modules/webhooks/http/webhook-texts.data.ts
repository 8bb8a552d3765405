import type { Text } from '@e-invoice/validator/issues';
import { text } from '../../../../locales/index.ts';
import type { DisabledReason, OutcomeCode } from '../index.ts';

/** Reasons why an attempt failed, for the owner of the webhook. */
export const OUTCOME_TEXTS: Readonly<Record<OutcomeCode, Text>> = {
  url: text('webhook.outcome-texts.url'),
  refused_address: text('webhook.outcome-texts.refused_address'),
  dns_not_found: text('webhook.outcome-texts.dns_not_found'),
  dns_failed: text('webhook.outcome-texts.dns_failed'),
  connect_timeout: text('webhook.outcome-texts.connect_timeout'),
  timeout: text('webhook.outcome-texts.timeout'),
  connection: text('webhook.outcome-texts.connection'),
  tls: text('webhook.outcome-texts.tls'),
  too_large: text('webhook.outcome-texts.too_large'),
  protocol: text('webhook.outcome-texts.protocol'),
  redirect: text('webhook.outcome-texts.redirect'),
  status: text('webhook.outcome-texts.status'),
  gone: text('webhook.outcome-texts.gone'),
};

/** Reasons why a webhook is disabled. */
export const DISABLED_TEXTS: Readonly<Record<DisabledReason, Text>> = {
  gone: text('webhook.disabled-texts.gone'),
  failing: text('webhook.disabled-texts.failing'),
  request: text('webhook.disabled-texts.request'),
};
