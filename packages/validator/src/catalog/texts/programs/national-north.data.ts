import type { ProgramRow } from './row.ts';

const OWN_SWEDISH_VAT = [
  'Opravte vo vlastných údajoch IČ DPH: SE a dvanásť číslic, bez medzier a pomlčiek.',
  'Correct the VAT identifier in your own data: SE and twelve digits, no spaces or hyphens.',
] as const;
const OWN_SWEDISH_NUMBER = [
  'Opravte vo vlastných údajoch číslo organizácie: desať číslic bez pomlčky.',
  'Correct the organisation number in your own data: ten digits without a hyphen.',
] as const;
const PLUSGIRO = [
  'Opravte vo vlastných údajoch číslo účtu Plusgiro: dve až osem číslic bez pomlčky.',
  'Correct the Plusgiro account in your own data: two to eight digits without a hyphen.',
] as const;
const BANKGIRO = [
  'Opravte vo vlastných údajoch číslo účtu Bankgiro: sedem alebo osem číslic bez pomlčky.',
  'Correct the Bankgiro account in your own data: seven or eight digits without a hyphen.',
] as const;
const GIRO = [
  'Opravte platobnú referenciu a účet podľa druhu dánskej platby, ktorý ste zvolili; program ich má pri ňom vyplniť sám.',
  'Correct the payment reference and the account for the kind of Danish payment that is chosen; the software should fill them in automatically.',
] as const;
const ICELANDIC_ACCOUNT = [
  'Uveďte vo vlastných údajoch islandské číslo účtu: dvanásť číslic bez medzier a pomlčiek.',
  'State the Icelandic account in your own data: twelve digits, no spaces or hyphens.',
] as const;

