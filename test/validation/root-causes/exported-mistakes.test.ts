/** Mistakes of exporting programs whose books are right: the true cause comes first, and no correction changes the books. */
import type { FileResult, RootCause } from '@e-invoice/validator/issues';
import { beforeAll, describe, expect, it } from 'vitest';
import { remove, text } from '../../support/invoice-builder.ts';
import { peppolInvoice } from '../sbdh/envelope.ts';
import { faultsOfCauses, makeFileValidator, type ValidateFile } from './file-validator.ts';
import { BUYER, SELLER, single, untaxed } from './invoices.ts';
import { damaged, INVOICE, line, PARTIES, type Replacement, xmlOf } from './slovak-invoice.ts';

let validate: ValidateFile;
beforeAll(async () => {
  validate = await makeFileValidator();
});

function firstCause(xml: string | Uint8Array): RootCause {
  const result = validate(xml, { today: '2027-01-20' });
  expect(faultsOfCauses(result)).toEqual([]);
  const [cause] = result.root_causes;
  expect(cause).toBeDefined();
  return cause!;
}

const written = ({ corrections }: RootCause) => corrections.map(({ patch }) => patch.map(({ after }) => after));
const money = ({ corrections }: RootCause) => corrections.map((it) => it.money?.amount_due);

/** The right invoice has taxable amounts of 461.98 at 23 % and 28.20 at 5 %, and 597.85 to pay. */
const totals = (net: string, base: string, tax: string, vat: string, gross: string): Replacement[] => [
  ['>461.98<', `>${base}<`],
  ['>106.26<', `>${tax}<`],
  ['>107.67<', `>${vat}<`],
  [/(<cbc:TaxExclusiveAmount[^>]*>)490\.18/, `$1${net}`],
  [/(<cbc:TaxInclusiveAmount[^>]*>)597\.85/, `$1${gross}`],
  [/(<cbc:PayableAmount[^>]*>)597\.85/, `$1${gross}`],
];

