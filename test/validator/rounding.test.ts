import { type RoundingRequest, solveRounding } from '@e-invoice/validator/rounding';
import { describe, expect, it } from 'vitest';
import { makeRandom } from '../fuzz/random.ts';
import { faultsOf } from '../fuzz/rounding/check-invoice.ts';
import { hasInvoice, makeContradictoryLedger, numbersOf, setsOf } from '../fuzz/rounding/contradict.ts';
import { makeLedger } from '../fuzz/rounding/make-ledger.ts';
import { writeLedger } from '../fuzz/rounding/write-ledger.ts';
import { casesOf } from '../support/cases.ts';
import { makeFileValidator } from '../validation/root-causes/file-validator.ts';

/** Five lines with prices with VAT; the books compute VAT from the sum with VAT. */
const SHOP: RoundingRequest = {
  priceMode: 'gross',
  lines: [
    { quantity: '7', price: '9.99', rate: '23' },
    { quantity: '3', price: '4.49', rate: '23' },
    { quantity: '11', price: '1.29', rate: '23' },
    { quantity: '2', price: '6.79', rate: '23' },
    { quantity: '13', price: '0.99', rate: '23' },
  ],
  totals: { rates: [{ rate: '23', gross: '124.04' }], due: '124.04' },
};

/** Two lines of 10.00 without VAT in books with a taxable amount of 20.01. */
const NET: RoundingRequest = {
  lines: [
    { quantity: '4', price: '2.50', rate: '23' },
    { quantity: '1', price: '10.00', rate: '23' },
  ],
  totals: { rates: [{ rate: '23', taxable: '20.01', vat: '4.60' }], gross: '24.61', due: '24.61' },
};

const kindsOf = (request: RoundingRequest) => solveRounding(request).offers.map(({ kind }) => kind);

