/**
 * Mistakes that programs make when they export an invoice whose books are right: for each kind, the first correction
 * must restore the books, and no correction may falsify them.
 */
import type { Correction, FileResult } from '@e-invoice/validator/issues';
import { beforeAll, describe, expect, it } from 'vitest';
import { correct } from '../../../packages/validator/src/open/correct.ts';
import { factsOf, falsehoodsOf, type Ledger, writeLedger } from './books.ts';
import { faultsOfCauses, makeFileValidator, type ValidateFile } from './file-validator.ts';

let validate: ValidateFile;

beforeAll(async () => {
  validate = await makeFileValidator();
});

const applied = (xml: string, { patch }: Correction): string =>
  new TextDecoder().decode(correct(new TextEncoder().encode(xml), patch)!);

const series = (length: number, rates: readonly number[]): Ledger['items'] =>
  Array.from({ length }, (_, at) => ({
    rate: rates[at % rates.length]!,
    quantity: 3 + ((at * 7) % 20),
    price: 735 + at * 137,
  }));

/** Books of different size, rates, kind and currency. */
const LEDGERS: Readonly<Record<string, Ledger>> = {
  'one line': { items: series(1, [23]) },
  'four lines at three rates': { items: series(4, [23, 19, 5]) },
  '40 lines at two rates': { items: series(40, [23, 5]) },
  'a credit note': { items: series(5, [23, 19]), isCreditNote: true },
  'an invoice in koruny': { items: series(6, [19, 5]), currency: 'CZK' },
};

type Kind = {
  readonly name: string;
  readonly cause: RegExp;
  /** Null: the mistake does not fit the books. */
  readonly put: (ledger: Ledger) => { readonly wrong: string; readonly right: string } | null;
  /** No correction is offered: only the issuer knows the right numbers. */
  readonly isOnlyNamed?: true;
  /** The rows, totals and amount due of the right invoice are restored; otherwise only those of the export remain. */
  readonly isOther?: true;
};

const replaceAll = (xml: string, pattern: RegExp, by: (...groups: string[]) => string): string =>
  xml.replace(pattern, (...all) => by(...(all.slice(0, -2) as string[])));

const fixed = (value: number): string => value.toFixed(2);

/** Splits every row of the breakdown into two whose sums are right. */
const splitRows = (xml: string): string =>
  replaceAll(
    xml,
    /<cac:TaxSubtotal><cbc:TaxableAmount ([^>]*)>([^<]*)<\/cbc:TaxableAmount><cbc:TaxAmount [^>]*>([^<]*)<\/cbc:TaxAmount>(<cac:TaxCategory>.*?<\/cac:TaxCategory>)<\/cac:TaxSubtotal>/g,
    (_, currency, base, tax, category) =>
      [0.4, 0.6]
        .map((share, at) => {
          const part = (of: string): string => {
            const first = Math.round(Number(of) * 40) / 100;
            return fixed(at === 0 ? first : Number(of) - first);
          };
          return `<cac:TaxSubtotal data="${share}"><cbc:TaxableAmount ${currency}>${part(base!)}</cbc:TaxableAmount><cbc:TaxAmount ${currency}>${part(tax!)}</cbc:TaxAmount>${category}</cac:TaxSubtotal>`;
        })
        .join('')
        .replaceAll(/ data="[\d.]+"/g, ''),
  );

const LINE = /<cac:(?:Invoice|CreditNote)Line>.*?<\/cac:(?:Invoice|CreditNote)Line>/g;
const ALLOWANCE = /<cac:AllowanceCharge>.*?<\/cac:AllowanceCharge>/;
const PRICE = /(<cbc:PriceAmount [^>]*>)([^<]*)/g;

const priced = (xml: string, change: (price: number, rate: number) => string): string =>
  replaceAll(xml, LINE, (line) => {
    const rate = Number(/<cbc:Percent>([\d.]+)/.exec(line!)![1]);
    return line!.replace(PRICE, (_, start: string, price: string) => start + change(Number(price), rate));
  });

