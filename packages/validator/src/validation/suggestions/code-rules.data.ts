import { UNIT_WORDS } from '../../invoice/unit-words.data.ts';

/** The code that a rule checks: its code list, and the attribute that contains it (null: the element text). */
export type CodeRule = { readonly list: string; readonly attribute: string | null };

const rows: readonly (readonly [ruleId: string, list: string, attribute: string | null])[] = [
  ['BR-CL-03', 'iso-4217', 'currencyID'],
  ['BR-CL-04', 'iso-4217', null],
  ['BR-CL-05', 'iso-4217', null],
  ['BR-CL-06', 'untdid-2005', null],
  ['BR-CL-07', 'untdid-1153', 'schemeID'],
  ['BR-CL-10', 'iso-6523-icd', 'schemeID'],
  ['BR-CL-11', 'iso-6523-icd', 'schemeID'],
  ['BR-CL-13', 'untdid-7143', 'listID'],
  ['BR-CL-14', 'iso-3166-1', null],
  ['BR-CL-15', 'iso-3166-1', null],
  ['BR-CL-16', 'untdid-4461', null],
  ['BR-CL-17', 'untdid-5305', null],
  ['BR-CL-18', 'untdid-5305', null],
  ['BR-CL-19', 'untdid-5189', null],
  ['BR-CL-20', 'untdid-7161', null],
  ['BR-CL-21', 'iso-6523-icd', 'schemeID'],
  ['BR-CL-22', 'vatex', null],
  ['BR-CL-23', 'unece-rec20-rec21', 'unitCode'],
  ['BR-CL-24', 'mime', 'mimeCode'],
  ['BR-CL-25', 'eas', 'schemeID'],
  ['BR-CL-26', 'iso-6523-icd', 'schemeID'],
  ['PEPPOL-EN16931-CL001', 'mime', 'mimeCode'],
  ['PEPPOL-EN16931-CL002', 'untdid-5189', null],
  ['PEPPOL-EN16931-CL003', 'untdid-7161', null],
  ['PEPPOL-EN16931-CL006', 'untdid-2005', null],
  ['PEPPOL-EN16931-CL007', 'iso-4217', 'currencyID'],
  ['PEPPOL-EN16931-CL008', 'eas-peppol', 'schemeID'],
];

export const codeRules: ReadonlyMap<string, CodeRule> = new Map(
  rows.map(([ruleId, list, attribute]) => [ruleId, { list, attribute }]),
);

/** Words that invoices contain instead of a code, in lower case without a full stop, and the code they mean. */
export const intendedCodes: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map(
  Object.entries({
    'unece-rec20-rec21': UNIT_WORDS,
    'untdid-4461': new Map(
      Object.entries({
        'sepa prevod': '58',
        hotovosť: '10',
        hotovost: '10',
        'v hotovosti': '10',
        cash: '10',
        'platobná karta': '48',
        'sepa inkaso': '59',
        zápočet: '97',
        'vzájomný zápočet': '97',
        šek: '20',
        'trvalý príkaz': '57',
      }),
    ),
    'iso-4217': new Map(Object.entries({ '€': 'EUR', euro: 'EUR', eura: 'EUR', kč: 'CZK' })),
    'iso-3166-1': new Map(
      Object.entries({
        svk: 'SK',
        slovensko: 'SK',
        cze: 'CZ',
        česko: 'CZ',
        deu: 'DE',
        aut: 'AT',
        hun: 'HU',
        pol: 'PL',
        uk: 'GB',
      }),
    ),
    // Codes of the CII syntax (UNTDID 2475) for the tax point.
    'untdid-2005': new Map(Object.entries({ 5: '3', 29: '35', 72: '432' })),
    mime: new Map(Object.entries({ pdf: 'application/pdf', 'image/jpg': 'image/jpeg' })),
  }),
);

/** Exemption reason codes of categories that have only one. */
export const reasonCodes: ReadonlyMap<string, string> = new Map(
  Object.entries({ AE: 'VATEX-EU-AE', G: 'VATEX-EU-G', K: 'VATEX-EU-IC', O: 'VATEX-EU-O' }),
);

const TRANSFER = ['30', '58'];
const CARD = ['48', '54', '55'];
const DEBIT = ['59', '49'];

/** Words that may mean one of several codes, the usual one first; the user must choose. */
export const choices: ReadonlyMap<string, ReadonlyMap<string, readonly string[]>> = new Map(
  Object.entries({
    'untdid-4461': new Map(
      Object.entries({
        prevod: TRANSFER,
        'prevodný príkaz': TRANSFER,
        'príkaz na úhradu': TRANSFER,
        'bankový prevod': TRANSFER,
        'bankovým prevodom': TRANSFER,
        prevodom: TRANSFER,
        'na účet': TRANSFER,
        transfer: TRANSFER,
        'bank transfer': TRANSFER,
        'credit transfer': TRANSFER,
        sepa: ['58', '59'],
        karta: CARD,
        kartou: CARD,
        card: CARD,
        inkaso: DEBIT,
        inkasom: DEBIT,
        dobierka: ['10', '48'],
      }),
    ),
  }),
);
