import type { ExplainedRule } from '@e-invoice/validator/catalog';
import { invoiceResponseTexts } from './invoice-response-texts.data.ts';
import { messageTexts } from './message-texts.data.ts';
import { mlsTexts } from './mls-texts.data.ts';
import { type NetworkTexts, toExplainedRule } from './network-text.ts';
import { taxDataExtraElementTexts } from './tax-data-extra-element-texts.data.ts';
import { taxDataTexts } from './tax-data-texts.data.ts';

const texts: NetworkTexts = {
  ...messageTexts,
  ...mlsTexts,
  ...invoiceResponseTexts,
  ...taxDataTexts,
  ...taxDataExtraElementTexts,
};

export const NETWORK_RULE_TEXTS: ReadonlyMap<string, ExplainedRule> = new Map(
  Object.entries(texts).map(([id, text]) => [id, toExplainedRule(text)]),
);
