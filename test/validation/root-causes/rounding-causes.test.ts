import { correct } from '@e-invoice/validator';
import { type RoundingRequest, solveRounding } from '@e-invoice/validator/rounding';
import { beforeAll, expect, it } from 'vitest';
import { writeLedger } from '../../fuzz/rounding/write-ledger.ts';
import { text } from '../../support/invoice-builder.ts';
import { peppolInvoice } from '../sbdh/envelope.ts';
import { faultsOfCauses, makeFileValidator, type ValidateFile } from './file-validator.ts';
import { TOTALS, untaxed } from './invoices.ts';

let validate: ValidateFile;
beforeAll(async () => {
  validate = await makeFileValidator();
});

/** Books with prices with VAT at two rates. */
const SHOP: RoundingRequest = {
  priceMode: 'gross',
  lines: [
    { quantity: '7', price: '9.99', rate: '23' },
    { quantity: '3', price: '4.49', rate: '23' },
    { quantity: '11', price: '1.29', rate: '23' },
    { quantity: '2', price: '6.79', rate: '23' },
    { quantity: '13', price: '0.99', rate: '23' },
    { quantity: '5', price: '2.49', rate: '5' },
  ],
  totals: {
    rates: [
      { rate: '23', gross: '124.04' },
      { rate: '5', gross: '12.45' },
    ],
  },
};

/** The invoice as exported: totals of the books, lines rounded on their own. */
function exported(change: (xml: string) => string = (xml) => xml): string {
  const books = solveRounding(SHOP).offers[0]!.invoice;
  const lines = solveRounding(SHOP).offers.find(({ kind }) => kind === 'recompute')!.invoice;
  return change(writeLedger(SHOP, { ...books, lines: lines.lines }));
}

const resultOf = (xml: string) => validate(xml, { ruleset: 'peppol-bis-3+sk', today: '2027-01-15' });
const totalsOf = (xml: string): string[] =>
  [...xml.matchAll(/<cbc:(?:Tax(?:able|Exclusive|Inclusive)?|Payable)Amount [^>]*>([^<]*)</g)].map(
    ([, value]) => value!,
  );

it('distributes cents over lines and changes no total', () => {
  const xml = exported();
  const result = resultOf(xml);
  expect(faultsOfCauses(result)).toEqual([]);
  const [cause] = result.root_causes;
  expect(cause).toMatchObject({ id: 'cents-of-rounding', title: { sk: expect.stringContaining('0,01') } });
  const [first, ...others] = cause!.corrections;
  expect(first).toMatchObject({ makes_valid: true, changes: ['line'] });
  expect(first!.patch.map(({ before, after }) => [before, after])).toEqual([
    ['56.85', '56.86'],
    [expect.any(String), expect.any(String)],
  ]);
  const corrected = new TextDecoder().decode(correct(new TextEncoder().encode(xml), first!.patch)!);
  expect(totalsOf(corrected)).toEqual(totalsOf(xml));
  expect(resultOf(corrected).valid).toBe(true);
  // Recomputed totals come last.
  expect(others.at(-1)!.changes).toContain('amount_due');
});

it('corrects BT-106 or BT-109 that follows the lines, not the books', () => {
  const [books, lines] = ['112.71', '112.70'];
  const others = (name: string) => (xml: string) =>
    xml.replace(new RegExp(`(<cbc:${name} [^>]*>)${books}`), `$1${lines}`);
  for (const name of ['LineExtensionAmount', 'TaxExclusiveAmount']) {
    const xml = exported(others(name));
    expect(xml, name).not.toBe(exported());
    const [cause] = resultOf(xml).root_causes;
    expect(cause!.id, name).toBe('cents-of-rounding');
    const [first] = cause!.corrections;
    const corrected = new TextDecoder().decode(correct(new TextEncoder().encode(xml), first!.patch)!);
    expect(totalsOf(corrected), name).toEqual(totalsOf(exported()));
    expect(resultOf(corrected).valid, name).toBe(true);
  }
});

it('adds decimals to prices that were cut, and changes no amount', () => {
  const request: RoundingRequest = {
    lines: [
      { quantity: '1000', price: '0.3333', rate: '23' },
      { quantity: '300', price: '0.1275', rate: '23' },
    ],
  };
  const cut = (xml: string) => xml.replace('>0.3333<', '>0.33<').replace('>0.1275<', '>0.13<');
  const [cause, ...others] = resultOf(cut(writeLedger(request, solveRounding(request).offers[0]!.invoice))).root_causes;
  expect(others).toEqual([]);
  expect(cause!.id).toBe('price-decimals-lost');
  const [first] = cause!.corrections;
  expect(first!.patch.every(({ xpath }) => xpath.includes('PriceAmount'))).toBe(true);
  expect(first!.makes_valid).toBe(true);
});

it('is not the cause where a line of more than the rounding is missing', () => {
  const xml = exported().replace(
    /<cac:InvoiceLine>(?:(?!<cac:InvoiceLine>)[\s\S])*<\/cac:InvoiceLine>(?=\s*<\/Invoice>)/,
    '',
  );
  expect(xml).not.toBe(exported());
  expect(resultOf(xml).root_causes.map(({ id }) => id)).not.toContain('cents-of-rounding');
});

it('corrects the line whose cent the breakdown does not have, and keeps the amount due (BT-131, BR-E-08)', () => {
  const totals = ['LineExtensionAmount', 'TaxExclusiveAmount', 'TaxInclusiveAmount', 'PayableAmount'];
  const paths = ['cac:InvoiceLine/cbc:LineExtensionAmount', ...totals.map((name) => `${TOTALS}/cbc:${name}`)];
  const result = validate(peppolInvoice(...untaxed('E', 'VATEX-EU-132'), ...paths.map((path) => text(path, '450.01'))));
  expect(faultsOfCauses(result)).toEqual([]);
  const cause = result.root_causes.find(({ id }) => id === 'line-amount-wrong')!;
  const [line, row] = cause.corrections;
  expect(line!.title.sk).toMatch(/^suma na úhradu ostáva: .*450,01 → 450,00/);
  expect([line!.makes_valid, line!.patch.map(({ xpath, after }) => [xpath.split('/').at(-1), after])]).toEqual([
    true,
    [
      ['cbc:LineExtensionAmount', '450.00'],
      ['cbc:LineExtensionAmount', '450.00'],
      ['cbc:TaxExclusiveAmount', '450.00'],
      ['cbc:TaxInclusiveAmount', '450.00'],
      ['cbc:PayableRoundingAmount', expect.stringContaining('>0.01<')],
    ],
  ]);
  expect(row!.patch).toMatchObject([{ before: '450.00', after: '450.01' }]);
});
