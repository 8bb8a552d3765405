import type { ExplainedRule } from '@e-invoice/validator/catalog';
import { invoiceResponseTexts } from './invoice-response-texts.data.ts';
import { messageTexts } from './message-texts.data.ts';
import { mlsTexts } from './mls-texts.data.ts';
import { type NetworkTexts, toSaid } from './said.ts';
import { taxDataKeptTexts } from './tax-data-kept-texts.data.ts';
import { taxDataTexts } from './tax-data-texts.data.ts';

const texts: NetworkTexts = {
  ...messageTexts,
  ...mlsTexts,
  ...invoiceResponseTexts,
  ...taxDataTexts,
  ...taxDataKeptTexts,
};

export const NETWORK_SAID: ReadonlyMap<string, ExplainedRule> = new Map(
  Object.entries(texts).map(([id, text]) => [id, toSaid(text)]),
);
