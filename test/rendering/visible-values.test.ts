import { writeUbl } from '@e-invoice/validator/invoice';
import { describe, expect, it } from 'vitest';
import { DraftInvoice } from '../../src/modules/drafts/index.ts';
import { toInvoice } from '../../src/modules/drafts/to-invoice.ts';
import { amountsIn } from '../../src/modules/rendering/hybrid/amounts-in-text.ts';
import { hasDate } from '../../src/modules/rendering/hybrid/dates-in-text.ts';
import { toLines } from '../../src/modules/rendering/hybrid/to-lines.ts';
import { compareValues, renderInvoice } from '../../src/modules/rendering/index.ts';
import { LEAST } from '../drafts/drafts.ts';

const { invoice } = renderInvoice(
  Buffer.from(writeUbl(toInvoice(DraftInvoice.parse({ ...LEAST, dueDate: '2027-01-29' })).invoice)),
  { language: 'sk', issues: null },
).read;
/** 255.00 plus 58.65 VAT: 313.65, due 2027-01-29. */
const PAPER = ['Faktúra 2027-0001', 'Spolu bez DPH\t255,00 €', 'DPH spolu\t58,65 €', 'Spolu s DPH\t313,65 €'];
const whole = (lines: readonly string[]) => compareValues(invoice, { lines, isWhole: true });
const outcomes = (compared: ReturnType<typeof whole>) =>
  Object.fromEntries(compared.values.map(({ businessTerm, outcome }) => [businessTerm, outcome]));

describe('printed amounts', () => {
  it.each<[string, string[]]>([
    ['1 234,50 €', ['1234.5']],
    ['1\u00a0234,50\u00a0€'.normalize('NFKC'), ['1234.5']],
    ['1,234.50', ['1234.5']],
    ['1.234,50', ['1234.5']],
    ['1’234.50 CHF', ['1234.5']],
    ["1'234.50", ['1234.5']],
    ['1234.5', ['1234.5']],
    ['€1234.50', ['1234.5']],
    ['EUR 1 234 567,89', ['1234567.89']],
    ['−1 234,50', ['1234.5']],
    ['500 Kč', ['500']],
    ['500,- Kč', ['500']],
    ['12 500', ['12500']],
    ['1.234', ['1234', '1.234']],
    ['12 234,50', ['12234.5']],
    ['2\t1 234,50', ['1234.5']],
    ['20 46,90', ['46.9']],
    ['23,00 %\t58,65', ['58.65']],
    ['99999999999999999999,99', ['99999999999999999999.99']],
  ])('%s', (text, values) => {
    expect(amountsIn(text).flatMap((amount) => amount.values)).toEqual(values);
  });

  it.each<[string, 'minus' | 'none' | 'either']>([
    ['Na úhradu 24,60 €', 'none'],
    ['Na úhradu\t-24,60 €', 'minus'],
    ['−24,60', 'minus'],
    ['Na úhradu: –24,60', 'minus'],
    ['-€24.60', 'minus'],
    ['€-24.60', 'minus'],
    ['24,60-', 'minus'],
    ['24,60− €', 'minus'],
    ['- 24,60 €', 'either'],
    ['-\t24,60 €', 'either'],
    ['EUR-24.60', 'either'],
    ['- EUR 24.60', 'either'],
    ['24,60 -', 'either'],
    ['24,60 €-', 'either'],
    ['(24,60 €)', 'either'],
    ['(EUR 24.60)', 'either'],
    ['e-EUR 24.60', 'none'],
    ['(spolu 24,60', 'none'],
  ])('the sign of %s is: %s', (text, sign) => {
    expect(amountsIn(text)).toMatchObject([{ values: ['24.6'], sign }]);
  });

  it('assigns a minus to the adjacent amount', () => {
    expect(amountsIn('24,60 -12,00 100,- Kč').map(({ sign }) => sign)).toEqual(['none', 'minus', 'none']);
  });

  it.each([
    '15.01.2027',
    '15. 1. 2027',
    '2027-01-15',
    '12:30',
    'SK31 1200 0000 1987 4263 7541',
    'Faktúra 2027-0001',
    '31333532',
    '1/2',
    '20 %',
    '3 ks',
    '10 KGM',
    '1.2.3.4',
  ])('%s is not an amount', (text) => {
    expect(amountsIn(text)).toEqual([]);
  });

  it('reads a megabyte of digits and separators without backtracking', () => {
    for (const piece of ['1 234', '1.', '1,234.', '000 ', '9', '1 1.1,']) {
      const [last] = amountsIn(`${piece.repeat(1_000_000 / piece.length)} x 24,60`).slice(-1);
      expect(last?.values).toEqual(['24.6']);
    }
  });
});

it.each([
  ['29. 1. 2027', true],
  ['29.01.2027', true],
  ['29.1.27', true],
  ['2027-01-29', true],
  ['20270129', true],
  ['29/01/2027', true],
  ['01/29/2027', true],
  ['29. januára 2027', true],
  ['29. ledna 2027', true],
  ['January 29, 2027', true],
  ['29 Jan 2027', true],
  ['29. Januar 2027', true],
  ['29 stycznia 2027', true],
  ['1.29.2027', false],
  ['129.1.2027', false],
  ['29.1.2028', false],
  ['2. 9. 2027', false],
])('finds the date 2027-01-29 in %s: %s', (text, found) => {
  expect(hasDate(text, '2027-01-29')).toBe(found);
});