describe('amounts', () => {
  it('a deducted advance with VAT changes only its line; totals and amount due stay (BT-131, BT-146)', () => {
    const line =
      '<cac:InvoiceLine><cbc:ID>5</cbc:ID><cbc:InvoicedQuantity unitCode="H87">-1</cbc:InvoicedQuantity><cbc:LineExtensionAmount currencyID="EUR">-123.00</cbc:LineExtensionAmount>' +
      '<cac:Item><cbc:Name>Odpočet zálohy</cbc:Name><cac:ClassifiedTaxCategory><cbc:ID>S</cbc:ID><cbc:Percent>23</cbc:Percent><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:ClassifiedTaxCategory></cac:Item>' +
      '<cac:Price><cbc:PriceAmount currencyID="EUR">123.00</cbc:PriceAmount></cac:Price></cac:InvoiceLine></Invoice>';
    const cause = firstCause(
      damaged([/<\/Invoice>\s*$/, line], ...totals('390.18', '361.98', '83.26', '84.67', '474.85'), [
        /(<cbc:LineExtensionAmount[^>]*>)490\.18/,
        '$1390.18',
      ]),
    );
    expect(cause).toMatchObject({ id: 'amount-with-vat', corrections: [{ id: 'without-vat', makes_valid: true }] });
    expect([written(cause), money(cause)]).toEqual([[['-100.00', '100.00']], ['0']]);
  });

  it('a price after a discount that the line states again becomes the price before it (BT-136, BT-146)', () => {
    const cause = firstCause(damaged(['>6.85<', '>6.165<']));
    expect(cause).toMatchObject({
      id: 'price-after-discount',
      corrections: [
        { makes_valid: true, patch: [{ after: '6.85' }] },
        { makes_valid: true, patch: [{ op: 'remove' }] },
      ],
    });
    expect(money(cause)).toEqual(['0', '0']);
  });

  it('a discount of one piece becomes that of the quantity, whatever its size (BT-136, BT-137)', () => {
    const cause = firstCause(damaged(['>8.22<', '>0.69<'], ['>82.20<', '>6.85<']));
    expect(cause).toMatchObject({ id: 'line-discount-of-piece', corrections: [{ makes_valid: true }] });
    expect([written(cause), money(cause)]).toEqual([[['8.22', '82.20']], ['0']]);
  });

  it('a paid amount without VAT is the mistake, not the amount due (BT-113)', () => {
    const cause = firstCause(
      damaged([
        /<cbc:PayableAmount currencyID="EUR">597.85/,
        '<cbc:PrepaidAmount currencyID="EUR">100.00</cbc:PrepaidAmount><cbc:PayableAmount currencyID="EUR">474.85',
      ]),
    );
    expect(cause).toMatchObject({
      id: 'paid-amount-without-vat',
      explanation: { sk: expect.stringContaining('123,00') },
    });
    expect([written(cause)[0], money(cause)[0]]).toEqual([['123.00'], '0']);
  });

  it('an allowance with VAT is named as such (BT-92)', () => {
    const coupon =
      '<cac:AllowanceCharge><cbc:ChargeIndicator>false</cbc:ChargeIndicator><cbc:AllowanceChargeReason>Kupón</cbc:AllowanceChargeReason><cbc:Amount currencyID="EUR">10.00</cbc:Amount>' +
      '<cac:TaxCategory><cbc:ID>S</cbc:ID><cbc:Percent>23</cbc:Percent><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:TaxCategory></cac:AllowanceCharge><cac:TaxTotal>';
    const cause = firstCause(
      damaged(['<cac:TaxTotal>', coupon], ...totals('482.05', '453.85', '104.39', '105.80', '587.85'), [
        '<cbc:PayableAmount',
        '<cbc:AllowanceTotalAmount currencyID="EUR">8.13</cbc:AllowanceTotalAmount><cbc:PayableAmount',
      ]),
    );
    expect([cause.id, cause.title.sk]).toEqual(['allowance-with-vat', 'Zľava na doklade je s DPH']);
    expect([written(cause), money(cause)]).toEqual([[['8.13']], ['0']]);
  });

  it('minutes with a price per hour lack the base quantity of 60 (BT-149)', () => {
    const cause = firstCause(
      damaged([/<cbc:InvoicedQuantity unitCode="H87">3.5/, '<cbc:InvoicedQuantity unitCode="MIN">210']),
    );
    expect(cause).toMatchObject({ id: 'price-base-lost', corrections: [{ makes_valid: true, changes: ['line'] }] });
    expect(written(cause)[0]![0]).toMatch(/unitCode="MIN">60</);
  });

  it('a price that is many times too high is not called a price before the discount (BT-146)', () => {
    const { id, explanation } = firstCause(damaged([/>255(<\/cbc:PriceAmount>)/, '>6430$1']));
    expect([id, explanation.sk]).toEqual(['price-wrong', expect.not.stringContaining('pred zľavou')]);
  });
});

