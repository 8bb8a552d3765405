/** Printed names of codes: Slovak, English. */
type Words = readonly [sk: string, en: string];

/** VAT categories (UNTDID 5305). S, the standard rate, needs no name. */
export const VAT_CATEGORY_WORDS: ReadonlyMap<string, Words> = new Map(
  Object.entries({
    Z: ['nulová sadzba', 'zero rated'],
    E: ['oslobodené od dane', 'exempt from VAT'],
    AE: ['prenesenie daňovej povinnosti', 'reverse charge'],
    K: ['dodanie do iného členského štátu', 'intra-community supply'],
    G: ['vývoz mimo EÚ', 'export outside the EU'],
    O: ['mimo predmetu dane', 'outside the scope of VAT'],
    L: ['daň IGIC (Kanárske ostrovy)', 'Canary Islands tax (IGIC)'],
    M: ['daň IPSI (Ceuta a Melilla)', 'tax in Ceuta and Melilla (IPSI)'],
    B: ['odvedená daň (split payment)', 'transferred VAT (split payment)'],
  } as const),
);

/** Tax point date codes (BT-8): UNTDID 2005 in UBL, 2475 in CII. */
export const TAX_POINT_WORDS: ReadonlyMap<string, Words> = new Map(
  Object.entries({
    '3': ['dátum vyhotovenia faktúry', 'invoice issue date'],
    '5': ['dátum vyhotovenia faktúry', 'invoice issue date'],
    '35': ['dátum dodania', 'delivery date'],
    '29': ['dátum dodania', 'delivery date'],
    '432': ['dátum úhrady', 'payment date'],
    '72': ['dátum úhrady', 'payment date'],
  } as const),
);

/** Subjects of notes (UNTDID 4451). */
export const NOTE_SUBJECT_WORDS: ReadonlyMap<string, Words> = new Map(
  Object.entries({
    AAI: ['Všeobecné informácie', 'General information'],
    AAJ: ['Ďalšie podmienky', 'Additional conditions'],
    AAK: ['Cenové podmienky', 'Price conditions'],
    AAB: ['Platobné podmienky', 'Terms of payment'],
    ABL: ['Právne informácie', 'Government information'],
    ACB: ['Doplňujúce informácie', 'Additional information'],
    ADU: ['Poznámka', 'Note'],
    CUS: ['Colné informácie', 'Customs information'],
    PMD: ['Podrobnosti úhrady', 'Payment detail information'],
    PMT: ['Informácie o úhrade', 'Payment information'],
    REG: ['Informácie o registrácii', 'Regulatory information'],
    SUR: ['Poznámka dodávateľa', 'Supplier remarks'],
    TXD: ['Daňové vyhlásenie', 'Tax declaration'],
  } as const),
);

export const wordOf = (words: ReadonlyMap<string, Words>, code: string | null, language: 'sk' | 'en'): string =>
  words.get(code ?? '')?.[language === 'sk' ? 0 : 1] ?? '';
