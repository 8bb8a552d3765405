/**
 * Mistakes of accountants that the generated ones do not cover: one cause each, actionable texts, no correction that
 * falsifies the invoice.
 */

import type { FileResult } from '@e-invoice/validator/issues';
import { beforeAll, describe, expect, it } from 'vitest';
import { faultsOfCauses, makeFileValidator, type ValidateFile } from './file-validator.ts';
import { damaged, INVOICE, type Replacement } from './slovak-invoice.ts';

let validate: ValidateFile;
beforeAll(async () => {
  validate = await makeFileValidator();
});

/** Replaces both totals with a number. */
const both = (from: string, to: string): Replacement[] => [
  [from, to],
  [from, to],
];

function only(xml: string): FileResult['root_causes'][number] {
  const result = validate(xml, { today: '2027-01-20' });
  expect(faultsOfCauses(result)).toEqual([]);
  expect(result.root_causes.map(({ id }) => id)).toHaveLength(1);
  return result.root_causes[0]!;
}

const allowance = (isCharge: boolean): Replacement => [
  '<cac:TaxTotal>',
  `<cac:AllowanceCharge><cbc:ChargeIndicator>${isCharge}</cbc:ChargeIndicator><cbc:AllowanceChargeReason>Dohoda</cbc:AllowanceChargeReason><cbc:Amount currencyID="EUR">20.00</cbc:Amount><cac:TaxCategory><cbc:ID>S</cbc:ID><cbc:Percent>23</cbc:Percent><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:TaxCategory></cac:AllowanceCharge><cac:TaxTotal>`,
];
const THIRD = /<cac:InvoiceLine>\s*<cbc:ID>3<[\s\S]*?<\/cac:InvoiceLine>/;
const ENDS: Replacement[] = [
  ['schemeID="0245">2020317068', 'schemeID="0245">X'],
  ['schemeID="0245">2020270604', 'schemeID="0245">2020317068'],
  ['schemeID="0245">X', 'schemeID="0245">2020270604'],
];
const merged = INVOICE.replace(/<cac:TaxSubtotal>[\s\S]*?<\/cac:TaxSubtotal>\s*/, '')
  .replace('>28.20<', '>490.18<')
  .replace('>1.41<', '>107.67<')
  .replace('<cbc:Percent>5<', '<cbc:Percent>23<');
const atTwenty = INVOICE.replaceAll('<cbc:Percent>23<', '<cbc:Percent>20<');
const fractions = INVOICE.replaceAll(
  /<cbc:Percent>(\d+)</g,
  (_, rate: string) => `<cbc:Percent>${Number(rate) / 100}<`,
);
const outside = INVOICE.replaceAll(/<cbc:ID>S<\/cbc:ID>\s*<cbc:Percent>5<\/cbc:Percent>/g, '<cbc:ID>O</cbc:ID>')
  .replace('>1.41<', '>0.00<')
  .replace('>107.67<', '>106.26<')
  .replaceAll('597.85', '596.44');