describe('offers', () => {
  it('adds one cent to the line with the largest remainder and keeps all totals', () => {
    const { offers, contradiction } = solveRounding(SHOP);
    expect(contradiction).toBeNull();
    expect(offers[0]).toMatchObject({
      kind: 'lines',
      keeps: ['due', 'vat', 'taxable', 'gross', 'prices'],
      difference: '0.00',
      changes: [{ term: 'BT-131', line: 0, from: '56.85', to: '56.86' }],
      invoice: { lineTotal: '100.85', taxable: '100.85', vat: '23.19', gross: '124.04', due: '124.04' },
    });
    expect(faultsOf(SHOP, offers[0]!.invoice)).toEqual([]);
  });

  it('follows with BT-114, an allowance or charge, and the recomputed totals', () => {
    const { offers } = solveRounding(SHOP);
    expect(offers.map(({ kind, keeps, difference }) => [kind, keeps.join(' '), difference])).toEqual([
      ['lines', 'due vat taxable gross prices', '0.00'],
      ['rounding', 'due vat lines prices', '0.00'],
      ['adjustment', 'due vat taxable gross lines prices', '0.00'],
      ['recompute', 'vat lines prices', '-0.01'],
    ]);
    expect(offers[1]!.changes).toContainEqual({ term: 'BT-114', from: null, to: '0.01' });
    expect(offers[2]!.invoice.rates[0]).toMatchObject({ adjustment: '0.01', taxable: '100.85' });
  });

  it('changes nothing where the lines agree with the totals', () => {
    const { offers } = solveRounding({ ...NET, totals: { due: '24.60' } });
    expect(offers).toHaveLength(1);
    expect(offers[0]).toMatchObject({
      kind: 'lines',
      changes: [],
      keeps: ['due', 'vat', 'taxable', 'gross', 'lines', 'prices'],
    });
  });

  it('marks a contract price that changes by more than its own rounding', () => {
    const [one, , , four] = ['1', '2', '3', '4'].map((quantity) => {
      const amount = 10 * Number(quantity);
      const totals = { rates: [{ rate: '23', taxable: `${amount}.01` }] };
      return solveRounding({ lines: [{ quantity, price: '10.00', rate: '23' }], totals }).offers[0]!.changes[1];
    });
    expect(one).toEqual({ term: 'BT-146', line: 0, from: '10', to: '10.01', isContractPrice: true });
    expect(four).toEqual({ term: 'BT-146', line: 0, from: '10', to: '10.003' });
  });

  it('adds decimals to a rounded price without marking it', () => {
    const request: RoundingRequest = { lines: [{ quantity: '1000', price: '0.33', rate: '23', amount: '333.30' }] };
    expect(solveRounding(request).offers[0]).toMatchObject({
      changes: [{ term: 'BT-146', line: 0, from: '0.33', to: '0.3333' }],
    });
    expect(solveRounding(request).offers[0]!.changes[0]).not.toHaveProperty('isContractPrice');
  });

  it('derives the rounding of cash from the amount due', () => {
    const request: RoundingRequest = { ...SHOP, totals: { rates: [{ rate: '23', gross: '124.04' }], due: '124.05' } };
    expect(solveRounding(request).offers[0]).toMatchObject({
      invoice: { gross: '124.04', rounding: '0.01', due: '124.05' },
    });
  });

  it('derives three or four cents of cash rounding only for an amount due of five cents', () => {
    const solve = (price: string, due: string) =>
      solveRounding({ lines: [{ quantity: '1', price, category: 'E', rate: '0' }], totals: { gross: price, due } });
    expect(solve('0.01', '0.05').offers[0]!.invoice.rounding).toBe('0.04');
    expect(solve('0.02', '0.05').offers[0]!.invoice.rounding).toBe('0.03');
    expect(solve('10.02', '10.05').contradiction!.numbers.map(({ term }) => term)).toEqual(['BT-112', 'BT-115']);
  });

  it('changes a price with more decimals than a quotient has', () => {
    const request: RoundingRequest = {
      lines: [{ quantity: '3', price: '3.333333333333333333333333333', rate: '23', amount: '10.00' }],
      totals: {
        rates: [{ rate: '23', taxable: '10.01', vat: '2.30' }],
        taxable: '10.01',
        gross: '12.31',
        due: '12.31',
      },
    };
    const { offers } = solveRounding(request);
    expect(offers[0]).toMatchObject({ kind: 'lines', invoice: { lines: [{ amount: '10.01' }], due: '12.31' } });
    expect(faultsOf(request, offers[0]!.invoice)).toEqual([]);
  });

  it('offers an allowance or charge first where no line can take the cent', () => {
    const request: RoundingRequest = {
      lines: [{ quantity: '1', price: '0.01', rate: '23' }],
      totals: { rates: [{ rate: '23', taxable: '0.00', vat: '0.00' }] },
    };
    expect(kindsOf(request)).toEqual(['rounding', 'adjustment', 'recompute']);
  });

  it('offers BT-114 for a cent between the totals and keeps the amount due', () => {
    const request: RoundingRequest = {
      lines: [{ quantity: '1', price: '14.99', category: 'E', rate: '0' }],
      totals: {
        rates: [{ category: 'E', rate: '0', taxable: '14.99', vat: '0' }],
        taxable: '15.00',
        gross: '15.00',
        due: '15.00',
      },
    };
    const { offers, contradiction } = solveRounding(request);
    expect(contradiction!.numbers.map(({ term }) => term)).toEqual(['BT-116', 'BT-109']);
    expect(offers.map(({ kind, difference }) => [kind, difference])).toEqual([
      ['rounding', '0.00'],
      ['recompute', '-0.01'],
    ]);
    expect(offers[0]!.invoice).toMatchObject({ gross: '14.99', rounding: '0.01', due: '15.00' });
  });
});

