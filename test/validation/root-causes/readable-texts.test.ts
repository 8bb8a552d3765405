/** Texts for accountants about mistakes in an ordinary Slovak invoice of four lines, reviewed for clarity. */

import type { RootCause } from '@e-invoice/validator/issues';
import { beforeAll, describe, expect, it } from 'vitest';
import { faultsOfCauses, makeFileValidator, type ValidateFile } from './file-validator.ts';
import { INVOICE, line, xmlOf } from './slovak-invoice.ts';

let validate: ValidateFile;
beforeAll(async () => {
  validate = await makeFileValidator();
});

/** The only cause of an invoice after a replacement. */
function causeOf(from: string | RegExp, to: string, xml = INVOICE): RootCause {
  const damaged = xml.replace(from, to);
  expect(damaged).not.toBe(xml);
  const result = validate(damaged);
  expect(faultsOfCauses(result)).toEqual([]);
  expect(result.root_causes.map(({ id }) => id)).toHaveLength(1);
  return result.root_causes[0]!;
}
const offered = ({ corrections }: RootCause): string[] => corrections.map(({ title }) => title.sk);

it('explains an unstated rounding with the amounts due, not with the rounding (BT-114, BT-115)', () => {
  const due = /PayableAmount[^>]*>([^<]*)/.exec(INVOICE)![1]!;
  const rounded = (Number(due) + 0.02).toFixed(2);
  const cause = causeOf(/(PayableAmount[^>]*>)[^<]*/, `$1${rounded}`);
  const [stated, computed] = [rounded, due].map((amount) => amount.replace('.', ','));
  expect(cause.explanation.sk).toContain(`Suma na úhradu ${stated} sa od vypočítanej ${computed} líši`);
});

it('never reports a stated rounding as missing', () => {
  const xml = INVOICE.replace(
    /<cbc:PayableAmount[^>]*>/,
    '<cbc:PayableRoundingAmount currencyID="EUR">0.05</cbc:PayableRoundingAmount>$&',
  );
  for (const { title } of validate(xml).root_causes) expect(title.sk).not.toContain('nie je uvedené');
});

it('prefers a percentage that does not match its discount to a base that the line confirms (BT-138)', () => {
  const cause = causeOf('<cbc:MultiplierFactorNumeric>10', '<cbc:MultiplierFactorNumeric>1');
  expect(cause.title.sk).toBe('Percento nezodpovedá sume zľavy alebo prirážky');
  expect(offered(cause)[0]).toBe('riadok 2, percento zľavy na riadku (BT-138): 1 → 10');
});

it('offers to correct the category of a taxed line, never only its rate', () => {
  const cause = causeOf(/(<cac:ClassifiedTaxCategory>\s*<cbc:ID>)S/, '$1E');
  expect(offered(cause)).toEqual(['riadok 1, kategória DPH na riadku (BT-151): E → S']);
  expect(cause).toMatchObject({ proven: false, corrections: [{ makes_valid: true, changes: ['tax'] }] });
});

it.each(['hod', 'KS', 'bal.'])(
  'advises to assign the code to the unit „%s“ in the software and names no other code',
  (unit) => {
    const cause = causeOf('unitCode="H87"', `unitCode="${unit}"`);
    expect(cause.fix.program.sk).toMatch(new RegExp(`jednotke „${unit.replace('.', '\\.')}“ kód [A-Z0-9]{3} a`));
    expect(cause.explanation.sk).not.toContain('Najbližšie');
  },
);

it('names a misplaced note as a note', () => {
  const note = '<cbc:Note>Ďakujeme.</cbc:Note>';
  const cause = causeOf('<cbc:IssueDate>', `${note}<cbc:IssueDate>`);
  expect(offered(cause)).toEqual(['presunúť: poznámka k faktúre (BT-22)']);
});

it('reports an electronic address in a foreign scheme as one mistake and does not ask to change the number', () => {
  const cause = causeOf('schemeID="0245"', 'schemeID="9950"');
  expect(cause.id).toBe('slovak-address-scheme');
});

it('describes the correction of an allowance marked as a charge in words, not in element names', () => {
  const cause = causeOf('<cbc:ChargeIndicator>false', '<cbc:ChargeIndicator>true');
  expect(offered(cause)).toEqual(['riadok 2, označenie, či ide o zľavu alebo prirážku: true → false']);
});

