import type { Level, Text } from '@e-invoice/validator/issues';

/** Names of the severities. */
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




