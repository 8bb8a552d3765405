/** Mistakes of money for which a wrong offer came first, or none: the first offer must be the honest one. */
import { parseXml } from '@e-invoice/schematron/xml';
import type { Correction, FileResult } from '@e-invoice/validator/issues';
import { beforeAll, describe, expect, it } from 'vitest';
import { correct } from '../../../packages/validator/src/open/correct.ts';
import { makeCase } from '../../../packages/validator/src/validation/root-causes/case.ts';
import { detectMistakes, detectors } from '../../../packages/validator/src/validation/root-causes/detect/index.ts';
import { loadUblStructure } from '../../../src/app.ts';
import { findRoot } from '../../../src/platform/index.ts';
import { type Item, type Ledger, writeLedger } from './books.ts';
import { faultsOfCauses, makeFileValidator, type ValidateFile } from './file-validator.ts';
import { mistakes } from './mistakes.ts';
import { makeRandom, makeRandomInvoice } from './random-invoice.ts';
import { faults } from './single-faults.ts';

let validate: ValidateFile;

beforeAll(async () => {
  validate = await makeFileValidator();
});

const item = (quantity: number, price: number, more: Partial<Item> = {}): Item => ({
  rate: 23,
  quantity,
  price,
  ...more,
});
const exempt = { rate: 0, category: 'E' } as const;
const same = (length: number, one: Item): Item[] => Array.from({ length }, () => one);

const LINE = /<cac:InvoiceLine>.*?<\/cac:InvoiceLine>/g;
const ALLOWANCE = /<cac:AllowanceCharge>.*?<\/cac:AllowanceCharge>/;
const ROW = /<cac:TaxSubtotal>.*?<\/cac:TaxSubtotal>/g;

const linesIn = (xml: string): string[] => [...xml.matchAll(LINE)].map(([line]) => line);
const rowsIn = (xml: string): string[] => [...xml.matchAll(ROW)].map(([row]) => row);

/** Replaces the amount of an element wherever it has this value. */
const put = (xml: string, name: string, from: string, to: string): string => {
  const changed = xml.replaceAll(new RegExp(`(<cbc:${name}(?: [^>]*)?>)${from}(?=<)`, 'g'), `$1${to}`);
  expect(changed, `${name} ${from}`).not.toBe(xml);
  return changed;
};

/** Writes prices other than those of the ledger. */
const priced = (items: readonly Item[], prices: Readonly<Record<string, string>>): string =>
  Object.entries(prices).reduce((xml, [from, to]) => put(xml, 'PriceAmount', from, to), writeLedger({ items }));

type Offer = {
  readonly name: string;
  readonly xml: () => string;
  /** The first cause of the sums or lines; the others are hints of the invoice. */
  readonly cause?: RegExp;
  readonly not?: RegExp;
  /** The new values of the first correction, null when it only removes, or `none` when nothing may be offered. */
  readonly first?: readonly (string | null)[] | 'none';
  /** A text that the result must contain, and one that it must not. */
  readonly contains?: string;
  readonly lacks?: string;
};

const twoExempt = (text: string): string => {
  const items = [item(1, 6_000, exempt), item(1, 4_000, exempt)];
  const right = writeLedger({ items });
  const [row] = rowsIn(right);
  const part = (amount: string, code: string): string =>
    put(row!, 'TaxableAmount', '100.00', amount).replace(
      /<cbc:TaxExemptionReasonCode>.*?<\/cbc:TaxExemptionReasonCode>/,
      `<cbc:TaxExemptionReasonCode>${code}</cbc:TaxExemptionReasonCode>${text}`,
    );
  return right.replace(row!, part('60.00', 'VATEX-EU-132') + part('40.00', 'VATEX-EU-135'));
};

const percented = (percent: string, base: string, amount: string): string => {
  const [euro = '', cents = ''] = amount.split('.');
  const right = writeLedger({ items: [item(1, 50_000)], extras: [{ rate: 23, cents: -Number(euro + cents) }] });
  const currency = 'currencyID="EUR"';
  return right.replace(
    `<cbc:Amount ${currency}>${amount}</cbc:Amount>`,
    `<cbc:MultiplierFactorNumeric>${percent}</cbc:MultiplierFactorNumeric><cbc:Amount ${currency}>${amount}</cbc:Amount><cbc:BaseAmount ${currency}>${base}</cbc:BaseAmount>`,
  );
};

