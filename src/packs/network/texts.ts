import type { RuleSaid } from '@e-invoice/validator/catalog';
import type invoiceResponse from '../../../schematron/network/peppol-invoice-response/3.0/rules.json';
import type mls from '../../../schematron/network/peppol-mls/1.0/rules.json';
import type taxData from '../../../schematron/network/sk-tax-data/1.0.0/rules.json';
import { invoiceResponseTexts } from './invoice-response-texts.data.ts';
import { messageTexts } from './message-texts.data.ts';
import { mlsTexts } from './mls-texts.data.ts';
import { type NetworkText, toSaid } from './said.ts';
import { taxDataKeptTexts } from './tax-data-kept-texts.data.ts';
import { taxDataTexts } from './tax-data-texts.data.ts';

type RulesOf<Index extends { readonly rules: object }> = keyof Index['rules'] & string;

/** Every rule has its texts: the compiler names the id that has none. */
const texts: Readonly<
  Record<RulesOf<typeof mls> | RulesOf<typeof invoiceResponse> | RulesOf<typeof taxData>, NetworkText>
> = {
  ...messageTexts,
  ...mlsTexts,
  ...invoiceResponseTexts,
  ...taxDataTexts,
  ...taxDataKeptTexts,
};

/** What is said of the rules of the network, as the catalog takes it. */
export const NETWORK_SAID: ReadonlyMap<string, RuleSaid> = new Map(
  Object.entries(texts).map(([id, text]) => [id, toSaid(text)]),
);
