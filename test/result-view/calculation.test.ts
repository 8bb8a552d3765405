import { describe, expect, it } from 'vitest';
import { renderCalculation } from '../../src/modules/result-view/calculation.ts';

const sum = (result: string, stated: string | null, difference: string | null) =>
  [
    ...renderCalculation(
      {
        terms: [
          {
            business_term: 'BT-112',
            label: { sk: 'celková suma s DPH', en: 'total with VAT' },
            amount: '246.00',
            operation: 'add',
            location: '/Invoice',
          },
        ],
        result,
        stated,
        difference,
      },
      1,
      'sk',
    ).text.matchAll(/<td class="amount">([^<]*)/g),
  ].map(([, amount]) => amount);

describe('calculation in a result', () => {
  it.each([
    ['246', '264.00', '18', ['246,00', '246,00', '264,00', '18,00']],
    ['-0.5', '1.00', '1.5', ['246,00', '−0,50', '1,00', '1,50']],
    ['246.125', '264.00', '17.875', ['246,00', '246,125', '264,00', '17,875']],
    ['23', '19', '-4', ['246,00', '23', '19', '−4']],
    ['246', null, null, ['246,00', '246']],
    ['NaN', '264.00', null, ['246,00', 'NaN', '264,00']],
  ])(
    'formats %s next to a stated %s with the precision of the invoice and without losing digits',
    (result, stated, difference, expected) => {
      expect(sum(result, stated, difference)).toEqual(expected);
    },
  );
});