/** Name, file, cause, Slovak title, and the beginnings of the Slovak correction titles. */
const CASES: readonly (readonly [
  name: string,
  make: () => string,
  id: string,
  title: string,
  corrections: readonly string[],
])[] = [
  [
    'the discount of a line counted twice, all sums with it',
    () =>
      damaged(
        ['73.98', '65.76'],
        ...both('490.18', '481.96'),
        ['461.98', '453.76'],
        ['106.26', '104.36'],
        ['107.67', '105.77'],
        ...both('597.85', '587.73'),
      ),
    'line-allowance-twice',
    'Zľava je na riadku započítaná dvakrát',
    [
      'riadok 2, suma zľavy na riadku (BT-136): 8,22 → 16,44',
      'zvýši sumu na úhradu o 10,12 €: riadok 2, netto suma riadka (BT-131): 65,76 → 73,98',
    ],
  ],
  [
    'the discount of a line not subtracted',
    () =>
      damaged(
        ['73.98', '82.20'],
        ...both('490.18', '498.40'),
        ['461.98', '470.20'],
        ['106.26', '108.15'],
        ['107.67', '109.56'],
        ...both('597.85', '607.96'),
      ),
    'line-allowance-not-counted',
    'Zľava na riadku nie je započítaná',
    [
      'vynechať: riadok 2, zľava na riadku (BG-27)',
      'zníži sumu na úhradu o 10,11 €: riadok 2, netto suma riadka (BT-131): 82,20 → 73,98',
    ],
  ],
  [
    'a discount of the document that the totals do not know',
    () => damaged(allowance(false)),
    'allowance-not-counted',
    'Zľava na doklade nie je započítaná do súčtov',
    ['vynechať: zľava na úrovni dokladu (BG-20)', 'zníži sumu na úhradu o 24,60 €: doplniť: súčet zliav'],
  ],
  [
    'a charge that the totals do not know',
    () => damaged(allowance(true)),
    'allowance-not-counted',
    'Prirážka na doklade nie je započítaná do súčtov',
    ['vynechať', 'zvýši sumu na úhradu o 24,60 €: doplniť: súčet prirážok na úrovni dokladu (BT-108) 20,00'],
  ],
  [
    'a line that the export lost',
    () => damaged([THIRD, '']),
    'line-lost',
    'Na faktúre pravdepodobne chýba riadok za 133,00',
    [
      'doplniť: riadok číslo 3 so sumou 133,00',
      'zníži sumu na úhradu o 163,59 €: súčet netto súm riadkov (BT-106): 490,18 → 357,18',
    ],
  ],
  [
    'a line stated twice',
    () => INVOICE.replace(THIRD, '$&$&'),
    'line-doubled',
    'Riadok 3 je na faktúre dvakrát',
    // The line also has the number of the other one (SK-R-057); the number stays, because the item may have been sold
    // twice.
    ['vynechať: riadok 4', 'súčet netto súm riadkov (BT-106): 490,18 → 623,18'],
  ],
  [
    'a line that the sums do not count',
    () =>
      damaged(
        ...both('490.18', '235.18'),
        ['461.98', '206.98'],
        ['106.26', '47.61'],
        ['107.67', '49.02'],
        ...both('597.85', '284.20'),
      ),
    'line-not-counted',
    'Riadok 1 nie je započítaný do súčtov',
    ['vynechať: riadok 1', 'súčet netto súm riadkov (BT-106): 235,18 → 490,18'],
  ],
  [
    'a line with a minus that the sums count as a plus',
    () => damaged(['>255.00<', '>-255.00<'], ['unitCode="H87">1<', 'unitCode="H87">-1<']),
    'line-sign-wrong',
    'Riadok má iné znamienko, než s akým ho počítajú súčty',
    // The opposite sign would make the invoice negative (SK-R-088).
    ['riadok 1, netto suma riadka (BT-131): −255,00 → 255,00'],
  ],
  [
    'a discount with a minus',
    () => damaged(['>8.22<', '>-8.22<']),
    'allowance-amount-wrong',
    'Suma zľavy alebo prirážky nie je správna',
    ['riadok 2, suma zľavy na riadku (BT-136): −8,22 → 8,22'],
  ],
  [
    'an amount due without VAT',
    () => damaged([/(PayableAmount[^>]*>)597.85/, '$1490.18']),
    'amount-due-without-vat',
    'Suma na úhradu je bez DPH',
    ['suma na úhradu (BT-115): 490,18 → 597,85', 'doplniť: uhradená suma (BT-113) 107,67'],
  ],
  [
    'a paid amount above the total, nothing due',
    () =>
      damaged([
        /<cbc:PayableAmount[^>]*>597.85/,
        '<cbc:PrepaidAmount currencyID="EUR">700.00</cbc:PrepaidAmount><cbc:PayableAmount currencyID="EUR">0.00',
      ]),
    'amount-due-wrong',
    'Suma na úhradu nie je správna',
    ['suma na úhradu (BT-115): 0,00 → −102,15', 'uhradená suma (BT-113): 700,00 → 597,85'],
  ],
  [
    'a price for a hundred pieces',
    () => damaged(['>6.85<', '>685<']),
    'price-base-lost',
    'Nie je uvedené, na koľko kusov alebo jednotiek sa cena vzťahuje',
    [
      'doplniť: riadok 2, množstvo, na ktoré sa cena vzťahuje (BT-149) 100',
      'riadok 2, jednotková cena bez DPH (BT-146): 685 → 6,85',
    ],
  ],
  [
    'a quantity of zero',
    () => damaged(['>3.5<', '>0<']),
    'quantity-wrong',
    'Množstvo na riadku nezodpovedá sume',
    ['riadok 3, fakturované množstvo (BT-129): 0 → 3,5'],
  ],
  [
    '20 % left in the item, the tax of 23 %',
    () => atTwenty,
    'vat-rate-of-tax',
    'Sadzba 20 % nezodpovedá dani: tá je vypočítaná sadzbou 23 %',
    ['sadzba DPH v rekapitulácii (BT-119): 20 → 23'],
  ],
  [
    '20 % everywhere, the tax as well',
    () => atTwenty.replace('106.26', '92.40').replace('107.67', '93.81').replaceAll('597.85', '583.99'),
    'vat-rate-not-slovak',
    'Sadzba DPH na Slovensku neplatí',
    [],
  ],
  [
    'all rates as fractions',
    () => fractions,
    'percentage-as-fraction',
    '6 percent je zapísaných ako zlomky',
    ['sadzba DPH v rekapitulácii (BT-119): 0,23 → 23'],
  ],
  [
    'two rates in one row of the breakdown',
    () => merged,
    'vat-rates-merged',
    'Rekapitulácia spája dve sadzby DPH do jedného riadka',
    ['základ dane v rekapitulácii DPH (BT-116): 490,18 → 461,98'],
  ],
  [
    'lines outside the scope of VAT together with taxed lines',
    () => outside,
    'not-subject-mixed',
    'Kategória O je zmiešaná s inými kategóriami',
    [],
  ],
  [
    'a line without its VAT category',
    () =>
      damaged([
        /(Práca technika<\/cbc:Name>)\s*<cac:ClassifiedTaxCategory>[\s\S]*?<\/cac:ClassifiedTaxCategory>/,
        '$1',
      ]),
    'line-vat-missing',
    'Riadok nemá kategóriu DPH',
    [],
  ],
  [
    'the seller’s VAT number under “DPH”',
    () => damaged([/<cac:TaxScheme>\s*<cbc:ID>VAT</, '<cac:TaxScheme><cbc:ID>DPH<']),
    'tax-scheme-wrong',
    'Daň nie je označená ako DPH',
    ['označenie dane: DPH → VAT'],
  ],
  [
    'the currency in small letters',
    () => damaged(['<cbc:DocumentCurrencyCode>EUR', '<cbc:DocumentCurrencyCode>eur']),
    'currency-unknown',
    'Neznáma mena: eur',
    ['mena faktúry (BT-5): eur → EUR'],
  ],
  [
    'the electronic addresses in the place of each other',
    () => damaged(...ENDS),
    'addresses-swapped',
    'Elektronické adresy predávajúceho a kupujúceho sú vymenené',
    [],
  ],
  [
    'an electronic address without its kind',
    () => damaged(['EndpointID schemeID="0245">2020270604', 'EndpointID>2020270604']),
    'address-kind-missing',
    'Pri elektronickej adrese kupujúceho chýba jej druh',
    ['doplniť: atribút schemeID (elektronická adresa kupujúceho) 0245'],
  ],
  [
    'a VAT identifier without SK',
    () => damaged(['>SK2020317068<', '>2020317068<']),
    'vat-identifier-prefix',
    'IČ DPH nemá predponu krajiny',
    [
      'IČ DPH predávajúceho (BT-31): 2020317068 → SK2020317068',
      // A business that is not registered for VAT has this number too.
      'zníži sumu na úhradu o 107,67 €: riadok 1, kategória DPH na riadku (BT-151): S → O',
    ],
  ],
  [
    'a VAT identifier in small letters',
    () => damaged(['>SK2020317068<', '>sk2020317068<']),
    'identifier-written',
    'Číslo je zapísané inak, ako sa píše',
    ['IČ DPH predávajúceho (BT-31): sk2020317068 → SK2020317068'],
  ],
  [
    'a VAT identifier with blanks',
    () => damaged(['>SK2020317068<', '>SK 2020 317 068<']),
    'identifier-written',
    'Číslo je zapísané inak, ako sa píše',
    [],
  ],
  [
    'an address without a town',
    () => damaged([/\s*<cbc:CityName>Poprad<\/cbc:CityName>/, '']),
    'address-incomplete',
    'V adrese predávajúceho chýba: obec',
    [],
  ],
  [
    'the VAT number of the seller twice',
    () => damaged([/<cac:PartyTaxScheme>[\s\S]*?<\/cac:PartyTaxScheme>/, '$&$&']),
    'repeated-too-often',
    'Údaj je uvedený viackrát: IČ DPH predávajúceho',
    ['vynechať: IČ DPH predávajúceho'],
  ],
  [
    'the invoice number twice',
    () => damaged([/<cbc:ID>2027-0001<\/cbc:ID>/, '$&$&']),
    'element-repeated',
    'Údaj, ktorý smie byť iba raz, je uvedený viackrát',
    ['vynechať: číslo faktúry (BT-1)'],
  ],
  [
    'an empty invoice number',
    () => damaged(['>2027-0001<', '><']),
    'elements-empty',
    'Prázdny údaj: číslo faktúry (BT-1)',
    [],
  ],
  [
    'a due date that is nil',
    () =>
      damaged([
        '<cbc:DueDate>2027-01-29</cbc:DueDate>',
        '<cbc:DueDate xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="true"/>',
      ]),
    'elements-empty',
    'Prázdny údaj: dátum splatnosti (BT-9)',
    ['vynechať: dátum splatnosti (BT-9)'],
  ],
  [
    'neither specification nor process',
    () => damaged([/\s*<cbc:CustomizationID>[^<]*<\/cbc:CustomizationID>\s*<cbc:ProfileID>[^<]*<\/cbc:ProfileID>/, '']),
    'customization-missing',
    'Faktúra neuvádza špecifikáciu, podľa ktorej je vyhotovená',
    [
      'doplniť: identifikátor špecifikácie (BT-24) urn:cen.eu:en16931:2017#compliant',
      'doplniť: identifikátor špecifikácie (BT-24) urn:cen.eu:en16931:2017',
    ],
  ],
  [
    'an unknown unit',
    () => damaged(['unitCode="H87">3.5', 'unitCode="hodina">3.5']),
    'unit-unknown',
    'Neznáma merná jednotka: hodina',
    ['riadok 3, merná jednotka množstva (BT-130): hodina → HUR'],
  ],
  [
    'a country by its name',
    () => INVOICE.replaceAll('IdentificationCode>SK<', 'IdentificationCode>Slovensko<'),
    'code-unknown',
    'Neznámy kód krajiny predávajúceho (BT-40): Slovensko',
    ['kód krajiny predávajúceho (BT-40): Slovensko → SK'],
  ],
  [
    'a transfer without an account',
    () => damaged([/\s*<cac:PayeeFinancialAccount>[\s\S]*?<\/cac:PayeeFinancialAccount>/, '']),
    'account-missing',
    'Chýba číslo účtu (IBAN)',
    [],
  ],
  [
    'an old account number',
    () => damaged(['<cbc:ID>SK3112000000198742637541', '<cbc:ID>123456/0100']),
    'account-not-iban',
    'Číslo účtu nie je IBAN',
    [],
  ],
  [
    'an IBAN in small letters',
    () => damaged(['<cbc:ID>SK3112000000198742637541', '<cbc:ID>sk3112000000198742637541']),
    'identifier-written',
    'Číslo je zapísané inak, ako sa píše',
    [],
  ],
  [
    'a variable symbol with letters',
    () => damaged(['>20270001<', '>VS: 20270001<']),
    'term-wrong',
    'Platobná referencia nie je variabilný symbol, teda najviac desať číslic',
    [],
  ],
  [
    'a credit note’s type on an invoice',
    () => damaged(['>380<', '>381<']),
    'document-type-mismatch',
    'Kód typu dokladu patrí k inému druhu dokladu',
    [],
  ],
];

