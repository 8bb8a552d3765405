/**
 * Mistakes of converters and accountants that the generated ones do not cover: half-converted credit notes, tax of
 * the gross amount, advances.
 */
import type { FileResult } from '@e-invoice/validator/issues';
import { beforeAll, describe, expect, it } from 'vitest';
import { faultsOfCauses, makeFileValidator, type ValidateFile } from './file-validator.ts';
import { creditNote } from './invoices.ts';
import { damaged, INVOICE } from './slovak-invoice.ts';

let validate: ValidateFile;
beforeAll(async () => {
  validate = await makeFileValidator();
});

function only(xml: string): FileResult['root_causes'][number] {
  const result = validate(xml, { today: '2027-01-20' });
  expect(faultsOfCauses(result)).toEqual([]);
  expect(result.root_causes.map(({ id }) => id)).toHaveLength(1);
  return result.root_causes[0]!;
}

const advance = (rate: string): string =>
  `<cac:InvoiceLine><cbc:ID>5</cbc:ID><cbc:InvoicedQuantity unitCode="H87">-1</cbc:InvoicedQuantity><cbc:LineExtensionAmount currencyID="EUR">-100.00</cbc:LineExtensionAmount><cac:Item><cbc:Name>Odpočet preddavku</cbc:Name><cac:ClassifiedTaxCategory><cbc:ID>S</cbc:ID><cbc:Percent>${rate}</cbc:Percent><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:ClassifiedTaxCategory></cac:Item><cac:Price><cbc:PriceAmount currencyID="EUR">100</cbc:PriceAmount></cac:Price></cac:InvoiceLine></Invoice>`;
const withAdvance = (rate: string): string =>
  damaged(['</Invoice>', advance(rate)], [/(PayableAmount currencyID="EUR">)597\.85/, '$1497.85']);
const PAID = 'vynechať: riadok 5, riadok faktúry (BG-25); doplniť: uhradená suma (BT-113) 100,00';
const bare = INVOICE.replaceAll(
  /(<cac:ClassifiedTaxCategory>\s*<cbc:ID>S<\/cbc:ID>)\s*<cbc:Percent>\d+<\/cbc:Percent>/g,
  '$1',
);
const RENAMED = 'premenovať <cac:InvoiceLine> na <cac:CreditNoteLine>';