/** Fixes in accounting software for the rules of Sweden, Denmark, Norway and Iceland. */
export const northernPrograms: Readonly<Record<string, ProgramRow>> = {
  'SE-R-001': OWN_SWEDISH_VAT,
  'SE-R-002': OWN_SWEDISH_VAT,
  'SE-R-003': OWN_SWEDISH_NUMBER,
  'SE-R-004': OWN_SWEDISH_NUMBER,
  'SE-R-005': [
    'Ak máte schválenie na daň F, uveďte ho vo vlastných údajoch slovami „Godkänd för F-skatt“; inak toto pole nechajte prázdne.',
    'If you are approved for F tax, state it in your own data with the words “Godkänd för F-skatt”; otherwise leave that field empty.',
  ],
  'SE-R-006': [
    'Zvoľte na riadkoch švédsku sadzbu DPH, ktorá pre plnenie platí (25, 12 alebo 6 %), alebo druh plnenia, pri ktorom sa daň neuplatňuje.',
    'Choose the Swedish VAT rate that applies to the supply (25, 12 or 6 %) on the lines, or a kind of supply on which no VAT is charged.',
  ],
  'SE-R-007': PLUSGIRO,
  'SE-R-008': BANKGIRO,
  'SE-R-009': BANKGIRO,
  'SE-R-010': PLUSGIRO,
  'SE-R-011': [
    'Zvoľte ako spôsob platby prevod na účet a pri účte označte, či je to Plusgiro, alebo Bankgiro.',
    'Choose a credit transfer as the payment means, and state whether the account is Plusgiro or Bankgiro.',
  ],
  'SE-R-012': [
    'Zvoľte ako spôsob platby prevod na účet; kód 31 sa vo Švédsku nepoužíva.',
    'Choose a credit transfer as the payment means; the code 31 is not in use in Sweden.',
  ],
  'SE-R-013': [
    'Overte číslo organizácie vo vlastných údajoch: jeho kontrolná číslica nesedí.',
    'Check the organisation number in your own data: its check digit is wrong.',
  ],
  'DK-R-002': [
    'Doplňte vo vlastných údajoch dánske registračné číslo CVR.',
    'Add the Danish registration number CVR in your own data.',
  ],
  'DK-R-003': [
    'Zvoľte v karte položky verziu zatriedenia UNSPSC 19.0501 alebo 26.0801, alebo zatriedenie vynechajte.',
    'Choose version 19.0501 or 26.0801 of the UNSPSC classification in the record of the item, or leave the classification out.',
  ],
  'DK-R-004': [
    'Pri dánskej dani inej ako DPH uveďte ako dôvod štvorciferné číslo jej kategórie; pri bežnej prirážke zvoľte iný kód dôvodu.',
    'State the four digits of its category as the reason of a Danish tax other than VAT; choose another reason code for an ordinary charge.',
  ],
  'DK-R-005': [
    'Zvoľte spôsob platby, ktorý sa medzi dánskymi stranami používa, napríklad prevod na domáci účet (42) alebo úhradu SEPA (58).',
    'Choose a payment means that is in use between Danish parties, such as a transfer to a domestic account (42) or a SEPA transfer (58).',
  ],
  'DK-R-006': [
    'Doplňte vo vlastných údajoch číslo účtu aj registračné číslo banky.',
    'Add the account and the registration number of the bank in your own data.',
  ],
  'DK-R-007': [
    'Doplňte k inkasu referenciu mandátu a účet platiteľa, alebo zvoľte iný spôsob platby.',
    'Add the mandate reference and the debited account of the direct debit, or choose another payment means.',
  ],
  'DK-R-008': GIRO,
  'DK-R-009': GIRO,
  'DK-R-010': GIRO,
  'DK-R-011': GIRO,
  'DK-R-013': [
    'Zvoľte pri identifikátore predávajúceho alebo kupujúceho jeho druh, napríklad GLN alebo CVR.',
    'Choose the kind of the identifier of the seller or buyer, such as GLN or CVR.',
  ],
  'DK-R-014': [
    'Uveďte vo vlastných údajoch ako registračné číslo dánske číslo CVR a zvoľte jeho druh.',
    'State the Danish CVR number as the registration number in your own data, and choose its kind.',
  ],
  'DK-R-016': [
    'Sumy na dobropise uveďte kladné; ak má kupujúci doplatiť, vyhotovte faktúru.',
    'State positive amounts on a credit note; when the buyer has to make an additional payment, issue an invoice.',
  ],
  'DK-R-017': [
    'Uveďte v karte kupujúceho ako registračné číslo jeho dánske číslo CVR a zvoľte jeho druh.',
    'State the Danish CVR number as the registration number in the record of the buyer, and choose its kind.',
  ],
  'NO-R-001': [
    'Opravte vo vlastných údajoch IČ DPH: NO, deväť číslic platného čísla organizácie a MVA, bez medzier.',
    'Correct the VAT identifier in your own data: NO, the nine digits of a valid organisation number, and MVA, without spaces.',
  ],
  'NO-R-002': [
    'Ak je firma zapísaná v nórskom registri Foretaksregisteret, označte to vo vlastných údajoch.',
    'If the company is in the Norwegian register Foretaksregisteret, state that in your own data.',
  ],
  'IS-R-001': [
    'Zvoľte ako druh dokladu faktúru alebo dobropis; iné druhy islandské pravidlá nepoznajú.',
    'Choose an invoice or a credit note as the kind of document; the Icelandic rules know no other.',
  ],
  'IS-R-002': [
    'Uveďte vo vlastných údajoch islandské registračné číslo (kennitala) a zvoľte jeho druh.',
    'State the Icelandic registration number (kennitala) in your own data, and choose its kind.',
  ],
  'IS-R-003': [
    'Doplňte vo vlastných údajoch ulicu a PSČ, každé do svojho poľa.',
    'Add street and post code in your own data, each in its own field.',
  ],
  'IS-R-004': [
    'Uveďte v karte kupujúceho jeho islandské registračné číslo (kennitala) a zvoľte jeho druh.',
    'State the Icelandic registration number (kennitala) in the record of the buyer, and choose its kind.',
  ],
  'IS-R-005': [
    'Doplňte v karte kupujúceho ulicu a PSČ, každé do svojho poľa.',
    'Add street and post code in the record of the buyer, each in its own field.',
  ],
  'IS-R-006': ICELANDIC_ACCOUNT,
  'IS-R-007': ICELANDIC_ACCOUNT,
  'IS-R-008': [
    'Zadajte posledný deň na úhradu bez úrokov (eindagi) v programe ako dátum.',
    'Enter the last day to pay without interest (eindagi) as a date.',
  ],
  'IS-R-009': [
    'Doplňte dátum splatnosti: faktúra uvádza iba posledný deň na úhradu bez úrokov (eindagi). Na dobropise tento deň neuvádzajte.',
    'Add the due date: the invoice states the last day to pay without interest (eindagi) only. Leave that day off a credit note.',
  ],
  'IS-R-010': [
    'Opravte dátumy: posledný deň na úhradu bez úrokov (eindagi) nemôže byť pred splatnosťou.',
    'Correct the dates: the last day to pay without interest (eindagi) cannot be before the due date.',
  ],
};
