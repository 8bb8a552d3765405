/**
 * Mistakes of exports: misspelt and exchanged names, empty groups, amounts in cents, data missing from all invoices.
 */
import type { FileResult } from '@e-invoice/validator/issues';
import { beforeAll, describe, expect, it } from 'vitest';
import { faultsOfCauses, makeFileValidator, type ValidateFile } from './file-validator.ts';
import { damaged, INVOICE, type Replacement } from './slovak-invoice.ts';

let validate: ValidateFile;
beforeAll(async () => {
  validate = await makeFileValidator();
});

type Cause = FileResult['root_causes'][number];

function causesOf(xml: string): readonly Cause[] {
  const result = validate(xml, { today: '2027-01-20' });
  expect(faultsOfCauses(result)).toEqual([]);
  return result.root_causes;
}

function only(xml: string): Cause {
  const causes = causesOf(xml);
  expect(causes.map(({ id }) => id)).toHaveLength(1);
  return causes[0]!;
}

const afterOf = ({ corrections }: Cause): (string | null)[] => corrections.map(({ patch }) => patch[0]!.after);

const AMOUNTS = /(<cbc:\w+ currencyID="EUR">)(\d+\.?\d*)/g;
const CURRENCY = /\n {2}<cbc:DocumentCurrencyCode>EUR<\/cbc:DocumentCurrencyCode>/;

/** Converts amounts of some elements to cents, within a part of the invoice. */
const inCents = (part: RegExp, names: RegExp): string =>
  INVOICE.replace(part, (text) =>
    text.replace(AMOUNTS, (whole, start: string, amount: string) =>
      names.test(start) ? `${start}${Math.round(Number(amount) * 100)}` : whole,
    ),
  );

describe('missing invoice currency', () => {
  it('is one mistake, corrected with the currency of all amounts', () => {
    const { id, title, corrections, proven } = only(damaged([CURRENCY, '']));
    expect([id, title.sk, proven]).toEqual(['value-missing', 'Chýba údaj: mena faktúry (BT-5)', false]);
    expect(corrections.map(({ title, makes_valid }) => [title.sk, makes_valid])).toEqual([
      ['doplniť: mena faktúry (BT-5) EUR', true],
    ]);
  });

  it('is not corrected when amounts have two currencies', () => {
    const { id, corrections } = only(damaged([CURRENCY, ''], ['currencyID="EUR">255.00', 'currencyID="USD">255.00']));
    expect([id, corrections]).toEqual(['value-missing', []]);
  });

  it('another name of the currency in the amounts is one mistake', () => {
    const xml = INVOICE.replaceAll('currencyID="EUR"', 'currencyID="€"');
    const { id, corrections } = only(xml);
    expect([id, corrections.map(({ makes_valid }) => makes_valid)]).toEqual(['currency-of-amount-unknown', [true]]);
  });
});

describe('amounts in cents', () => {
  const TOTALS = /<cac:(TaxTotal|LegalMonetaryTotal)>[\s\S]*<\/cac:LegalMonetaryTotal>/;
  it.each([
    ['all totals', inCents(TOTALS, /Amount/), '9 súm je v centoch'],
    [
      'the totals of the document',
      inCents(/<cac:LegalMonetaryTotal>[\s\S]*<\/cac:Legal/, /Amount/),
      '4 sumy sú v centoch',
    ],
    ['all except the prices', inCents(/[\s\S]*/, /:(?!Price)\w+Amount|:Amount/), '15 súm je v centoch'],
    ['the prices', inCents(/[\s\S]*/, /PriceAmount/), '4 sumy sú v centoch'],
  ])('%s', (_, xml, title) => {
    const cause = only(xml);
    expect([cause.id, cause.title.sk, cause.proven]).toEqual(['amounts-in-cents', title, false]);
    expect(cause.corrections.map(({ id, makes_valid }) => [id, makes_valid])).toEqual([['cents', true]]);
  });

  it('one amount with a misplaced decimal point is corrected alone', () => {
    expect(only(damaged([/597\.85(<\/cbc:PayableAmount>)/, '59785$1'])).id).toBe('amount-due-wrong');
  });
});

/** Renames every element with a name. */
const renamed = (from: string, to: string): string => {
  const xml = INVOICE.replaceAll(`:${from}>`, `:${to}>`).replaceAll(`:${from} `, `:${to} `);
  expect(xml).not.toBe(INVOICE);
  return xml;
};

describe('misspelt element', () => {
  it.each([
    ['DueDate', 'DueDaet'],
    ['IssueDate', 'IsueDate'],
    ['PayableAmount', 'PayableAmmount'],
    ['InvoicedQuantity', 'InvoiceQuantity'],
    ['RegistrationName', 'RegistratonName'],
    ['TaxInclusiveAmount', 'TaxInclusveAmount'],
    ['StreetName', 'StreatName'],
    ['AccountingSupplierParty', 'AccountingSuplierParty'],
    ['LegalMonetaryTotal', 'LegalMonetaryTotals'],
    ['InvoiceLine', 'InvoiceLines'],
    ['PaymentMeans', 'PaymentMean'],
  ])('%s as %s is one mistake with one correction', (from, to) => {
    const { id, proven, corrections } = only(renamed(from, to));
    expect([id, proven]).toEqual(['element-misnamed', true]);
    expect(corrections[0]!.patch[0]!.after).toMatch(new RegExp(`:${from}>$`));
    expect(corrections[0]!.makes_valid).toBe(true);
  });

  it('is not renamed when two names are equally similar, or the correct one is present', () => {
    const twice = causesOf(
      damaged([
        '<cbc:DueDate>2027-01-29</cbc:DueDate>',
        '<cbc:DueDate>2027-01-29</cbc:DueDate><cbc:DueDat>x</cbc:DueDat>',
      ]),
    );
    const between = causesOf(
      renamed('TaxInclusiveAmount', 'TaxIxclusiveAmount').replace(/\s*<cbc:TaxExclusiveAmount.*/, ''),
    );
    for (const cause of [...twice, ...between])
      expect([cause.id, cause.proven]).not.toEqual(['element-misnamed', true]);
  });
});

