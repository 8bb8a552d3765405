/** Values in formats that XML does not allow, from scanners, spreadsheets and accounting systems. */
import type { FileResult } from '@e-invoice/validator/issues';
import { beforeAll, describe, expect, it } from 'vitest';
import { faultsOfCauses, makeFileValidator, type ValidateFile } from './file-validator.ts';
import { INVOICE } from './slovak-invoice.ts';

let validate: ValidateFile;
beforeAll(async () => {
  validate = await makeFileValidator();
});

function only(from: string | RegExp, to: string): FileResult['root_causes'][number] {
  const xml = INVOICE.replace(from, to);
  expect(xml).not.toBe(INVOICE);
  const result = validate(xml, { today: '2027-01-20' });
  expect(faultsOfCauses(result)).toEqual([]);
  expect(result.root_causes.map(({ id }) => id)).toHaveLength(1);
  return result.root_causes[0]!;
}

const DUE = /(<cbc:PayableAmount currencyID="EUR">)597\.85/;

/** Name, replaced text, replacement, cause, and the corrected values; `!` marks proven ones. */
const CASES: readonly (readonly [name: string, from: string | RegExp, to: string, id: string, written: string[]])[] = [
  ['a letter for a digit', '>255.00<', '>25S.00<', 'letters-for-digits', ['255.00']],
  ['letters for the zeros of the cents', '>255.00<', '>255.OO<', 'letters-for-digits', ['255.00']],
  ['a letter at the end of a quantity', '>12<', '>l2<', 'letters-for-digits', ['12']],
  ['a letter in a date', '2027-01-15', '2O27-01-15', 'letters-for-digits', ['!2027-01-15']],
  ['two points', '>255.00<', '>255..00<', 'number-double-point', ['!255.00']],
  ['a minus behind', '>255.00<', '>255.00-<', 'number-sign', ['-255.00']],
  ['brackets for a minus', '>255.00<', '>(255.00)<', 'number-sign', ['-255.00']],
  ['a typographic minus', '>255.00<', '>−255.00<', 'number-sign', ['-255.00']],
  ['a comma that is one of thousands or of decimals', '>14.1<', '>14,100<', 'decimal-separator', ['!14.100']],
  ['a year of two digits', '2027-01-15', '15.1.27', 'date-format', ['!2027-01-15']],
  ['a month in words', '2027-01-15', '15. januára 2027', 'date-format', ['!2027-01-15']],
  ['a date without leading zeros', '2027-01-15', '2027-1-15', 'date-format', ['!2027-01-15']],
  ['the day number of a spreadsheet', '2027-01-15', '46402', 'date-format', ['!2027-01-15']],
  ['the error of a spreadsheet', DUE, '$1#N/A', 'value-format', ['597.85']],
  ['an amount that was never put in', '>255.00<', '>NaN<', 'value-format', ['255.00']],
  ['an empty amount due', DUE, '$1', 'elements-empty', ['597.85']],
  ['an empty currency', '>EUR<', '><', 'elements-empty', ['EUR']],
  ['an amount on a line of its own', '>255.00<', '>\n  255.00\n<', 'value-with-blanks', ['!255.00']],
];

describe('value in another format', () => {
  it.each(CASES)('%s', (_, from, to, id, written) => {
    const { corrections, proven, ...cause } = only(from, to);
    expect(cause.id).toBe(id);
    expect(corrections.map(({ patch }) => (proven ? '!' : '') + patch[0]!.after)).toEqual(written);
  });
});

it('a letter after a quantity may be a unit or a digit, so neither is proven', () => {
  const { id, corrections } = only('>12<', '>12l<');
  expect(id).toBe('number-with-text');
  expect(corrections.map(({ patch, changes, makes_valid }) => [patch[0]!.after, changes, makes_valid])).toEqual([
    ['12', ['line'], true],
  ]);
});

it('replacing a lookalike letter changes the number, so it is not proven', () => {
  const { corrections, proven } = only('>12<', '>1O<');
  expect(proven).toBe(false);
  expect(corrections.map(({ patch, changes }) => [patch[0]!.after, changes])).toEqual([['10', ['line']]]);
});

it('the title of a filled-in amount states that it was filled in', () => {
  expect(only(DUE, '$1').corrections[0]!.title.sk).toBe('doplniť: suma na úhradu (BT-115) 597,85');
});