describe('lines of a page', () => {
  const at = (text: string, x: number, y: number, width: number, turn = 0) => ({ text, x, y, width, size: 10, turn });

  it('are ordered from the top, with spaces between words and tabs between columns', () => {
    const texts = [
      at('€', 130, 500.5, 6),
      at('313,65', 97, 500, 30),
      at('Spolu', 10, 500, 28),
      at('Hore', 10, 700, 20),
    ];
    expect(toLines(texts)).toEqual(['Hore', 'Spolu\t313,65 €']);
  });

  it('are joined from single letters and on rotated pages', () => {
    expect(toLines([...'12,5'].map((text, index) => at(text, 10 + 5 * index, 10, 5)))).toEqual(['12,5']);
    const turn = Math.PI / 2;
    expect(toLines([at('Spolu', 300, 10, 28, turn), at('12,50', 300, 60, 25, turn)])).toEqual(['Spolu\t12,50']);
  });
});

describe('values of the XML in the text of the PDF', () => {
  it('are found if the text contains all of them', () => {
    const compared = whole([...PAPER, 'Splatnosť: 29. 1. 2027, vyhotovené 15. 1. 2027']);
    expect(compared.outcome).toBe('found');
    expect(compared.values.find(({ businessTerm }) => businessTerm === 'BT-115')).toMatchObject({
      value: '313.65',
      printed: '313,65',
    });
    expect(outcomes(compared)).toMatchObject({ 'BT-1': 'found', 'BT-9': 'found' });
  });

  it('are not found if the text contains another amount', () => {
    const compared = whole(PAPER.map((line) => line.replace('58,65', '58,56')));
    expect(compared.outcome).toBe('contradicted');
    expect(outcomes(compared)).toMatchObject({ 'BT-110': 'contradicted', 'BT-112': 'found', 'BT-9': 'not_found' });
    expect(outcomes(whole(PAPER.map((line) => line.replace('DPH spolu\t58,65', 'Steuer\t58,56'))))).toMatchObject({
      'BT-110': 'not_found',
    });
  });

  it('are unknown if no amounts or only part of the text could be read', () => {
    for (const text of [null, { lines: [], isWhole: false }, { lines: ['Faktúra'], isWhole: true }]) {
      const compared = compareValues(invoice, text);
      expect(compared.outcome).toBe('unknown');
      expect(new Set(Object.values(outcomes(compared))).has('not_found')).toBe(false);
    }
    const partly = compareValues(invoice, { lines: PAPER.slice(0, 3), isWhole: false });
    expect(outcomes(partly)).toMatchObject({ 'BT-109': 'found', 'BT-115': 'unknown' });
    expect(partly.outcome).toBe('unknown');
  });

  it('are found on a credit note regardless of the sign, and zeros are skipped', () => {
    const totals = { ...invoice.totals!, due: '-313.65', prepaid: '0.00' };
    const compared = compareValues({ ...invoice, kind: 'creditnote', totals }, { lines: PAPER, isWhole: true });
    expect(outcomes(compared)).toMatchObject({ 'BT-115': 'found' });
    expect(outcomes(compared)).not.toHaveProperty('BT-113');
  });

  describe('signs on an invoice', () => {
    const below = { ...invoice, totals: { ...invoice.totals!, due: '-313.65' } };
    const PAGE = [...PAPER.slice(0, 3), 'Na úhradu\t313,65 €'];
    const on = (facts: typeof invoice, ...lines: string[]) =>
      compareValues(facts, { lines: [...PAGE.slice(0, 3), 'Rechnung 313,65', ...lines], isWhole: true });
    const dueOf = (compared: ReturnType<typeof whole>) =>
      compared.values.find(({ businessTerm }) => businessTerm === 'BT-115');

    it('a negative amount is not found if printed as positive', () => {
      const compared = compareValues(below, { lines: PAGE, isWhole: true });
      expect(compared.outcome).toBe('contradicted');
      expect(compared.detail.en).toContain('opposite sign');
      expect(dueOf(compared)).toMatchObject({ outcome: 'contradicted', printed: '313,65' });
      expect(dueOf(on(below))).toMatchObject({ outcome: 'not_found', printed: null });
      expect(on(below).detail.en).toContain('opposite sign');
      expect(on({ ...invoice, vatTotal: '59.00' }).detail.en).not.toContain('opposite sign');
    });

    it.each(['-313,65 €', '−313,65', '313,65-', '- 313,65 €', '(313,65)', '-€313.65'])(
      'a negative amount is found in %s',
      (printed) => {
        expect(dueOf(on(below, `Na úhradu ${printed}`))).toMatchObject({ outcome: 'found' });
      },
    );

    it('a positive amount is not found if printed as negative', () => {
      const lines = [...PAPER.slice(0, 3), 'Na úhradu\t-313,65 €'];
      const compared = compareValues(invoice, { lines, isWhole: true });
      expect(dueOf(compared)).toMatchObject({ outcome: 'contradicted', printed: '-313,65' });
      expect(compared.detail.en).toContain('opposite sign');
      expect(dueOf(whole([...PAPER.slice(0, 3), 'Na úhradu - 313,65 €']))).toMatchObject({ outcome: 'found' });
    });

    it('zero has no sign, and amounts of any length are compared with their sign', () => {
      const settled = { ...invoice, totals: { ...invoice.totals!, due: '0.00' } };
      expect(dueOf(on(settled, `-${'9'.repeat(10_000)},00`, 'Na úhradu\t-0,00 €'))).toMatchObject({ outcome: 'found' });
    });

    it('the prepaid amount is found with and without a minus', () => {
      const paid = { ...invoice, totals: { ...invoice.totals!, prepaid: '100.00' } };
      for (const printed of ['-100,00', '100,00']) {
        expect(outcomes(on(paid, `Uhradené zálohy\t${printed}`))).toMatchObject({ 'BT-113': 'found' });
      }
    });
  });
});
