import { describe, expect, it } from 'vitest';
import { askQuestions, type Choice } from '../../../packages/validator/src/validation/root-causes/ask-questions.ts';

const DUE = '/Invoice/cac:LegalMonetaryTotal/cbc:PayableAmount';
const QUANTITY = '/Invoice/cac:InvoiceLine[2]/cbc:InvoicedQuantity';
const PRICE = '/Invoice/cac:InvoiceLine[2]/cac:Price/cbc:PriceAmount';
const CHARGE = '/Invoice/cac:AllowanceCharge';

type Edit = Choice['edits'][number];

const pathOf = (xpath: string): string => xpath.replace('/Invoice/', '').replace('cac:InvoiceLine[2]', 'line');
const replace = (xpath: string, before: string, after: string): Edit => ({
  op: 'replace',
  xpath,
  path: pathOf(xpath),
  before,
  after,
});
const insert = (xpath: string, after: string): Edit => ({
  op: 'insert',
  xpath,
  path: pathOf(xpath),
  before: null,
  after,
});

const offer = (id: string, ...edits: readonly Edit[]): Choice => ({
  id,
  title: { sk: `oprava ${id}`, en: `correction ${id}` },
  edits,
});

/** The corrections that remain after each combination of answers. */
function outcomes(corrections: readonly Choice[]): string[][] {
  let remaining: string[][] = [corrections.map(({ id }) => id)];
  for (const { answers } of askQuestions(corrections))
    remaining = remaining.flatMap((ids) => answers.map(({ keeps }) => ids.filter((id) => keeps.includes(id))));
  return remaining;
}

describe('questions that choose a correction', () => {
  it('one names the surest fact of two corrections, with its value in the first', () => {
    const questions = askQuestions([
      offer('a', replace(QUANTITY, '3', '2')),
      offer('b', replace(PRICE, '1.50', '1.00'), replace(DUE, '4.50', '3.00')),
    ]);
    expect(questions).toEqual([
      {
        id: 'q1',
        text: {
          sk: 'Je podľa vašich dokladov správne: suma na úhradu (BT-115) 4,50?',
          en: 'Do your records confirm this: amount due for payment (BT-115) 4.50?',
        },
        answers: [
          { id: 'yes', text: { sk: 'Áno', en: 'Yes' }, keeps: ['a'] },
          { id: 'no', text: { sk: 'Nie', en: 'No' }, keeps: ['b'] },
        ],
      },
    ]);
  });

  it.each([
    ['two', [offer('a', replace(QUANTITY, '3', '2')), offer('b', replace(PRICE, '9', '6'))]],
    [
      'three',
      [
        offer('a', replace(QUANTITY, '3', '2')),
        offer('b', replace(PRICE, '9', '6')),
        offer('c', replace(DUE, '1', '2')),
      ],
    ],
    [
      'four that change one place each',
      [
        offer('a', replace(QUANTITY, '3', '2')),
        offer('b', replace(PRICE, '9', '6')),
        offer('c', replace(DUE, '1', '2')),
        offer('d', insert(CHARGE, '<cac:AllowanceCharge><cbc:Amount>1</cbc:Amount></cac:AllowanceCharge>')),
      ],
    ],
    [
      'four that change no fact',
      ['a', 'b', 'c', 'd'].map((id) => offer(id, replace('/Invoice', '<Invoice>', `<I${id}>`))),
    ],
  ])('at most two leave one of %s', (_, corrections) => {
    expect(askQuestions(corrections).length).toBeLessThanOrEqual(2);
    const left = outcomes(corrections).filter((ids) => ids.length > 0);
    expect(left.every((ids) => ids.length === 1)).toBe(true);
    expect(left.flat().sort()).toEqual(corrections.map(({ id }) => id));
  });

  it('a single correction has no questions', () => {
    expect(askQuestions([offer('a', replace(DUE, '1', '2'))])).toEqual([]);
  });
});
