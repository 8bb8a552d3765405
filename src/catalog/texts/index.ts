/** All rule texts by rule id. One explicit list: a family that is not named here has no texts. */
import type { RuleText } from '../rule-text.ts';
import { calculationTexts } from './calculations.data.ts';
import { codeListTexts } from './code-lists.data.ts';
import { decimalTexts } from './decimals.ts';
import { toRuleText } from './entry.ts';
import { invoiceTexts } from './invoice.data.ts';
import { germanTexts } from './national-de.data.ts';
import { danishTexts } from './national-dk.data.ts';
import { greekTexts } from './national-gr.data.ts';
import { icelandicTexts } from './national-is.data.ts';
import { italianTexts } from './national-it.data.ts';
import { dutchTexts } from './national-nl.data.ts';
import { norwegianTexts } from './national-no.data.ts';
import { swedishTexts } from './national-se.data.ts';
import { peppolTexts } from './peppol.data.ts';
import { peppolIdentifierTexts } from './peppol-identifiers.data.ts';
import { slovakTexts } from './sk.data.ts';
import { structureTexts } from './structure.data.ts';
import { syntaxTexts } from './syntax.data.ts';
import { vatCategoryTexts } from './vat-categories.ts';

const en16931 = [invoiceTexts, calculationTexts, codeListTexts, syntaxTexts];
const peppol = [peppolTexts, peppolIdentifierTexts];
const national = [germanTexts, danishTexts, greekTexts, icelandicTexts, italianTexts, dutchTexts, norwegianTexts, swedishTexts];

export const texts: ReadonlyMap<string, RuleText> = new Map([
  ...[structureTexts, ...en16931, ...peppol, ...national, slovakTexts].flat().map((entry): [string, RuleText] => [entry[0], toRuleText(entry)]),
  ...decimalTexts,
  ...vatCategoryTexts,
]);
