import type { Layer, Level, Text } from '@e-invoice/validator/issues';

/** Who finds it, in words of people. */
export const LAYER_NAMES: Readonly<Record<Layer, Text>> = {
  XML: { sk: 'Zápis XML', en: 'XML' },
  SBDH: { sk: 'Obálka SBDH', en: 'SBDH envelope' },
  UBL: { sk: 'Štruktúra UBL', en: 'UBL structure' },
  EN16931: { sk: 'Norma EN 16931', en: 'EN 16931' },
  PEPPOL: { sk: 'Peppol BIS Billing', en: 'Peppol BIS Billing' },
  NATIONAL: { sk: 'Pravidlá iných štátov', en: 'National rules' },
  SK: { sk: 'Slovenská vrstva', en: 'Slovak layer' },
};

/** How much it weighs. */
export const LEVEL_NAMES: Readonly<Record<Level, { readonly one: Text; readonly many: Text; readonly means: Text }>> = {
  fatal: {
    one: { sk: 'Závažná chyba', en: 'Fatal error' },
    many: { sk: 'Závažné chyby', en: 'Fatal errors' },
    means: {
      sk: 'Faktúra s touto chybou je neplatná a príjemca ju môže odmietnuť.',
      en: 'An invoice with this error is invalid, and the receiver may reject it.',
    },
  },
  warning: {
    one: { sk: 'Upozornenie', en: 'Warning' },
    many: { sk: 'Upozornenia', en: 'Warnings' },
    means: {
      sk: 'Faktúra zostáva platná, opravu však odporúčame.',
      en: 'The invoice stays valid; correcting it is advised.',
    },
  },
  info: {
    one: { sk: 'Informácia', en: 'Information' },
    many: { sk: 'Informácie', en: 'Information' },
    means: { sk: 'Faktúra zostáva platná.', en: 'The invoice stays valid.' },
  },
};

export const RULE_WORDS = {
  sk: {
    all: 'Chyby faktúr',
    rule: 'Pravidlo',
    fix: 'Čo upraviť',
    why: 'Prečo to pravidlo je',
    cause: 'Čo sa stáva v praxi',
    example: 'Príklad',
    wrong: 'Nesprávne',
    right: 'Správne',
    where: 'Kde to vo faktúre je',
    xpath: 'XPath údaja',
    context: 'Čo pravidlo posudzuje (XPath)',
    terms: 'Obchodné termíny',
    source: 'Zdroj pravidla',
    packs: 'Vydania, v ktorých platí',
    level: 'Závažnosť',
    related: 'Súvisiace pravidlá',
    machine: 'Údaje pre programy',
    wrongLabel: 'Nesprávny zápis XML',
    rightLabel: 'Správny zápis XML',
  },
  en: {
    all: 'Invoice errors',
    rule: 'Rule',
    fix: 'What to change',
    why: 'Why the rule is there',
    cause: 'What usually goes wrong',
    example: 'Example',
    wrong: 'Wrong',
    right: 'Right',
    where: 'Where it is in the invoice',
    xpath: 'XPath of the value',
    context: 'What the rule is asked of (XPath)',
    terms: 'Business terms',
    source: 'Source of the rule',
    packs: 'Releases that have it',
    level: 'Severity',
    related: 'Related rules',
    machine: 'Data for programs',
    wrongLabel: 'Wrong XML',
    rightLabel: 'Right XML',
  },
} as const;

export const INDEX_WORDS = {
  sk: {
    title: 'Chyby faktúr a čo s nimi',
    lead: 'Vysvetlenie každého pravidla, na ktorom môže e-faktúra zlyhať: čo je zle, prečo, a čo upraviť.',
    query: 'Číslo pravidla, BT alebo slová',
    layer: 'Oblasť',
    level: 'Závažnosť',
    any: 'všetko',
    search: 'Hľadať',
    form: 'Hľadanie v pravidlách',
    found: 'Počet pravidiel',
    none: 'Nič sme nenašli. Skúste menej slov, číslo pravidla (BR-CO-10), obchodný termín (BT-106) alebo názov prvku.',
    previous: 'Predchádzajúca strana',
    next: 'Ďalšia strana',
    pages: 'Strany',
    page: 'strana',
    missing: 'Také pravidlo nepoznáme',
    missingLead: 'Na tejto adrese pravidlo nie je. Číslo môže obsahovať preklep, alebo patrí inému validátoru.',
    meant: 'Možno ste mysleli',
  },
  en: {
    title: 'Invoice errors and how to fix them',
    lead: 'Every rule that an e-invoice may fail, explained: what is wrong, why, and what to change.',
    query: 'Rule id, BT or words',
    layer: 'Area',
    level: 'Severity',
    any: 'all',
    search: 'Search',
    form: 'Search the rules',
    found: 'Rules',
    none: 'Nothing found. Try fewer words, a rule id (BR-CO-10), a business term (BT-106) or the name of an element.',
    previous: 'Previous page',
    next: 'Next page',
    pages: 'Pages',
    page: 'page',
    missing: 'There is no such rule',
    missingLead: 'No rule has this address. Its id may be mistyped, or belong to another validator.',
    meant: 'Perhaps you meant',
  },
} as const;