describe('VAT', () => {
  it('a VAT total of untaxed items is the mistake, not the rate of a row (BT-110)', () => {
    const cause = firstCause(
      peppolInvoice(
        ...untaxed('AE', 'VATEX-EU-AE'),
        text('cac:TaxTotal/cbc:TaxAmount', '103.50'),
        text('cac:LegalMonetaryTotal/cbc:TaxInclusiveAmount', '553.50'),
        text('cac:LegalMonetaryTotal/cbc:PayableAmount', '553.50'),
      ),
    );
    expect(cause).toMatchObject({ id: 'vat-total-of-untaxed', corrections: [{ makes_valid: true }] });
    expect(cause.title.sk).toBe('Celková DPH je 103,50, ale nijaká položka nie je zdanená');
    expect(written(cause)).toEqual([['0.00', '450.00', '450.00']]);
  });

  it('an intra-Community supply to a buyer outside the Union is an export (BT-151)', () => {
    const cause = firstCause(
      peppolInvoice(
        ...untaxed('K', 'VATEX-EU-IC'),
        text(`${BUYER}/cac:PostalAddress/cac:Country/cbc:IdentificationCode`, 'CH'),
        remove(`${BUYER}/cac:PartyTaxScheme`),
        remove('cac:Delivery/cac:DeliveryLocation'),
      ),
    );
    expect(cause).toMatchObject({ id: 'buyer-outside-union', title: { sk: expect.stringContaining('CH') } });
    expect(written(cause)[0]).toEqual(expect.arrayContaining(['G', 'VATEX-EU-G']));
  });

  it('a supply at 0 % with a note about reverse charge has the wrong category (BT-118, BT-22)', () => {
    const cause = firstCause(
      peppolInvoice(...untaxed('S', null), text('cbc:Note', 'Prenesenie daňovej povinnosti podľa § 69 ods. 12')),
    );
    expect(cause).toMatchObject({ id: 'vat-category-of-note', corrections: [{ makes_valid: true }] });
    expect(written(cause)[0]!.slice(0, 2)).toEqual(['AE', 'AE']);
  });

  it('a reason code of another category gets the code of the category (BT-121)', () => {
    const cause = firstCause(peppolInvoice(...untaxed('AE', 'VATEX-EU-IC')));
    expect(cause).toMatchObject({
      id: 'exemption-reason-category',
      proven: false,
      corrections: [{ makes_valid: true, patch: [{ before: 'VATEX-EU-IC', after: 'VATEX-EU-AE' }] }],
    });
  });

  it('rates of lines as fractions get the rates of their rows (BT-152)', () => {
    const start = INVOICE.indexOf('<cac:InvoiceLine>');
    const lines = INVOICE.slice(start).replace(
      /<cbc:Percent>(\d+)</g,
      (_, rate) => `<cbc:Percent>${Number(rate) / 100}<`,
    );
    const cause = firstCause(INVOICE.slice(0, start) + lines);
    expect(cause.corrections).toMatchObject([{ id: 'percent', makes_valid: true }]);
    expect(written(cause)).toEqual([['23', '23', '23', '5']]);
  });

  it('a VAT identifier of the seller under a misspelt tax moves to VAT (BT-31)', () => {
    const tax = 'cac:PartyTaxScheme/cac:TaxScheme/cbc:ID';
    const cause = firstCause(peppolInvoice(...single, text(`${SELLER}/${tax}`, 'VA')));
    expect(cause).toMatchObject({ id: 'vat-number-under-other-tax', corrections: [{ makes_valid: true }] });
    expect(written(cause)).toEqual([['VAT']]);
  });

  it('a stated accounting currency is not requested again (BT-6, BT-111)', () => {
    const result: FileResult = validate(
      INVOICE.replaceAll('currencyID="EUR"', 'currencyID="CZK"').replace(
        '<cbc:DocumentCurrencyCode>EUR</cbc:DocumentCurrencyCode>',
        '<cbc:DocumentCurrencyCode>CZK</cbc:DocumentCurrencyCode><cbc:TaxCurrencyCode>EUR</cbc:TaxCurrencyCode>',
      ),
    );
    const cause = result.root_causes.find(({ id }) => id === 'vat-in-euro-missing')!;
    expect(cause.fix.xml.en).toMatch(/^Add a second cac:TaxTotal .*\(EUR\)/);
    expect(cause.fix.xml.en).not.toContain('TaxCurrencyCode');
  });
});

it('exchanged IČO and DIČ of the seller are one cause, in a valid file too (BT-30, BT-32)', () => {
  const cause = firstCause(
    damaged(
      ['<cbc:CompanyID>2020317068<', `<cbc:CompanyID>${PARTIES.sellerIco}<`],
      [`schemeID="0158">${PARTIES.sellerIco}`, 'schemeID="0158">2020317068'],
    ),
  );
  expect(cause).toMatchObject({
    id: 'ico-dic-swapped',
    proven: false,
    corrections: [{ id: 'swap', makes_valid: true }],
  });
  expect(written(cause)).toEqual([[PARTIES.sellerIco, '2020317068']]);
  expect(cause.corrections[0]!.title.sk).toContain('2020317068 → 31322832');
});

