/**
 * Mistakes that the official rules do not report, or report elsewhere: numbers of the other party, garbled text,
 * years, line numbers.
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

function only(xml: string): Cause {
  const result = validate(xml, { today: '2027-01-20' });
  expect(faultsOfCauses(result)).toEqual([]);
  expect(result.root_causes.map(({ id }) => id)).toHaveLength(1);
  return result.root_causes[0]!;
}

const scheme = (number: string): string =>
  `<cac:PartyTaxScheme><cbc:CompanyID>${number}</cbc:CompanyID><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:PartyTaxScheme>`;

const PAYER: Replacement = [/(0245">2020270604[\s\S]*?<\/cac:PostalAddress>)/, `$1${scheme('SK2020270604')}`];
const SELLERS: Replacement = ['>SK2020317068<', '>SK2020270604<'];
const BUYERS: Replacement = [/>SK2020270604<(?![\s\S]*>SK2020270604<)/, '>SK2020317068<'];
const NONE: Replacement = [/<cac:PartyTaxScheme>\s*<cbc:CompanyID>SK2020317068[\s\S]*?<\/cac:PartyTaxScheme>/, ''];
/** A further fatal mistake, so that corrections are tried. */
const NO_REFERENCE: Replacement = [/<cac:OrderReference>[\s\S]*?<\/cac:OrderReference>/, ''];

describe('identifiers of the other party', () => {
  it('exchanged IČ DPH are swapped back, which changes the parties', () => {
    const { id, title } = only(damaged(PAYER, BUYERS, SELLERS));
    expect([id, title.sk]).toEqual(['vat-numbers-swapped', 'IČ DPH predávajúceho a kupujúceho sú vymenené']);
    const { root_causes } = validate(damaged(PAYER, BUYERS, SELLERS, NO_REFERENCE), { today: '2027-01-20' });
    const swapped = root_causes.find((cause) => cause.id === id)!;
    expect([swapped.proven, swapped.corrections.map(({ id: kind, changes }) => [kind, changes])]).toEqual([
      false,
      [['swap', ['party']]],
    ]);
  });

  it.each([
    ['of the seller at the buyer', [PAYER, BUYERS], 'IČ DPH kupujúceho patrí druhej strane', 'SK2020270604'],
    ['of the buyer at the seller', [PAYER, SELLERS], 'IČ DPH predávajúceho patrí druhej strane', 'SK2020317068'],
    [
      'moved to the buyer',
      [PAYER, NONE, ['>SK2020270604<', '>SK2020317068<']],
      'IČ DPH kupujúceho patrí druhej strane',
      'SK2020270604',
    ],
  ] as [string, Replacement[], string, string][])(
    'an IČ DPH %s is one mistake, and no number is inserted',
    (_, changes, title, expected) => {
      const cause = only(damaged(...changes));
      expect([cause.id, cause.title.sk, cause.corrections]).toEqual(['vat-number-of-other-party', title, []]);
      expect(cause.explanation.sk).toContain(`by to bolo ${expected}`);
    },
  );

  it('exchanged parties: the missing IČ DPH of the seller is reported without a correction', () => {
    const [seller, buyer] = ['Supplier', 'Customer'].map(
      (side) => new RegExp(`(<cac:Accounting${side}Party>)([\\s\\S]*?)(</cac:Accounting${side}Party>)`),
    );
    const [, , ofSeller] = seller!.exec(INVOICE)!;
    const [, , ofBuyer] = buyer!.exec(INVOICE)!;
    const xml = INVOICE.replace(seller!, `$1${ofBuyer}$3`).replace(buyer!, `$1${ofSeller}$3`);
    const [first] = validate(xml, { today: '2027-01-20' }).root_causes;
    expect([first!.id, first!.corrections]).toEqual(['seller-vat-number-missing', []]);
    expect(first!.explanation.sk).toContain('skontrolujte, či nie sú predávajúci a kupujúci vymenení');
  });

  it('the same IČO at both parties is one mistake', () => {
    expect(only(damaged(['35763469', '31322832'])).id).toBe('ico-of-both');
  });

  it('an IČ DPH or IČO used as DIČ is explained (BT-32)', () => {
    const vat = only(damaged([/>2020317068(<\/cbc:CompanyID>)/, '>SK2020317068$1']));
    expect([vat.id, vat.fix.sk.includes('2020317068')]).toEqual(['identifier-written', true]);
    const ico = only(damaged([/>2020317068(<\/cbc:CompanyID>)/, '>31322832$1']));
    expect([ico.id, ico.explanation.sk.includes('Osem číslic je IČO')]).toEqual(['dic-wrong', true]);
  });
});

describe('garbled text', () => {
  it.each([
    ['Odberateľ', 'OdberateÄ¾', 'Odberateľ a. s.'],
    ['Oprava čerpadla', 'Oprava ÄŤerpadla', 'Oprava čerpadla'],
    ['Príručka údržby', 'PrĂ­ruÄŤka ĂşdrĹľby', 'Príručka údržby'],
    ['Ložisko', 'Lo&amp;#382;isko', 'Ložisko'],
    ['Ložisko', 'Kov &amp;amp; syn', 'Kov & syn'],
  ])('%s as %s', (from, to, expected) => {
    const { id, explanation } = only(damaged([from, to]));
    expect(id).toBe('text-garbled');
    expect(explanation.sk).toContain(`správne je zrejme „${expected}“`);
  });

  it('is not restored when the original is uncertain', () => {
    const { id, explanation } = only(damaged(['Ložisko', 'Lo\uFFFDisko']));
    expect([id, explanation.sk.includes('zrejme')]).toEqual(['text-garbled', false]);
  });

  it('in all texts of an export is one mistake', () => {
    const { id, title } = only(damaged(['Odberateľ', 'OdberateÄ¾'], ['Ložisko', 'LoÅ¾isko']));
    expect([id, title.sk]).toEqual(['text-garbled', 'Písmená s diakritikou sú pokazené (na 2 miestach)']);
  });
});

describe('implausible years', () => {
  it.each([
    ['IssueDate>2027-01-15', 'IssueDate>2072-01-15', '2027-01-15'],
    ['IssueDate>2027-01-15', 'IssueDate>0207-01-15', ''],
    ['DueDate>2027-01-29', 'DueDate>2207-01-29', '2027-01-29'],
    ['ActualDeliveryDate>2027-01-12', 'ActualDeliveryDate>2037-01-12', '2027-01-12'],
  ])('%s as %s', (from, to, expected) => {
    const { id, explanation } = only(damaged([from, to]));
    expect([id, explanation.sk.includes('ostatných dátumov to má byť')]).toEqual(['year-unlikely', expected !== '']);
    expect(explanation.sk).toContain(expected);
  });
});

it('repeated line numbers are explained by the number (BT-126)', () => {
  const { id, explanation } = only(damaged([/<cbc:ID>[34]<\/cbc:ID>/, '<cbc:ID>2</cbc:ID>']));
  expect(id).toBe('line-numbers-repeated');
  expect(explanation.sk).toContain('Číslo riadka „2“ (BT-126) je na faktúre uvedené 2×');
});
