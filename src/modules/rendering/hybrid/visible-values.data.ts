import type { Text } from '@e-invoice/validator/issues';
import { text } from '../../../../locales/index.ts';

/**
 * The compared values with their names and the labels that precede them on invoices: lower case, without diacritics
 * and spaces. Only unambiguous labels are listed.
 */
export const VALUES = {
  'BT-1': { name: text('rendering.value.BT-1.name'), words: [] },
  'BT-2': { name: text('rendering.value.BT-2.name'), words: [] },
  'BT-9': { name: text('rendering.value.BT-9.name'), words: [] },
  'BT-109': {
    name: text('rendering.value.BT-109.name'),
    words: ['spolubezdph', 'celkombezdph', 'celkembezdph', 'totalwithoutvat', 'totalexcl.vat', 'gesamtbetragnetto'],
  },
  'BT-110': {
    name: text('rendering.value.BT-110.name'),
    words: ['dphspolu', 'spoludph', 'dphcelkom', 'dphcelkem', 'totalvat', 'vattotal'],
  },
  'BT-111': { name: text('rendering.value.BT-111.name'), words: [] },
  'BT-112': {
    name: text('rendering.value.BT-112.name'),
    words: ['spolusdph', 'celkomsdph', 'celkemsdph', 'totalwithvat', 'totalincl.vat', 'gesamtbetragbrutto', 'totalttc'],
  },
  'BT-113': { name: text('rendering.value.BT-113.name'), words: [] },
  'BT-115': {
    name: text('rendering.value.BT-115.name'),
    words: [
      'nauhradu',
      'kuhrade',
      'sumanauhradu',
      'zostavauhradit',
      'kzaplaceni',
      'amountdue',
      'balancedue',
      'amountpayable',
      'zahlbetrag',
      'zuzahlen',
      'falligerbetrag',
      'netapayer',
      'dozaplaty',
      'fizetendo',
      'totaleapagare',
      'tebetalen',
    ],
  },
} as const satisfies Readonly<Record<string, { readonly name: Text; readonly words: readonly string[] }>>;

export type VisibleTerm = keyof typeof VALUES;

export const VISIBLE_OUTCOMES = ['found', 'not_found', 'contradicted', 'unknown'] as const;

export const SAID = {
  found: text('rendering.outcome.found'),
  not_found: text('rendering.outcome.not_found'),
  contradicted: text('rendering.outcome.contradicted'),
  other_sign: text('rendering.outcome.other_sign'),
  partly: text('rendering.outcome.partly'),
  nothing: text('rendering.outcome.nothing'),
  unread: text('rendering.outcome.unread'),
} as const satisfies Readonly<Record<string, Text>>;
