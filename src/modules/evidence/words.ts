import type { DocumentType, Level, Text } from '@e-invoice/validator/issues';
import { text } from '../../../locales/index.ts';

export const LEVEL_TITLES: Readonly<Record<Level, Text>> = {
  fatal: text('evidence.level.fatal'),
  warning: text('evidence.level.warning'),
  info: text('evidence.level.info'),
};

export const TYPE_NAMES: Readonly<Record<DocumentType, Text>> = {
  'ubl-invoice': text('evidence.document-type.ubl-invoice'),
  'ubl-creditnote': text('evidence.document-type.ubl-creditnote'),
  cii: text('evidence.document-type.cii'),
  unknown: text('evidence.document-type.unknown'),
};

/** Invoice types (BT-3, UNTDID 1001) that the document kind does not imply. */
export const INVOICE_TYPES: ReadonlyMap<string, Text> = new Map([
  ['261', text('evidence.invoice-type.261')],
  ['326', text('evidence.invoice-type.326')],
  ['383', text('evidence.invoice-type.383')],
  ['384', text('evidence.invoice-type.384')],
  ['386', text('evidence.invoice-type.386')],
  ['389', text('evidence.invoice-type.389')],
]);

/** Names of VAT categories (UNTDID 5305), shown next to their codes. */
export const VAT_CATEGORIES: ReadonlyMap<string, Text> = new Map([
  ['S', text('evidence.vat-category.S')],
  ['Z', text('evidence.vat-category.Z')],
  ['E', text('evidence.vat-category.E')],
  ['AE', text('evidence.vat-category.AE')],
  ['K', text('evidence.vat-category.K')],
  ['G', text('evidence.vat-category.G')],
  ['O', text('evidence.vat-category.O')],
  ['L', text('evidence.vat-category.L')],
  ['M', text('evidence.vat-category.M')],
]);