it('a UTF-8 file that declares Windows-1250 is described as such (XML-ENCODING)', () => {
  const xml = damaged(['encoding="UTF-8"', 'encoding="windows-1250"'], ['Oprava čerpadla', 'Oprava čerpadla Ťažná']);
  const { id, explanation } = firstCause(new TextEncoder().encode(xml));
  expect([id, explanation.sk]).toEqual(['file-encoding', expect.stringContaining('UTF-8, ale deklaruje Windows-1250')]);
});

it('a letter for a digit before the point is a change of the number', () => {
  const [cause] = validate(damaged([/(<cbc:TaxableAmount[^>]*>)28\.20/, '$1O.20'])).root_causes;
  for (const { changes } of cause!.corrections) expect(changes).not.toEqual(['none']);
});

it('exchanged city and post code are one cause with one correction (BT-52, BT-53, SK-R-038)', () => {
  const cause = firstCause(
    damaged(['>Bratislava<', '>821 09<'], ['<cbc:PostalZone>821 09<', '<cbc:PostalZone>Bratislava<']),
  );
  expect(cause).toMatchObject({ id: 'city-post-code-swapped', proven: false, corrections: [{ id: 'swap' }] });
  expect(written(cause)).toEqual([['Bratislava', '821 09']]);
});

it('an IBAN as the name of the account is exchanged with it (BT-84, BT-85, SK-R-062)', () => {
  const cause = firstCause(
    damaged([
      `<cbc:ID>${PARTIES.sellerIban}</cbc:ID>`,
      '<cbc:ID>Tatra banka, a. s.</cbc:ID><cbc:Name>SK31 1200 0000 1987 4263 7541</cbc:Name>',
    ]),
  );
  expect(cause).toMatchObject({ id: 'account-name-swapped', proven: false, corrections: [{ makes_valid: true }] });
  expect(written(cause)).toEqual([[PARTIES.sellerIban, 'Tatra banka, a. s.']]);
});

it('exchanged declarations of both prefixes are one cause with one correction', () => {
  const [one, other] = ['CommonAggregateComponents-2', 'CommonBasicComponents-2'];
  const xml = damaged([`${one}"`, `x"`], [`${other}"`, `${one}"`], ['xsd:x"', `xsd:${other}"`]);
  const { root_causes } = validate(xml, { today: '2027-01-20' });
  expect(root_causes).toMatchObject([
    { id: 'namespaces-exchanged', proven: true, corrections: [{ makes_valid: true }] },
  ]);
});

