import { type VatCategory, vatCategories } from '../vat-categories.data.ts';
import type { ProgramRow } from './row.ts';

const OWN_NUMBER = [
  'Ak ste platiteľom DPH, doplňte vo vlastných údajoch IČ DPH. Ak nie ste, zvoľte na riadkoch „nie je predmetom dane“ (O) a neúčtujte daň.',
  'If you are registered for VAT, add the VAT identifier in your own data. If you are not, choose “not subject to VAT” (O) on the lines and charge no VAT.',
] as const;
const OWN_VAT_NUMBER = [
  'Vo vlastných údajoch chýba IČ DPH: doplňte ho. Bez neho sa takéto plnenie od dane neoslobodzuje.',
  'Your own data lack the VAT identifier: add it. Without it such a supply is not exempt.',
] as const;
const BOTH_NUMBERS = [
  'Doplňte IČ DPH vo vlastných údajoch aj v karte kupujúceho.',
  'Add the VAT identifier in your own data and in the record of the buyer.',
] as const;
const BOTH_OR_REGISTERED = [
  'Doplňte IČ DPH vo vlastných údajoch aj v karte kupujúceho; namiesto IČ DPH kupujúceho stačí jeho IČO.',
  'Add the VAT identifier in your own data and in the record of the buyer; the registration number of the buyer will do instead.',
] as const;

/** Fixes for missing VAT numbers; null if the text of the rule names no XML element. */
const NUMBERS: Readonly<Record<VatCategory['identifiers'], ProgramRow | null>> = {
  seller: OWN_NUMBER,
  'seller-and-buyer': BOTH_OR_REGISTERED,
  'seller-vat-and-buyer-vat': BOTH_NUMBERS,
  'seller-vat': OWN_VAT_NUMBER,
  none: null,
};

const PLACES: readonly ProgramRow[] = [
  ['na riadku', 'on the line'],
  ['pri zľave na celý doklad', 'for the allowance on the document'],
  ['pri prirážke na celý doklad', 'for the charge on the document'],
];

function rateOf({ rate, sk, en }: VatCategory, [where, place]: ProgramRow): ProgramRow {
  switch (rate) {
    case 'positive':
      return [
        `Zvoľte ${where} sadzbu DPH, na Slovensku od roku 2025 23, 19 alebo 5 %; ak sa daň neúčtuje, zvoľte iný druh DPH.`,
        `Choose the rate of VAT ${place}, in Slovakia 23, 19 or 5 % since 2025; when no VAT is charged, choose another kind.`,
      ];
    case 'zero':
      return [
        `Pri druhu DPH ${sk} sa daň neúčtuje: zvoľte ${where} sadzbu 0 %, alebo iný druh DPH.`,
        `Under ${en} no VAT is charged: choose the rate 0 % ${place}, or another kind of VAT.`,
      ];
    case 'any':
      return [
        `Zvoľte ${where} sadzbu, ktorá nie je záporná, alebo iný druh DPH.`,
        `Choose a rate ${place} that is not negative, or another kind of VAT.`,
      ];
    case 'absent':
      return [
        `Čo nie je predmetom dane, nemá sadzbu: ${where} ju vymažte, alebo zvoľte iný druh DPH.`,
        `A supply not subject to VAT has no rate: clear it ${place}, or choose another kind of VAT.`,
      ];
  }
}

function programsOf(category: VatCategory): [string, ProgramRow | null][] {
  const { family, sk, en, rate, reason, example } = category;
  const perRate = rate === 'positive' || rate === 'any';
  const rows: (ProgramRow | null)[] = [
    [
      `Zvoľte na riadkoch, zľavách a prirážkach správny druh DPH a dajte programu prepočítať rozpis DPH; druh ${sk} má byť v oboch, alebo v žiadnom.`,
      `Choose the right kind of VAT on lines, allowances and charges and have the VAT breakdown computed again; ${en} is in both or in neither.`,
    ],
    ...PLACES.map(() => NUMBERS[category.identifiers]),
    ...PLACES.map((place) => rateOf(category, place)),
    [
      `Prepočítajte v rozpise DPH základ dane druhu ${sk}: riadky a prirážky bez zliav${perRate ? ' s tou istou sadzbou' : ''}.`,
      `Compute the taxable amount of ${en} in the VAT breakdown again: lines and charges less allowances${perRate ? ' of the same rate' : ''}.`,
    ],
    perRate
      ? [
          'Daň v rozpise DPH je základ krát sadzba, zaokrúhlená na centy: porovnajte tieto tri čísla a opravte to, ktoré nesedí.',
          'The tax in the VAT breakdown is base times rate, rounded to cents: compare the three and correct the one that is wrong.',
        ]
      : [
          `Pri druhu DPH ${sk} je daň 0: opravte ju v rozpise DPH, alebo zvoľte iný druh DPH.`,
          `Under ${en} the tax is 0: correct it in the VAT breakdown, or choose another kind of VAT.`,
        ],
    reason === 'forbidden' || example === null
      ? [
          `Pri druhu DPH ${sk} dôvod oslobodenia neuvádzajte; ak je plnenie oslobodené, zvoľte iný druh DPH.`,
          `State no reason of exemption under ${en}; when the supply is exempt, choose another kind of VAT.`,
        ]
      : [
          `Napíšte na faktúru, prečo sa daň neúčtuje, napríklad „${example.sk}“.`,
          `Write on the invoice why no VAT is charged, such as “${example.en}”.`,
        ],
  ];
  return rows.map((row, index) => [`BR-${family}-${String(index + 1).padStart(2, '0')}`, row]);
}

/** EN 16931: the rules that recur for every VAT category. */
export const vatCategoryPrograms: Readonly<Record<string, ProgramRow>> = Object.fromEntries<ProgramRow>([
  ...vatCategories.flatMap(programsOf).filter((entry): entry is [string, ProgramRow] => entry[1] !== null),
  [
    'BR-IC-11',
    [
      'Doplňte na faktúre dátum dodania, alebo obdobie, za ktoré fakturujete.',
      'Add the date of delivery, or the invoiced period.',
    ],
  ],
  [
    'BR-IC-12',
    ['Zvoľte krajinu, do ktorej sa tovar dodal.', 'Choose the country that the goods went to.'],
  ],
]);