describe('a mistake in several places is one cause with a count in its title', () => {
  const discounted = (count: number): string =>
    xmlOf(Array.from({ length: count }, (_, index) => line(`Položka ${index}`, '10', `${index + 3}.00`, '23', '10%')));
  const fractions = (xml: string): string =>
    xml.replaceAll('<cbc:MultiplierFactorNumeric>10', '<cbc:MultiplierFactorNumeric>0.1');

  it.each([
    [1, 'Percento je zapísané ako zlomok', 'A percentage is written as a fraction'],
    [2, '2 percentá sú zapísané ako zlomky', '2 percentages are written as fractions'],
    [4, '4 percentá sú zapísané ako zlomky', '4 percentages are written as fractions'],
    [5, '5 percent je zapísaných ako zlomky', '5 percentages are written as fractions'],
    [9, '9 percent je zapísaných ako zlomky', '9 percentages are written as fractions'],
  ])('%i percentages', (count, sk, en) => {
    const result = validate(fractions(discounted(count)));
    expect(faultsOfCauses(result)).toEqual([]);
    expect(result.root_causes.map(({ title }) => title)).toEqual([{ sk, en }]);
    expect(result.root_causes[0]!.corrections[0]).toMatchObject({ makes_valid: true });
  });

  it.each([
    [1, 'Suma je v inej mene ako faktúra'],
    [3, '3 sumy sú v inej mene ako faktúra'],
    [5, '5 súm je v inej mene ako faktúra'],
  ])('%i amounts in another currency', (count, title) => {
    let left = count;
    const xml = discounted(6).replaceAll(/BaseAmount currencyID="EUR"/g, (found) =>
      left-- > 0 ? found.replace('EUR', 'CZK') : found,
    );
    expect(validate(xml).root_causes.map((cause) => cause.title.sk)).toEqual([title]);
  });

  it('the amounts of all lines with VAT', () => {
    const lines = [1, 2, 3, 4, 5].map((number) => line(`Položka ${number}`, '1', `${number}0.00`, '23'));
    const gross = xmlOf(lines).replaceAll(
      /((?:LineExtensionAmount|PriceAmount)[^>]*>)(\d+\.\d+)(?=<\/cbc:(?:LineExtensionAmount>\s*<cac:Item|PriceAmount))/g,
      (_, tag: string, value: string) => `${tag}${(Number(value) * 1.23).toFixed(2)}`,
    );
    const [cause] = validate(gross).root_causes;
    expect(cause!.title).toEqual({ sk: 'Sumy 5 riadkov sú s DPH', en: 'The amounts of 5 lines are with VAT' });
    expect(cause!.explanation.sk).toContain('Rovnako je to na ďalších 4 miestach.');
  });
});

it('reports a line without rate, never with an empty percent sign (BT-152)', () => {
  const missing = INVOICE.replace(
    /(<cac:ClassifiedTaxCategory>\s*<cbc:ID>S<\/cbc:ID>)\s*<cbc:Percent>23<\/cbc:Percent>/,
    '$1',
  );
  expect(missing).not.toBe(INVOICE);
  for (const { title, explanation } of validate(missing).root_causes) {
    expect(`${title.sk} ${explanation.sk}`).not.toMatch(/(^|[^\d,])\s%/);
    expect(explanation.sk).not.toContain('majú %');
  }
});