it.each([
  ['E', '1', '-0.03'],
  ['Z', '1', '0.02'],
])('a rounding as a line of category %s belongs to the rounding amount (BT-114)', (category, quantity, amount) => {
  const scheme = '<cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme>';
  const line =
    `<cac:InvoiceLine><cbc:ID>5</cbc:ID><cbc:InvoicedQuantity unitCode="H87">${quantity}</cbc:InvoicedQuantity><cbc:LineExtensionAmount currencyID="EUR">${amount}</cbc:LineExtensionAmount>` +
    `<cac:Item><cbc:Name>Zaokrúhlenie</cbc:Name><cac:ClassifiedTaxCategory><cbc:ID>${category}</cbc:ID><cbc:Percent>0</cbc:Percent>${scheme}</cac:ClassifiedTaxCategory></cac:Item>` +
    `<cac:Price><cbc:PriceAmount currencyID="EUR">${amount}</cbc:PriceAmount></cac:Price></cac:InvoiceLine></Invoice>`;
  const row =
    `<cac:TaxSubtotal><cbc:TaxableAmount currencyID="EUR">${amount}</cbc:TaxableAmount><cbc:TaxAmount currencyID="EUR">0.00</cbc:TaxAmount>` +
    `<cac:TaxCategory><cbc:ID>${category}</cbc:ID><cbc:Percent>0</cbc:Percent>${scheme}</cac:TaxCategory></cac:TaxSubtotal></cac:TaxTotal>`;
  const plus = (value: string): string => (Number(value) + Number(amount)).toFixed(2);
  const cause = firstCause(
    damaged(
      [/<\/Invoice>\s*$/, line],
      ['</cac:TaxTotal>', row],
      [/(<cbc:LineExtensionAmount[^>]*>)490\.18/, `$1${plus('490.18')}`],
      [/(<cbc:TaxExclusiveAmount[^>]*>)490\.18/, `$1${plus('490.18')}`],
      [/(<cbc:TaxInclusiveAmount[^>]*>)597\.85/, `$1${plus('597.85')}`],
      [/(<cbc:PayableAmount[^>]*>)597\.85/, `$1${plus('597.85')}`],
    ),
  );
  expect(cause).toMatchObject({ id: 'rounding-as-line', corrections: [{ makes_valid: true }] });
  expect(written(cause)[0]!.slice(2, 5)).toEqual(['490.18', '490.18', '597.85']);
  expect([written(cause)[0]![5], money(cause)]).toEqual([expect.stringContaining(`>${amount}<`), ['0']]);
});

it('line amounts that are all cut to cents are one cause without a correction (SK-R-052)', () => {
  const items = Array.from({ length: 4 }, (_, at) => line(`Káblik ${at + 1}`, '3', `${at + 1}.2222`, '23'));
  const right = xmlOf(items);
  const off = (name: string, cents: number) => (xml: string) =>
    xml.replace(
      new RegExp(`(<cbc:${name} [^>]*>)([\\d.]+)`, 'g'),
      (_, start, value) => `${start}${(Number(value) - cents / 100).toFixed(2)}`,
    );
  const start = right.indexOf('<cac:InvoiceLine>');
  const lines = off('LineExtensionAmount', 1)(right.slice(start));
  const base = /<cbc:TaxableAmount[^>]*>([\d.]+)/.exec(right)![1]!;
  const net = (Number(base) - 0.04).toFixed(2);
  const tax = (Math.round(Number(net) * 23) / 100).toFixed(2);
  const gross = (Number(net) + Number(tax)).toFixed(2);
  const head = right
    .slice(0, start)
    .replaceAll(/(<cbc:(?:TaxableAmount|LineExtensionAmount|TaxExclusiveAmount) [^>]*>)[\d.]+/g, `$1${net}`)
    .replaceAll(/(<cbc:TaxAmount [^>]*>)[\d.]+/g, `$1${tax}`)
    .replaceAll(/(<cbc:(?:TaxInclusiveAmount|PayableAmount) [^>]*>)[\d.]+/g, `$1${gross}`);
  const cause = firstCause(head + lines);
  expect([cause.id, cause.issue_indexes.length, cause.corrections]).toEqual(['line-amounts-cut', 4, []]);
});

it('a < in a text is shown with the text after it (XML-NOT-WELL-FORMED)', () => {
  expect(firstCause(damaged(['Oprava čerpadla', 'Hadica <10 m'])).explanation.sk).toContain('„<10 m“');
});

