/** All rule texts by rule id. One explicit list: a family that is not named here has no texts. */
import type { RuleText } from '../rule-text.ts';
import { calculationTexts } from './calculations.data.ts';
import { codeListTexts } from './code-lists.data.ts';
import { decimalTexts } from './decimals.ts';
import { toRuleText } from './entry.ts';
import { invoiceTexts } from './invoice.data.ts';
import { structureTexts } from './structure.data.ts';
import { syntaxTexts } from './syntax.data.ts';
import { vatCategoryTexts } from './vat-categories.ts';

const tables = [invoiceTexts, calculationTexts, codeListTexts, structureTexts, syntaxTexts];

export const texts: ReadonlyMap<string, RuleText> = new Map([
  ...tables.flatMap((table) => table.map((entry): [string, RuleText] => [entry[0], toRuleText(entry)])),
  ...decimalTexts,
  ...vatCategoryTexts,
]);