describe('expected value of an issue', () => {
  const expectedOf = (xml: string): Record<string, string> =>
    Object.fromEntries(
      validate(xml).issues.flatMap(({ rule_id, expected }) => (expected ? [[rule_id, expected]] : [])),
    );

  it('does not contradict the cause: for swapped totals it is the correct total (BR-CO-13, BR-CO-16)', () => {
    const [net, gross] = ['TaxExclusiveAmount', 'TaxInclusiveAmount'].map(
      (name) => new RegExp(`${name}[^>]*>([^<]*)`).exec(INVOICE)![1]!,
    );
    const swapped = INVOICE.replace(/(TaxExclusiveAmount[^>]*>)[^<]*/, `$1${gross}`).replace(
      /(TaxInclusiveAmount[^>]*>)[^<]*/,
      `$1${net}`,
    );
    expect(expectedOf(swapped)).toEqual({ 'BR-CO-13': net });
  });

  it('is omitted when the likeliest correction leaves the value unchanged: an unstated advance (BR-CO-16)', () => {
    const due = /PayableAmount[^>]*>([^<]*)/.exec(INVOICE)![1]!;
    const lower = (Number(due) - 100).toFixed(2);
    expect(expectedOf(INVOICE.replace(/(PayableAmount[^>]*>)[^<]*/, `$1${lower}`))).toEqual({});
  });

  it('is written with two decimals', () => {
    const xml = xmlOf([line('Práca', '2', '100.00', '23')]);
    expect(expectedOf(xml.replace(/(TaxInclusiveAmount[^>]*>)[^<]*/, '$1264.00'))).toEqual({ 'BR-CO-15': '246.00' });
  });
});

it('advises to replace a negative invoice with a credit note with positive amounts (SK-R-088)', () => {
  const amounts = '(?:Invoiced)Quantity|(?:LineExtension|Taxable|Tax|TaxExclusive|TaxInclusive|Payable|Base)?Amount';
  const xml = INVOICE.replaceAll(new RegExp(`(<cbc:(?:${amounts})[^>]*>)(?=\\d)`, 'g'), '$1-');
  const [cause, ...others] = validate(xml).root_causes;
  expect(others).toEqual([]);
  expect(cause!.id).toBe('invoice-negative');
  expect(cause!.fix.program.sk).toContain('vyhotovte dobropis s kladnými sumami');
});

describe('a mistake on a line names the line and its item', () => {
  it.each([
    ['a quantity that is missing', /<cbc:InvoicedQuantity unitCode="H87">12<[^>]*>/, '', 'Riadok: 2 („Ložisko“).'],
    ['a line amount', '>73.98</cbc:LineExtensionAmount>', '>37.98</cbc:LineExtensionAmount>', 'Riadok: 2 („Ložisko“).'],
    ['a name that is missing', '<cbc:Name>Ložisko</cbc:Name>', '', 'Riadok: 2.'],
    [
      'a value that reads like a line number',
      'unitCode="H87">12<',
      'unitCode="riadok 7">12<',
      'Riadok: 2 („Ložisko“).',
    ],
  ])('%s', (_, from, to, sentence) => {
    expect(causeOf(from, to).explanation.sk).toContain(sentence);
  });

  it('several lines are named by number; a mistake outside the lines names none', () => {
    const units = INVOICE.replaceAll('unitCode="H87"', 'unitCode="štuka"');
    expect(validate(units).root_causes[0]!.explanation.sk).toContain('Riadky: 1, 2, 3, 4.');
    expect(causeOf(/(PayableAmount[^>]*>)[^<]*/, '$1999.00').explanation.sk).not.toMatch(/[Rr]iadky?:/);
  });

  it('the fix names the missing item', () => {
    const cause = causeOf(/<cbc:InvoicedQuantity unitCode="H87">12<[^>]*>/, '');
    expect(cause.fix.program.sk).toBe('Vyplňte na riadku množstvo.');
  });

  it('the explanation names the misspelt element', () => {
    const xml = INVOICE.replaceAll('cbc:TaxInclusiveAmount', 'cbc:TaxTotalInclusive');
    const cause = validate(xml).root_causes.find(({ id }) => id === 'element-unknown')!;
    expect(cause.explanation.sk).toContain('V súbore je to cbc:TaxTotalInclusive.');
  });
});

it('a gross line included in the totals is one mistake; issues that its correction resolves are not separate causes (BR-CO-15)', () => {
  const net = /<cbc:TaxExclusiveAmount[^>]*>([^<]*)/.exec(INVOICE)![1]!;
  const gross = INVOICE.replace('>255.00</cbc:LineExtensionAmount>', '>313.65</cbc:LineExtensionAmount>').replaceAll(
    `>${net}<`,
    `>${(Number(net) + 58.65).toFixed(2)}<`,
  );
  const { root_causes } = validate(gross);
  expect(root_causes.map(({ id }) => id)).toEqual(['amount-with-vat']);
  expect(root_causes[0]!.corrections[0]).toMatchObject({ makes_valid: true });
});
