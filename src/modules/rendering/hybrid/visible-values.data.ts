import type { Text } from '@e-invoice/validator/issues';

/**
 * The compared values with their names and the labels that precede them on invoices: lower case, without diacritics
 * and spaces. Only unambiguous labels are listed.
 */
export const VALUES = {
  'BT-1': { name: { sk: 'Číslo faktúry', en: 'Invoice number' }, words: [] },
  'BT-2': { name: { sk: 'Dátum vyhotovenia', en: 'Issue date' }, words: [] },
  'BT-9': { name: { sk: 'Dátum splatnosti', en: 'Due date' }, words: [] },
  'BT-109': {
    name: { sk: 'Spolu bez DPH', en: 'Total without VAT' },
    words: ['spolubezdph', 'celkombezdph', 'celkembezdph', 'totalwithoutvat', 'totalexcl.vat', 'gesamtbetragnetto'],
  },
  'BT-110': {
    name: { sk: 'DPH spolu', en: 'Total VAT' },
    words: ['dphspolu', 'spoludph', 'dphcelkom', 'dphcelkem', 'totalvat', 'vattotal'],
  },
  'BT-111': { name: { sk: 'DPH spolu v mene DPH', en: 'Total VAT in the VAT currency' }, words: [] },
  'BT-112': {
    name: { sk: 'Spolu s DPH', en: 'Total with VAT' },
    words: ['spolusdph', 'celkomsdph', 'celkemsdph', 'totalwithvat', 'totalincl.vat', 'gesamtbetragbrutto', 'totalttc'],
  },
  'BT-113': { name: { sk: 'Uhradené zálohy', en: 'Paid amount' }, words: [] },
  'BT-115': {
    name: { sk: 'Na úhradu', en: 'Amount due' },
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
  found: {
    sk: 'Všetky sumy z XML sú v čitateľnom texte PDF. Ich miesto ani význam sa neoveruje.',
    en: 'The text of the PDF contains all amounts of the XML. Their position and meaning there are not checked.',
  },
  not_found: {
    sk: 'Niektorá suma z XML v čitateľnom texte PDF nie je. Môže byť len inak zapísaná alebo na obrázku: pozrite sa na ňu.',
    en: 'An amount of the XML is missing in the text of the PDF. It may have another form or be in a picture: check the PDF.',
  },
  contradicted: {
    sk: 'Pri označení sumy je v PDF iná suma než v XML a suma z XML v ňom nie je nikde.',
    en: 'For a named amount the PDF has a value other than the XML, and does not contain the value of the XML.',
  },
  other_sign: {
    sk: 'Niektorá suma je v PDF len s opačným znamienkom než v XML: jedno žiada, čo druhé vracia. V PDF to môže byť povedané aj slovom (napríklad preplatok): pozrite sa naň.',
    en: 'The PDF has an amount only with the opposite sign of the XML: one requests what the other refunds. The PDF may express it in a word (overpaid, for example): check the PDF.',
  },
  partly: {
    sk: 'Niektorá suma z XML sa v texte PDF nenašla, ale časť PDF sa ako text prečítať nedá.',
    en: 'An amount of the XML was not found in the text of the PDF, a part of which cannot be read as text.',
  },
  nothing: {
    sk: 'Z textu PDF sa nedá prečítať žiadna suma (napríklad je to sken), preto sa s XML neporovnáva.',
    en: 'No amount can be read from the text of the PDF (it is a scan, for example), so it is not compared with the XML.',
  },
  unread: {
    sk: 'Text PDF sa v rámci obmedzení času a pamäte nepodarilo prečítať.',
    en: 'The text of the PDF was not read within the limits of time and memory.',
  },
} as const satisfies Readonly<Record<string, Text>>;
