import { beforeAll, expect, it } from 'vitest';
import { faultsOfCauses, makeFileJudge, type ValidateFile } from './judge.ts';
import { INVOICE } from './slovak-invoice.ts';

let judge: ValidateFile;
beforeAll(async () => {
  judge = await makeFileJudge();
});

/** The invoice with a second VAT total (BT-110) without a breakdown, as for an accounting currency (BT-111). */
const withSecond = (amount: string): string =>
  INVOICE.replace(
    '</cac:TaxTotal>',
    `</cac:TaxTotal><cac:TaxTotal><cbc:TaxAmount currencyID="EUR">${amount}</cbc:TaxAmount></cac:TaxTotal>`,
  );

it('a second VAT total in invoice currency is one mistake; an equal one can be removed (BR-CO-15, PEPPOL-EN16931-R054)', () => {
  const result = judge(withSecond('107.67'), { today: '2027-01-20' });
  expect(faultsOfCauses(result)).toEqual([]);
  expect(result.root_causes).toMatchObject([
    { id: 'tax-total-twice', location: '/Invoice/cac:TaxTotal[2]', corrections: [{ makes_valid: true }] },
  ]);
});

it('a different VAT total is not removed, because only the issuer knows which one is right', () => {
  const result = judge(withSecond('99.00'), { today: '2027-01-20' });
  expect(faultsOfCauses(result)).toEqual([]);
  expect(result.root_causes).toMatchObject([{ id: 'tax-total-twice', corrections: [] }]);
});

it('numbers that agree are not reported as a calculation', () => {
  const { issues } = judge(withSecond('107.67'), { today: '2027-01-20' });
  const broken = issues.find(({ rule_id }) => rule_id === 'BR-CO-15');
  expect(broken).toBeDefined();
  expect(broken).not.toHaveProperty('calculation');
  expect(broken!.expected).toBeNull();
});