describe('contradictions', () => {
  it('distributes nothing where a line is missing', () => {
    const { offers, contradiction } = solveRounding({ ...NET, lines: NET.lines.slice(1) });
    expect(offers).toEqual([]);
    expect(contradiction!.numbers).toEqual([
      { term: 'BT-116', category: 'S', rate: '23', value: '20.01' },
      { term: 'lines', category: 'S', rate: '23', value: '10.00' },
    ]);
  });

  it('names a line whose quantity and price do not explain its amount', () => {
    const request: RoundingRequest = { lines: [{ quantity: '3', price: '2.50', rate: '23', amount: '7.00' }] };
    expect(solveRounding(request).contradiction!.numbers.map(({ term, line }) => [term, line])).toEqual([
      ['BT-129', 0],
      ['BT-146', 0],
      ['BT-131', 0],
    ]);
  });

  it('names a tax that is not that of the taxable amount', () => {
    const totals = { rates: [{ rate: '23', taxable: '20.01', vat: '6.60' }] };
    expect(solveRounding({ ...NET, totals }).contradiction!.numbers.map(({ term }) => term)).toEqual([
      'BT-116',
      'BT-117',
    ]);
  });

  it('are confirmed by trying all invoices, and smaller sets of numbers have one', () => {
    let confirmed = 0;
    for (let seed = 1; confirmed < casesOf(400, 40); seed += 1) {
      const random = makeRandom(seed);
      const ledger = makeContradictoryLedger(random, makeLedger(random, 4));
      const { contradiction } = solveRounding(ledger);
      // All invoices of several rates are too many.
      if (new Set(ledger.lines.map(({ rate }) => rate)).size > 1 || contradiction === null) continue;
      const { numbers } = contradiction;
      expect(hasInvoice(ledger, numbers), `seed ${seed}`).toBe(false);
      const all = numbersOf(ledger);
      for (const number of numbers) expect(all, `seed ${seed}`).toContainEqual(number);
      for (let size = 1; size < numbers.length; size += 1)
        for (const set of setsOf(all, size))
          if (!hasInvoice(ledger, set)) expect.fail(`seed ${seed}: ${JSON.stringify(set)} contradicts itself`);
      confirmed += 1;
    }
  });

  it('of a thousand rates are found in time that grows with their number', () => {
    const rates = Array.from({ length: 1_000 }, (_, index) => ((index + 1) / 100).toFixed(2));
    const lines = rates.map((rate) => ({ quantity: '1', price: '100.00', rate }));
    const totalsOf = (wrong: number, taxable: string): RoundingRequest['totals'] => ({
      rates: rates.map((rate, index) => ({ rate, taxable: index === wrong ? '101.00' : '100.00', vat: rate })),
      taxable,
    });
    const numbers = (totals: RoundingRequest['totals']) =>
      solveRounding({ lines, totals }).contradiction!.numbers.map(({ term, rate }) => `${term} ${rate ?? ''}`);
    expect(numbers(totalsOf(700, '100000.00'))).toEqual(['BT-116 7.01', 'lines 7.01']);
    expect(numbers(totalsOf(-1, '99000.00'))).toHaveLength(1_001);
  });

  it('name one number of each rate where the document differs from all of them', () => {
    const totals = {
      rates: [
        { rate: '23', taxable: '20.01', vat: '4.60' },
        { rate: '5', taxable: '4.00', vat: '0.20' },
      ],
      taxable: '25.00',
    };
    const lines = [...NET.lines, { quantity: '1', price: '4.00', rate: '5' }];
    const { numbers } = solveRounding({ lines, totals }).contradiction!;
    expect(numbers.map(({ term, rate }) => `${term} ${rate ?? ''}`)).toEqual(['BT-116 23', 'BT-116 5', 'BT-109 ']);
  });
});

describe('generated ledgers', () => {
  it('become invoices with all totals of the books', () => {
    for (let seed = 1; seed <= casesOf(5_000, 600); seed += 1) {
      const ledger = makeLedger(makeRandom(seed), 60);
      const { offers, contradiction } = solveRounding(ledger);
      expect(contradiction, `seed ${seed}`).toBeNull();
      expect(faultsOf(ledger, offers[0]!.invoice), `seed ${seed}`).toEqual([]);
      for (const { kind, invoice } of offers.slice(1)) {
        const broken = faultsOf(ledger, invoice).filter((fault) => !fault.startsWith('books'));
        expect(broken, `seed ${seed}, ${kind}`).toEqual([]);
      }
    }
  });

  it('are valid under all rules of Peppol and the Slovak layer', async () => {
    const validate = await makeFileValidator();
    for (let seed = 1; seed <= casesOf(300, 40); seed += 1) {
      const ledger = makeLedger(makeRandom(seed), 25);
      const xml = writeLedger(ledger, solveRounding(ledger).offers[0]!.invoice);
      const { issues } = validate(xml, { ruleset: 'peppol-bis-3+sk', today: '2027-01-15' });
      const broken = issues.filter(({ level, rule_id }) => level === 'fatal' || rule_id === 'SK-R-052');
      expect(
        broken.map(({ rule_id }) => rule_id),
        `seed ${seed}`,
      ).toEqual([]);
    }
  });
});

it('rejects numbers that are not decimal, negative prices and totals stated twice', () => {
  const line = { quantity: '1', price: '1.00', rate: '23' };
  const solve = (request: RoundingRequest) => () => solveRounding(request);
  expect(solve({ lines: [{ ...line, price: '1,00' }] })).toThrow('price is not a decimal number: 1,00');
  expect(solve({ lines: [{ ...line, price: '-1' }] })).toThrow('BR-27');
  expect(solve({ lines: [{ ...line, discount: '0.001' }] })).toThrow('more than two decimals');
  expect(solve({ lines: [line], totals: { rates: [{ rate: '23' }, { rate: '23.0' }] } })).toThrow('twice');
});