const KINDS: readonly Kind[] = [
  {
    name: 'breakdown rows split by account',
    cause: /^vat-rows-split$/,
    put: (ledger) => ({ right: writeLedger(ledger), wrong: splitRows(writeLedger(ledger)) }),
  },
  {
    name: 'breakdown rows of reverse charge split',
    cause: /^vat-rows-split$/,
    put: (ledger) => {
      const right = writeLedger({
        ...ledger,
        items: ledger.items.map((item) => ({ ...item, rate: 0, category: 'AE' })),
      });
      return { right, wrong: splitRows(right) };
    },
  },
  {
    name: 'an allowance of the document lost',
    cause: /^allowance-lost$/,
    put: (ledger) => {
      const right = writeLedger({ ...ledger, extras: [{ rate: ledger.items[0]!.rate, cents: -1500 }] });
      const wrong = right
        .replace(ALLOWANCE, '')
        .replace(/<cbc:AllowanceTotalAmount.*?<\/cbc:AllowanceTotalAmount>/, '');
      return { right, wrong };
    },
  },
  {
    name: 'a charge of the document lost, its total kept',
    cause: /^charge-lost$/,
    put: (ledger) => {
      const right = writeLedger({ ...ledger, extras: [{ rate: ledger.items[0]!.rate, cents: 990 }] });
      return { right, wrong: right.replace(ALLOWANCE, '') };
    },
  },
  {
    name: 'an allowance stated at one rate and spread by the breakdown',
    cause: /^allowance-spread$/,
    put: (ledger) => {
      const rates = [...new Set(ledger.items.map(({ rate }) => rate))];
      if (rates.length < 2) return null;
      const right = writeLedger({ ...ledger, extras: rates.map((rate, at) => ({ rate, cents: -700 - 300 * at })) });
      const all = [...right.matchAll(new RegExp(ALLOWANCE, 'g'))].map(([it]) => it);
      const total = rates.reduce((sum, _, at) => sum + 7 + 3 * at, 0);
      const one = all[0]!.replace(/(<cbc:Amount [^>]*>)[^<]*/, `$1${fixed(total)}`);
      return { right, wrong: right.replace(all.join(''), one) };
    },
  },
  {
    name: 'a line lost',
    cause: /^lines?-lost$/,
    put: (ledger) => {
      if (ledger.items.length < 4) return null;
      const right = writeLedger(ledger);
      return { right, wrong: right.replace([...right.matchAll(LINE)][1]![0], '') };
    },
  },
  {
    name: 'two lines lost',
    cause: /^lines?-lost$/,
    put: (ledger) => {
      if (ledger.items.length < 5) return null;
      const right = writeLedger(ledger);
      const lines = [...right.matchAll(LINE)].map(([line]) => line);
      return { right, wrong: right.replace(lines[1]!, '').replace(lines[2]!, '') };
    },
  },
  {
    name: 'the discounts of all lines lost',
    cause: /^line-discount-lost$/,
    put: (ledger) => {
      const right = writeLedger({ ...ledger, items: ledger.items.map((item) => ({ ...item, discount: 15 })) });
      return { right, wrong: right.replaceAll(new RegExp(ALLOWANCE, 'g'), '') };
    },
  },
  {
    name: 'a free line without its discount',
    cause: /^free-line-without-discount$/,
    put: (ledger) => {
      if (ledger.items.length < 2) return null;
      const [first, ...others] = ledger.items;
      const right = writeLedger({ ...ledger, items: [...others, { ...first!, discount: 100 }] });
      return { right, wrong: right.replace(ALLOWANCE, '') };
    },
  },
  {
    name: 'prices with VAT',
    cause: /^prices-with-vat$/,
    put: (ledger) => {
      const right = writeLedger(ledger);
      return { right, wrong: priced(right, (price, rate) => fixed(price * (1 + rate / 100))) };
    },
  },
  {
    name: 'prices rounded to two decimals',
    cause: /^(?:prices-rounded|price-decimals-lost)$/,
    put: (ledger) => {
      const items = ledger.items.map((item) => ({ ...item, quantity: item.quantity * 100, price: item.price + 0.37 }));
      const right = writeLedger({ ...ledger, items });
      return { right, wrong: priced(right, (price) => fixed(price)) };
    },
  },
  {
    name: 'the base quantity lost',
    cause: /^(?:price-base-lost|quantities-scaled)$/,
    put: (ledger) => {
      const [first, ...others] = ledger.items;
      const right = writeLedger({ ...ledger, items: [{ ...first!, quantity: 400, price: 720, per: 100 }, ...others] });
      return { right, wrong: right.replace(/<cbc:BaseQuantity.*?<\/cbc:BaseQuantity>/, '') };
    },
  },
  {
    name: 'a price for one marked as a price for 100',
    cause: /^price-base-ignored$/,
    put: (ledger) => {
      const right = writeLedger(ledger);
      const wrong = right.replace(
        '</cbc:PriceAmount>',
        '</cbc:PriceAmount><cbc:BaseQuantity unitCode="H87">100</cbc:BaseQuantity>',
      );
      return { right, wrong };
    },
  },
  {
    name: 'all quantities times 1000',
    cause: /^quantities-scaled$/,
    put: (ledger) => {
      if (ledger.items.length < 2) return null;
      const right = writeLedger(ledger);
      return { right, wrong: right.replaceAll(/(Quantity unitCode="H87">\d+)/g, '$1000') };
    },
  },
  {
    name: 'lines in another currency than the totals',
    cause: /^lines-in-other-currency$/,
    isOnlyNamed: true,
    put: (ledger) => {
      const right = writeLedger(ledger);
      const wrong = replaceAll(right, LINE, (line) => {
        const quantity = Number(/Quantity unitCode="H87">(\d+)/.exec(line!)![1]);
        const price = Math.round(Number(/<cbc:PriceAmount [^>]*>([^<]*)/.exec(line!)![1]) * 2490) / 100;
        return line!
          .replace(PRICE, `$1${fixed(price)}`)
          .replace(/(<cbc:LineExtensionAmount [^>]*>)[^<]*/, `$1${fixed(price * quantity)}`);
      });
      return { right, wrong };
    },
  },
  {
    name: 'the totals of another invoice',
    cause: /^totals-of-another-invoice$/,
    put: (ledger) => {
      const right = writeLedger(ledger);
      const totals = /<cac:LegalMonetaryTotal>.*<\/cac:LegalMonetaryTotal>/;
      const other = writeLedger({ ...ledger, items: [{ rate: 23, quantity: 5, price: 25_000 }] });
      return { right, wrong: right.replace(totals, totals.exec(other)![0]) };
    },
  },
  {
    name: 'the lines exported twice',
    cause: /^exported-twice$/,
    put: (ledger) => {
      if (ledger.items.length < 2) return null;
      const right = writeLedger(ledger);
      const lines = [...right.matchAll(LINE)].map(([line]) => line);
      const again = lines.map((line, at) => line.replace(/<cbc:ID>\d+/, `<cbc:ID>${lines.length + at + 1}`));
      return { right, wrong: right.replace(lines.at(-1)!, lines.at(-1)! + again.join('')) };
    },
  },
  {
    name: 'an empty row of the breakdown',
    cause: /^vat-row-empty$/,
    put: (ledger) => {
      const items = ledger.items.map((item) => ({ ...item, rate: 23 }));
      const right = writeLedger({ ...ledger, items });
      const row = /<cac:TaxSubtotal>.*?<\/cac:TaxSubtotal>/.exec(right)![0];
      const empty = row.replaceAll(/(Amount [^>]*>)[^<]*/g, '$10.00').replace('>23<', '>19<');
      return { right, wrong: right.replace(row, row + empty) };
    },
  },
  {
    name: 'one line of another category',
    cause: /^vat-category-of-one$/,
    put: (ledger) => {
      if (ledger.items.length < 4) return null;
      const right = writeLedger({
        ...ledger,
        items: ledger.items.map((item) => ({ ...item, rate: 0, category: 'AE' })),
      });
      const line = [...right.matchAll(LINE)][2]![0];
      return { right, wrong: right.replace(line, line.replace('>AE<', '>S<').replace('>0<', '>23<')) };
    },
  },
  {
    name: 'a VAT total for each rate',
    cause: /^tax-total-repeated$/,
    put: (ledger) => {
      const right = writeLedger(ledger);
      const rows = [...right.matchAll(/<cac:TaxSubtotal>.*?<\/cac:TaxSubtotal>/g)].map(([row]) => row);
      if (rows.length < 2) return null;
      const totals = rows.map((row) => {
        const amount = /<cbc:TaxAmount.*?<\/cbc:TaxAmount>/.exec(row)![0];
        return `<cac:TaxTotal>${amount}${row}</cac:TaxTotal>`;
      });
      return { right, wrong: right.replace(/<cac:TaxTotal>.*<\/cac:TaxTotal>/, totals.join('')) };
    },
  },
  {
    name: 'the invoice currency as accounting currency',
    cause: /^tax-currency-same$/,
    put: (ledger) => {
      const right = writeLedger(ledger);
      const currency = ledger.currency ?? 'EUR';
      const amount = /<cac:TaxTotal>(<cbc:TaxAmount.*?<\/cbc:TaxAmount>)/.exec(right)![1]!;
      const wrong = right
        .replace(
          '</cbc:DocumentCurrencyCode>',
          `</cbc:DocumentCurrencyCode><cbc:TaxCurrencyCode>${currency}</cbc:TaxCurrencyCode>`,
        )
        .replace('</cac:TaxTotal>', `</cac:TaxTotal><cac:TaxTotal>${amount}</cac:TaxTotal>`);
      return { right, wrong };
    },
  },
];