describe('numbers of lines and totals', () => {
  const lines = INVOICE.indexOf('<cac:InvoiceLine>');
  const inLines = (...replacements: readonly Replacement[]): string =>
    replacements.reduce((xml, [from, to]) => {
      const next = xml.slice(0, lines) + xml.slice(lines).replace(from, to);
      expect(next, String(from)).not.toBe(xml);
      return next;
    }, INVOICE);
  const allowance = (amount: string): string =>
    `<cac:AllowanceCharge><cbc:ChargeIndicator>false</cbc:ChargeIndicator><cbc:AllowanceChargeReason>Zľava</cbc:AllowanceChargeReason><cbc:Amount currencyID="EUR">${amount}</cbc:Amount>` +
    '<cac:TaxCategory><cbc:ID>S</cbc:ID><cbc:Percent>23</cbc:Percent><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:TaxCategory></cac:AllowanceCharge>';

  it('lines with VAT, discounts included, become those without; no line is inserted (BT-131)', () => {
    const cause = firstCause(
      inLines(
        ['>255.00<', '>313.65<'],
        [/>255(<\/cbc:Price)/, '>313.65$1'],
        ['>73.98<', '>91.00<'],
        ['>8.22<', '>10.11<'],
        ['>82.20<', '>101.11<'],
        ['>6.85<', '>8.4259<'],
        ['>133.00<', '>163.59<'],
        [/>38(<\/cbc:Price)/, '>46.74$1'],
        ['>28.20<', '>29.61<'],
        [/>14\.1(<\/cbc:Price)/, '>14.805$1'],
      ),
    );
    expect(cause).toMatchObject({ id: 'amount-with-vat', corrections: [{ makes_valid: true }] });
    expect(written(cause)).toEqual([
      ['255.00', '255.00', '73.98', '8.22', '82.20', '6.85', '133.00', '38.00', '28.20', '14.10'],
    ]);
  });

  it('a discount of a line with VAT loses the VAT, the price stays (BT-136)', () => {
    const cause = firstCause(damaged(['>8.22<', '>10.11<'], ['>82.20<', '>101.11<']));
    expect([cause.id, written(cause)]).toEqual(['line-discount-with-vat', [['8.22', '82.20']]]);
  });

  it.each([
    ['>6.85<', '>82.20<', '6.85', 'unitCode="H87">12<'],
    [/>38(<\/cbc:Price)/, '>133.00$1', '38.00', 'unitCode="H87">3.5<'],
  ] as const)('a price of the whole line is no wrong quantity (BT-146): %s', (from, to, price, base) => {
    const cause = firstCause(damaged([from, to]));
    expect(cause.id).toBe('price-of-line');
    expect(written(cause)).toEqual([[price], [expect.stringContaining(base)]]);
  });

  it('of two allowances, the one that nothing counts is left out first (BT-92)', () => {
    const cause = firstCause(
      damaged(
        ['<cac:TaxTotal>', `${allowance('20.00')}${allowance('10.00')}<cac:TaxTotal>`],
        ...totals('470.18', '441.98', '101.66', '103.07', '573.25'),
        [
          '<cbc:PayableAmount',
          '<cbc:AllowanceTotalAmount currencyID="EUR">20.00</cbc:AllowanceTotalAmount><cbc:PayableAmount',
        ],
      ),
    );
    expect([cause.id, cause.explanation.sk]).toEqual(['allowance-not-counted', expect.stringContaining('10,00')]);
    expect(cause.corrections[0]).toMatchObject({ makes_valid: true, patch: [{ op: 'remove' }] });
    expect(money(cause)).toEqual(['0', '-12.3']);
  });

  it('a total with VAT that lacks the VAT is no paid amount (BT-112)', () => {
    const cause = firstCause(
      damaged(
        [/(<cbc:TaxInclusiveAmount[^>]*>)597\.85/, '$1490.18'],
        [/(<cbc:PayableAmount[^>]*>)597\.85/, '$1490.18'],
      ),
    );
    expect([cause.id, written(cause)]).toEqual(['total-without-vat', [['597.85', '597.85']]]);
  });

  it('exchanged taxable amounts of two rates are exchanged together (BT-116)', () => {
    const cause = firstCause(damaged(['>461.98<', '>28.2<'], [/(TaxableAmount[^>]*>)28\.20/, '$1461.98']));
    expect(cause).toMatchObject({ id: 'taxable-amounts-swapped', corrections: [{ id: 'swap', makes_valid: true }] });
    expect(written(cause)).toEqual([['461.98', '28.20']]);
  });
});