/** Name, file, cause, the beginnings of the corrections, whether the first is proven. */
const CASES: (readonly [
  name: string,
  make: () => string,
  id: string,
  corrections: readonly string[],
  proven?: true,
])[] = [
  ['an advance as a taxed line', () => withAdvance('23'), 'prepaid-as-line', [PAID]],
  ['an advance as a line without VAT', () => withAdvance('0'), 'prepaid-as-line', [PAID]],
  [
    'a tax of the gross amount that the VAT total has not',
    () => damaged(['>106.26<', '>130.70<']),
    'vat-of-gross',
    ['suma dane v rekapitulácii DPH (BT-117): 130,70 → 106,26'],
  ],
  [
    'a tax of the gross amount in all sums',
    () => damaged(['>106.26<', '>130.70<'], ['107.67', '132.11'], ['597.85', '622.29'], ['597.85', '622.29']),
    'vat-of-gross',
    ['suma dane v rekapitulácii DPH (BT-117): 130,70 → 106,26; celková DPH (BT-110): 132,11 → 107,67'],
  ],
  ['no rate on any line', () => bare, 'line-rate-missing', ['doplniť: riadok 1, sadzba DPH na riadku (BT-152) 23']],
  [
    'another unit at the price',
    () =>
      damaged([
        /(<cbc:PriceAmount[^>]*>38<\/cbc:PriceAmount>)/,
        '$1<cbc:BaseQuantity unitCode="HUR">1</cbc:BaseQuantity>',
      ]),
    'price-unit-other',
    [
      'riadok 3, merná jednotka množstva, na ktoré sa cena vzťahuje (BT-150): HUR → H87',
      'riadok 3, merná jednotka množstva (BT-130): H87 → HUR',
    ],
  ],
  [
    'an amount due rounded down without saying so',
    () => damaged([/(PayableAmount currencyID="EUR">)597\.85/, '$1597.83']),
    'rounding-wrong',
    ['doplniť: suma zaokrúhlenia (BT-114) −0,02', 'suma na úhradu (BT-115): 597,83 → 597,85'],
  ],
  [
    'an advance that is subtracted twice',
    () =>
      damaged([
        /<cbc:PayableAmount currencyID="EUR">597\.85/,
        '<cbc:PrepaidAmount currencyID="EUR">150.00</cbc:PrepaidAmount><cbc:PayableAmount currencyID="EUR">297.85',
      ]),
    'amount-due-wrong',
    ['suma na úhradu (BT-115): 297,85 → 447,85', 'uhradená suma (BT-113): 150,00 → 300,00'],
  ],
  [
    'a due date stated twice with two days',
    () => damaged([/<cbc:DueDate>2027-01-29<\/cbc:DueDate>/, '$&<cbc:DueDate>2027-02-15</cbc:DueDate>']),
    'element-repeated',
    ['vynechať: dátum splatnosti (BT-9) 2027-02-15', 'vynechať: dátum splatnosti (BT-9) 2027-01-29'],
  ],
  [
    'a line with its VAT category twice',
    () => damaged([/<cac:ClassifiedTaxCategory>[\s\S]*?<\/cac:ClassifiedTaxCategory>/, '$&$&']),
    'repeated-too-often',
    ['vynechať: riadok 1'],
  ],
  [
    'a day and a code of the tax point',
    () =>
      damaged(
        [/(<cbc:InvoiceTypeCode>380<\/cbc:InvoiceTypeCode>)/, '$1<cbc:TaxPointDate>2027-01-12</cbc:TaxPointDate>'],
        [
          '<cac:OrderReference>',
          '<cac:InvoicePeriod><cbc:DescriptionCode>35</cbc:DescriptionCode></cac:InvoicePeriod><cac:OrderReference>',
        ],
      ),
    'tax-point-twice',
    ['vynechať: ', 'vynechať: '],
  ],
  [
    'a credit note with lines of an invoice',
    () => creditNote().replaceAll('CreditNoteLine', 'InvoiceLine'),
    'elements-of-other-kind',
    [RENAMED],
    true,
  ],
  [
    'a credit note with the type code element of an invoice',
    () => creditNote().replaceAll('CreditNoteTypeCode', 'InvoiceTypeCode'),
    'elements-of-other-kind',
    ['premenovať <cbc:InvoiceTypeCode> na <cbc:CreditNoteTypeCode>'],
  ],
  [
    'a credit note only by its root element: the kind cannot be determined',
    () =>
      creditNote()
        .replaceAll('CreditNoteLine', 'InvoiceLine')
        .replaceAll('CreditNoteTypeCode', 'InvoiceTypeCode')
        .replace('>381<', '>380<'),
    'elements-of-other-kind',
    [],
  ],
];

describe('one cause for one mistake', () => {
  const cases = CASES.map(([name, make, id, corrections, proven]) => ({ name, make, id, corrections, proven }));
  it.each(cases)('$name', ({ make, id, corrections, proven }) => {
    const cause = only(make());
    expect(cause.id).toBe(id);
    expect(cause.corrections.map(({ title }) => title.sk)).toEqual(
      corrections.map((beginning) => expect.stringContaining(beginning)),
    );
    expect(cause.proven).toBe(proven === true);
    for (const { makes_valid } of cause.corrections) expect(makes_valid).toBe(true);
  });
});

describe('misspelt specification', () => {
  const specification = (text: string): string => damaged([/(<cbc:CustomizationID>)[^<]*/, `$1${text}`]);
  const BILLING = 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0';

  it.each([['biling'], ['billling'], ['bililng']])(
    '%s is reported as a typo with its position and is never proven',
    (slip) => {
      const cause = only(specification(BILLING.replace('billing', slip)));
      expect(cause.id).toBe('customization-misspelt');
      expect(cause.explanation.sk).toContain(slip.slice(3));
      expect(cause.proven).toBe(false);
      expect(cause.corrections.map(({ patch, changes }) => [patch[0]!.after, changes])).toEqual([
        [BILLING, ['specification']],
      ]);
    },
  );

  it.each([['urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0'], [BILLING.replace('3.0', '2.0')]])(
    '%s is another specification and stays unchanged',
    (other) => {
      const cause = only(specification(other));
      expect([cause.id, cause.corrections]).toEqual(['rules-not-installed', []]);
    },
  );
});

it('replacing a unit changes the supply; replacing a word by its code does not (BT-130, BT-150)', () => {
  const changesOf = (xml: string) => only(xml).corrections.map(({ changes }) => changes);
  const price = /(<cbc:PriceAmount[^>]*>38<\/cbc:PriceAmount>)/;
  const other = damaged([price, '$1<cbc:BaseQuantity unitCode="HUR">1</cbc:BaseQuantity>']);
  expect(changesOf(other)).toEqual([['line'], ['line']]);
  expect(changesOf(damaged(['unitCode="H87">3.5', 'unitCode="hod">3.5']))).toEqual([['none']]);
});