const twice = (ledger: Ledger): string => {
  const right = writeLedger(ledger);
  const lines = linesIn(right);
  const again = lines.map((line, at) => line.replace(/<cbc:ID>\d+/, `<cbc:ID>${lines.length + at + 1}`));
  const total = /<cac:TaxTotal>.*<\/cac:TaxTotal>/.exec(right)![0];
  return right.replace(lines.at(-1)!, lines.at(-1)! + again.join('')).replace(total, total + total);
};

const OFFERS: readonly Offer[] = [
  {
    name: 'a base quantity so large that the price of one unit is zero',
    xml: () => {
      const right = put(writeLedger({ items: [item(1, 500)] }), 'PriceAmount', '5.00', '0.01');
      return right.replace(
        '</cbc:PriceAmount>',
        '</cbc:PriceAmount><cbc:BaseQuantity unitCode="H87">100000000000000000000</cbc:BaseQuantity>',
      );
    },
    cause: /./,
  },
  {
    name: 'a charge of ten cents lost beside exact prices',
    xml: () =>
      writeLedger({ items: same(12, item(1, 1_000)), extras: [{ rate: 23, cents: 10 }] })
        .replace(ALLOWANCE, '')
        .replace(/<cbc:ChargeTotalAmount.*?<\/cbc:ChargeTotalAmount>/, ''),
    cause: /^charge-lost$/,
    lacks: '"10.01"',
  },
  {
    name: 'a line of ten cents lost beside exact prices',
    xml: () => {
      const right = writeLedger({ items: [...same(6, item(1, 1_000)), item(1, 10), ...same(6, item(1, 1_000))] });
      return right.replace(linesIn(right)[6]!, '');
    },
    cause: /^line-lost$/,
    lacks: '"10.01"',
  },
  {
    name: 'two prices in cents',
    xml: () => priced([item(200, 1_050), item(100, 425)], { '10.50': '1050', '4.25': '425' }),
    cause: /^prices-scaled$/,
    first: ['10.50', '4.25'],
  },
  {
    name: 'one price in cents',
    xml: () => priced([item(200, 1_050)], { '10.50': '1050' }),
    cause: /^prices-scaled$/,
    first: ['10.50'],
  },
  {
    name: 'quantities times 1000 beside prices with cents',
    xml: () =>
      writeLedger({ items: [item(2, 1_055), item(3, 425)] }).replaceAll(/(Quantity unitCode="H87">\d+)/g, '$1000'),
    cause: /^quantities-scaled$/,
    first: ['2', '3'],
  },
  {
    name: 'two prices in hundreds of euro',
    xml: () => priced([item(6, 4_250), item(14, 735)], { '42.50': '0.425', '7.35': '0.0735' }),
    cause: /^prices-too-low$/,
    first: ['42.50', '7.35'],
  },
  {
    name: 'exempt rows with other reason codes',
    xml: () => twoExempt(''),
    cause: /^vat-rows-split$/,
    first: 'none',
  },
  {
    name: 'exempt rows with other reason codes and a reason text',
    xml: () => twoExempt('<cbc:TaxExemptionReason>Oslobodené</cbc:TaxExemptionReason>'),
    cause: /^vat-rows-split$/,
    first: ['100.00', null, null],
  },
  {
    name: 'an exempt line lost with its row',
    xml: () => {
      const right = writeLedger({ items: [item(1, 10_000), item(1, 5_000, exempt)] });
      return right.replace(linesIn(right)[1]!, '').replace(rowsIn(right)[1]!, '');
    },
    not: /^totals-of-another-invoice$/,
  },
  {
    name: 'a percentage rounded to a whole one',
    xml: () => percented('4', '414.85', '15.00'),
    cause: /^percentage-rounded$/,
    first: [null, null],
    contains: 'presne 3,616 %',
  },
  {
    name: 'a percentage that no value with six decimals gives',
    xml: () => percented('0.1', '90000000.00', '77777.77'),
    cause: /^percentage-rounded$/,
    contains: 'približne',
    lacks: 'presne',
  },
  {
    name: 'most of a single rate lost',
    xml: () => {
      const right = writeLedger({ items: [...same(3, item(1, 1_000)), item(1, 7_000)] });
      return right.replace(linesIn(right)[3]!, '');
    },
    not: /^lines-in-other-currency$/,
    contains: '[doplňte názov]',
  },
  {
    name: 'two lines of two rates lost in the same ratio',
    xml: () => {
      const right = writeLedger({
        items: [item(1, 1_000), item(1, 2_100), item(1, 2_000, { rate: 5 }), item(1, 4_200, { rate: 5 })],
      });
      const lines = linesIn(right);
      return right.replace(lines[1]!, '').replace(lines[2]!, '');
    },
    not: /^lines-in-other-currency$/,
  },
  {
    name: 'everything exported twice, with the VAT total',
    xml: () => twice({ items: [item(3, 735), item(4, 820, { rate: 5 })] }),
    cause: /^exported-twice$/,
    first: [null, null, null],
  },
];