describe('one cause for one mistake', () => {
  it.each(CASES)('%s', (_, make, id, title, corrections) => {
    const cause = only(make());
    expect({ id: cause.id, title: cause.title.sk }).toEqual({ id, title });
    const titles = cause.corrections.map((correction) => correction.title.sk);
    expect(titles).toEqual(corrections.map((beginning) => expect.stringContaining(beginning)));
    for (const correction of cause.corrections) expect(correction.makes_valid).toBe(true);
  });
});

it('removes the rate of a reverse charge with a stated reason before changing the category', () => {
  const taxed = damaged(
    [/<cac:InvoiceLine>\s*<cbc:ID>4<[\s\S]*?<\/cac:InvoiceLine>/, ''],
    [/<cac:TaxSubtotal>(?:(?!<cac:TaxSubtotal>)[\s\S])*<cbc:Percent>5<[\s\S]*?<\/cac:TaxSubtotal>/, ''],
    ['107.67', '106.26'],
    ...both('490.18', '461.98'),
    ...both('597.85', '568.24'),
    [
      /<\/cac:PostalAddress>(\s*<cac:PartyLegalEntity>\s*<cbc:RegistrationName>Odberateľ)/,
      '</cac:PostalAddress><cac:PartyTaxScheme><cbc:CompanyID>SK2020270604</cbc:CompanyID><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:PartyTaxScheme>$1',
    ],
    [
      /(<cac:TaxCategory>\s*<cbc:ID>S<\/cbc:ID>\s*<cbc:Percent>23<\/cbc:Percent>)/,
      '$1<cbc:TaxExemptionReason>prenesenie daňovej povinnosti</cbc:TaxExemptionReason>',
    ],
  ).replaceAll('<cbc:ID>S<', '<cbc:ID>AE<');
  const cause = only(taxed);
  expect(cause.id).toBe('vat-category-with-rate');
  expect(cause.proven).toBe(false);
  expect(cause.corrections.map(({ makes_valid, changes }) => [makes_valid, changes])).toEqual([
    [true, ['amount_due', 'tax']],
    [true, ['tax']],
  ]);
});

it('explains which identifier a number in the wrong field probably is', () => {
  const hint = 'Osem číslic je IČO, nie DIČ ani IČ DPH.';
  expect(only(damaged(['>SK2020317068<', '>SK31322832<'])).explanation.sk).toContain(hint);
  expect(only(damaged(['schemeID="0245">2020270604', 'schemeID="0245">35763469'])).explanation.sk).toContain(hint);
  expect(only(damaged(['>SK2020317068<', '>2020317068<'])).explanation.sk).toContain(
    'Desať číslic bez predpony je DIČ',
  );
});

it('quotes the actual value in a cause that uses the message of its rule', () => {
  expect(only(damaged(['>20270001<', '>VS: 20270001<'])).explanation.sk).toContain('Uvedené je „VS: 20270001“.');
});