const CASES = KINDS.flatMap((kind) =>
  Object.entries(LEDGERS).map(([of, ledger]) => ({ kind, name: `${kind.name}: ${of}`, made: kind.put(ledger) })),
).filter(({ made }) => made !== null);

const sorted = (xml: string) => {
  const { rows, due, exclusive, net } = factsOf(xml);
  return { due, exclusive, net, rows: rows.map(({ key, taxable }) => `${key} ${taxable.toFixed(2)}`).sort() };
};

/** Causes other than those of the currency, which a Slovak seller states in euro. */
const ofMoney = ({ root_causes }: FileResult) => root_causes.filter(({ id }) => id !== 'vat-in-euro-missing');

describe('mistakes of programs', () => {
  it.each(Object.entries(LEDGERS))('the books are valid before: %s', (_, ledger) => {
    const { issues } = validate(writeLedger(ledger));
    expect(issues.filter(({ level, rule_id }) => level === 'fatal' && !/^SK-R-05[56]$/.test(rule_id))).toEqual([]);
  });

  it.each(CASES)('$name', ({ kind, made }) => {
    const { wrong, right } = made!;
    expect(wrong).not.toBe(right);
    const result = validate(wrong);
    expect(faultsOfCauses(result)).toEqual([]);
    const causes = ofMoney(result);
    expect(causes.map(({ id }) => id)).toEqual([expect.stringMatching(kind.cause)]);
    const [first] = causes[0]!.corrections;
    if (kind.isOnlyNamed) {
      expect(first).toBeUndefined();
      return;
    }
    expect(sorted(applied(wrong, first!))).toEqual(sorted(right));
    for (const correction of causes[0]!.corrections) expect(falsehoodsOf(applied(wrong, correction))).toEqual([]);
  });
});
