import type { DocumentType, Level, Text } from '@e-invoice/validator/issues';

/** Slovak plural forms: for 1, for 2 to 4, for all other numbers. */
type Forms = readonly [one: string, few: string, many: string];

type Noun = { readonly sk: Forms; readonly en: readonly [one: string, other: string] };

/** `2 poznámky` and `2 notes`. */
export function countOf(count: number, { sk, en }: Noun): Text {
  const form = count === 1 ? 0 : count >= 2 && count <= 4 ? 1 : 2;
  return { sk: `${count} ${sk[form]}`, en: `${count} ${en[count === 1 ? 0 : 1]}` };
}

export const NOTES: Noun = { sk: ['poznámka', 'poznámky', 'poznámok'], en: ['note', 'notes'] };

export const LEVEL_TITLES: Readonly<Record<Level, Text>> = {
  fatal: { sk: 'Závažné chyby', en: 'Fatal errors' },
  warning: { sk: 'Upozornenia', en: 'Warnings' },
  info: { sk: 'Poznámky', en: 'Notes' },
};

export const MORE_PLACES: Noun = {
  sk: ['ďalšie miesto', 'ďalšie miesta', 'ďalších miest'],
  en: ['more place', 'more places'],
};

export const MORE_RULES: Noun = {
  sk: ['ďalšie pravidlo', 'ďalšie pravidlá', 'ďalších pravidiel'],
  en: ['more rule', 'more rules'],
};

export const MORE_ISSUES: Noun = {
  sk: ['ďalší nález', 'ďalšie nálezy', 'ďalších nálezov'],
  en: ['more finding', 'more findings'],
};

export const TYPE_NAMES: Readonly<Record<DocumentType, Text>> = {
  'ubl-invoice': { sk: 'faktúra (UBL 2.1)', en: 'invoice (UBL 2.1)' },
  'ubl-creditnote': { sk: 'dobropis (UBL 2.1)', en: 'credit note (UBL 2.1)' },
  cii: { sk: 'faktúra (UN/CEFACT CII)', en: 'invoice (UN/CEFACT CII)' },
  unknown: { sk: 'neznámy', en: 'unknown' },
};

/** Invoice types (BT-3, UNTDID 1001) that the document kind does not imply. */
export const INVOICE_TYPES: ReadonlyMap<string, Text> = new Map([
  ['261', { sk: 'vyhotovený odberateľom', en: 'self-billed' }],
  ['326', { sk: 'čiastková faktúra', en: 'partial invoice' }],
  ['383', { sk: 'ťarchopis', en: 'debit note' }],
  ['384', { sk: 'opravná faktúra', en: 'corrected invoice' }],
  ['386', { sk: 'faktúra k prijatej platbe', en: 'prepayment invoice' }],
  ['389', { sk: 'vyhotovená odberateľom', en: 'self-billed' }],
]);

/** Names of VAT categories (UNTDID 5305), shown next to their codes. */
export const VAT_CATEGORIES: ReadonlyMap<string, Text> = new Map([
  ['S', { sk: 'základná alebo znížená sadzba', en: 'standard or reduced rate' }],
  ['Z', { sk: 'nulová sadzba', en: 'zero rated' }],
  ['E', { sk: 'oslobodené od dane', en: 'exempt from VAT' }],
  ['AE', { sk: 'prenesenie daňovej povinnosti', en: 'reverse charge' }],
  ['K', { sk: 'dodanie tovaru do iného členského štátu', en: 'intra-Community supply' }],
  ['G', { sk: 'vývoz mimo Európskej únie', en: 'export outside the EU' }],
  ['O', { sk: 'nie je predmetom dane', en: 'not subject to VAT' }],
  ['L', { sk: 'kanárska daň IGIC', en: 'Canary Islands tax IGIC' }],
  ['M', { sk: 'daň IPSI v Ceute a Melille', en: 'IPSI tax of Ceuta and Melilla' }],
]);