const valuesOf = ({ patch }: Correction): (string | null)[] =>
  patch.map(({ op, after }) => (op === 'remove' ? null : after));

/** The causes with a fatal issue or warning about numbers. */
const ofMoney = ({ root_causes }: FileResult) => root_causes.filter(({ id }) => !/^vat-in-euro-missing$/.test(id));

describe('honest offers', () => {
  it.each(OFFERS)('$name', ({ xml, cause, not, first, contains, lacks }) => {
    const result = validate(xml());
    expect(faultsOfCauses(result)).toEqual([]);
    const [found] = ofMoney(result);
    const ids = result.root_causes.map(({ id }) => id);
    if (cause !== undefined) expect(ids[0]).toMatch(cause);
    if (not !== undefined) expect(ids.filter((id) => not.test(id))).toEqual([]);
    if (first === 'none') expect(found!.corrections).toEqual([]);
    else if (first !== undefined) expect(valuesOf(found!.corrections[0]!)).toEqual(first);
    const text = JSON.stringify(result.root_causes);
    if (contains !== undefined) expect(text).toContain(contains);
    if (lacks !== undefined) expect(text).not.toContain(lacks);
  });

  it('an inserted line keeps a placeholder until it is completed', () => {
    const xml = OFFERS.find(({ name }) => name === 'most of a single rate lost')!.xml();
    const correction = validate(xml).root_causes.flatMap(({ corrections }) => corrections)[0]!;
    expect(correction.note?.sk).toContain('Názov v hranatých zátvorkách');
    const copy = new TextDecoder().decode(correct(new TextEncoder().encode(xml), correction.patch)!);
    expect(validate(copy).issues.map(({ rule_id }) => rule_id)).toContain('SK-R-127');
  });
});

describe('a detector that cannot compute', () => {
  const structure = loadUblStructure(findRoot());
  const caseOf = (xml: string) => {
    const bytes = new TextEncoder().encode(xml);
    const parsed = parseXml(bytes);
    return makeCase(validate(bytes).issues, { document: parsed.ok ? parsed.document : null, structure });
  };

  it('leaves its issues to the others', () => {
    const { xml } = mistakes[0]!;
    const throwing = (found: ReturnType<typeof caseOf>) => {
      found.claim(found.open(() => true));
      throw new RangeError('division by zero');
    };
    const expected = detectMistakes(caseOf(xml)).map(({ id, issues }) => [id, issues]);
    expect(detectMistakes(caseOf(xml), [throwing, ...detectors]).map(({ id, issues }) => [id, issues])).toEqual(
      expected,
    );
  });

  it('does not hide a fault of the program', () => {
    const throwing = () => {
      throw new TypeError('a fault');
    };
    expect(() => detectMistakes(caseOf(mistakes[0]!.xml), [throwing])).toThrow(TypeError);
  });

  it('does not exist for any known mistake', () => {
    const damaged = faults.map((fault, index) =>
      fault.put(makeRandomInvoice(1_000 + index), makeRandom(7_919 + index)),
    );
    const all = [...damaged, ...mistakes.map(({ xml }) => xml), ...OFFERS.map(({ xml }) => xml())];
    for (const xml of all) {
      if (xml === null) continue;
      const found = caseOf(xml);
      for (const detect of detectors) expect(() => detect(found)).not.toThrow();
    }
  });
});