describe('exchanged element names', () => {
  const [WITHOUT, WITH] = [/(<\/?cbc:Tax)Exclusive/g, /(<\/?cbc:Tax)Inclusive/g];
  const swapped = INVOICE.replaceAll(WITHOUT, '$1@').replaceAll(WITH, '$1Exclusive').replaceAll('Tax@', 'TaxInclusive');

  it('are exchanged back, which changes money, instead of moved', () => {
    const { id, proven, corrections } = only(swapped);
    expect([id, proven]).toEqual(['amounts-swapped', false]);
    expect(corrections.map(({ id, changes, makes_valid }) => [id, changes[0], makes_valid])).toEqual([
      ['swap', 'amount_due', true],
    ]);
  });

  it('elements that are only in the wrong order are moved', () => {
    const moved: Replacement = [
      /(\s*<cbc:TaxExclusiveAmount.*\/cbc:TaxExclusiveAmount>)(\s*<cbc:TaxInclusiveAmount.*\/cbc:TaxInclusiveAmount>)/,
      '$2$1',
    ];
    const { id, proven, corrections } = only(damaged(moved));
    expect([id, proven, corrections[0]!.makes_valid]).toEqual(['element-order', true, true]);
  });

  it('a new order is not proven when sums do not agree', () => {
    const wrong: Replacement[] = [
      [/<cbc:LineExtensionAmount currencyID="EUR">490\.18<\/cbc:LineExtensionAmount>/, '@'],
      [
        /<cbc:PayableAmount currencyID="EUR">597\.85<\/cbc:PayableAmount>/,
        '<cbc:LineExtensionAmount currencyID="EUR">597.85</cbc:LineExtensionAmount>',
      ],
      ['@', '<cbc:PayableAmount currencyID="EUR">490.18</cbc:PayableAmount>'],
    ];
    expect(causesOf(damaged(...wrong)).filter(({ proven }) => proven)).toEqual([]);
  });
});

describe('empty group', () => {
  it.each([
    [
      'the legal entity of the buyer',
      /<cac:PartyLegalEntity>\s*<cbc:RegistrationName>Odber[\s\S]*?<\/cac:PartyLegalEntity>/,
      '<cac:PartyLegalEntity/>',
    ],
    [
      'the legal entity of the seller',
      /<cac:PartyLegalEntity>[\s\S]*?<\/cac:PartyLegalEntity>/,
      '<cac:PartyLegalEntity></cac:PartyLegalEntity>',
    ],
    ['a price', /<cac:Price>[\s\S]*?<\/cac:Price>/, '<cac:Price/>'],
  ])('%s must be filled in, not removed', (_, from, to) => {
    const { id, corrections } = only(damaged([from, to]));
    expect([id, corrections]).toEqual(['elements-empty', []]);
  });

  it('an optional group is removed, and recommendations about it stay', () => {
    const { id, proven, corrections } = only(damaged([/<cac:Delivery>[\s\S]*?<\/cac:Delivery>/, '<cac:Delivery/>']));
    expect([id, proven, corrections[0]!.patch[0]!.op]).toEqual(['elements-empty', false, 'remove']);
  });
});

describe('date', () => {
  it('with a time zone is corrected to the date', () => {
    const cause = only(damaged(['2027-01-15', '2027-01-15+01:00']));
    expect([cause.id, cause.proven, afterOf(cause)]).toEqual(['date-format', true, ['2027-01-15']]);
  });

  it('that does not exist is not corrected by removing its time zone', () => {
    expect(only(damaged(['2027-01-15', '2027-02-30Z'])).id).toBe('date-impossible');
  });

  it('in possible US order is offered in both interpretations', () => {
    const cause = only(damaged(['2027-01-12', '01/12/2027']));
    expect([cause.id, cause.proven, afterOf(cause)]).toEqual(['date-format', false, ['2027-12-01', '2027-01-12']]);
  });
});

describe('identifiers of parties and accounts', () => {
  it.each([
    ['its label in front', 'IBAN: SK3112000000198742637541'],
    ['the bank code after it', 'SK31 1200 0000 1987 4263 7541 TATRSKBX'],
  ])('an IBAN with %s', (_, written) => {
    const { id, fix } = only(damaged(['SK3112000000198742637541', written]));
    expect(id).toBe('identifier-written');
    expect(fix.sk).toContain('SK3112000000198742637541');
  });

  it('a DIČ used as IČO is explained', () => {
    const { id, explanation } = only(damaged(['0158">31322832', '0158">2020317068']));
    expect(id).toBe('ico-wrong');
    expect(explanation.sk).toContain('Desať číslic je DIČ');
  });
});
