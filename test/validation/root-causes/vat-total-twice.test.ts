import { beforeAll, expect, it } from 'vitest';
import { faultsOfCauses, makeFileJudge, type ValidateFile } from './judge.ts';
import { INVOICE } from './slovak-invoice.ts';

let judge: ValidateFile;
beforeAll(async () => {
  judge = await makeFileJudge();
});

/** The invoice with another VAT total behind its own (BT-110), without a breakdown, as for an accounting currency (BT-111). */
const withSecond = (amount: string): string =>
  INVOICE.replace(
    '</cac:TaxTotal>',
    `</cac:TaxTotal><cac:TaxTotal><cbc:TaxAmount currencyID="EUR">${amount}</cbc:TaxAmount></cac:TaxTotal>`,
  );

it('a second VAT total in the invoice currency is one mistake; the same sum may go (BR-CO-15, PEPPOL-EN16931-R054)', () => {
  const result = judge(withSecond('107.67'), { today: '2027-01-20' });
  expect(faultsOfCauses(result)).toEqual([]);
  expect(result.root_causes).toMatchObject([
    { id: 'tax-total-twice', location: '/Invoice/cac:TaxTotal[2]', corrections: [{ makes_valid: true }] },
  ]);
});

it('another sum stays: only who made the invoice knows which is right', () => {
  const result = judge(withSecond('99.00'), { today: '2027-01-20' });
  expect(faultsOfCauses(result)).toEqual([]);
  expect(result.root_causes).toMatchObject([{ id: 'tax-total-twice', corrections: [] }]);
});

it('a sum that agrees is not told as a calculation with no difference', () => {
  const { issues } = judge(withSecond('107.67'), { today: '2027-01-20' });
  const broken = issues.find(({ rule_id }) => rule_id === 'BR-CO-15');
  expect(broken).toBeDefined();
  expect(broken).not.toHaveProperty('calculation');
  expect(broken!.expected).toBeNull();
});
