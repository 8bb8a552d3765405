import { beforeAll, expect, it } from 'vitest';
import { faultsOfCauses, makeFileValidator, type ValidateFile } from './file-validator.ts';
import { INVOICE } from './slovak-invoice.ts';

let validate: ValidateFile;
beforeAll(async () => {
  validate = await makeFileValidator();
});

/** The invoice with a second VAT total (BT-110) without a breakdown, as for an accounting currency (BT-111). */
const withSecond = (amount: string): string =>
  INVOICE.replace(
    '</cac:TaxTotal>',
    `</cac:TaxTotal><cac:TaxTotal><cbc:TaxAmount currencyID="EUR">${amount}</cbc:TaxAmount></cac:TaxTotal>`,
  );

it('a second VAT total in invoice currency is one mistake; an equal one can be removed (BR-CO-15, PEPPOL-EN16931-R054)', () => {
  const result = validate(withSecond('107.67'), { today: '2027-01-20' });
  expect(faultsOfCauses(result)).toEqual([]);
  expect(result.root_causes).toMatchObject([
    { id: 'tax-total-twice', location: '/Invoice/cac:TaxTotal[2]', corrections: [{ makes_valid: true }] },
  ]);
});

it('a different VAT total is not removed, because only the issuer knows which one is right', () => {
  const result = validate(withSecond('99.00'), { today: '2027-01-20' });
  expect(faultsOfCauses(result)).toEqual([]);
  expect(result.root_causes).toMatchObject([{ id: 'tax-total-twice', corrections: [] }]);
});

it('numbers that agree are not reported as a calculation', () => {
  const { issues } = validate(withSecond('107.67'), { today: '2027-01-20' });
  const broken = issues.find(({ rule_id }) => rule_id === 'BR-CO-15');
  expect(broken).toBeDefined();
  expect(broken).not.toHaveProperty('calculation');
  expect(broken!.expected).toBeNull();
});
