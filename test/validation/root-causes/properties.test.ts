import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { find, type Mutation, type Part } from '../../support/invoice-builder.ts';
import { peppolInvoice } from '../sbdh/envelope.ts';
import { faultsOfCauses, makeFileValidator, type ValidateFile } from './file-validator.ts';

let validate: ValidateFile;

beforeAll(async () => {
  validate = await makeFileValidator();
});

const partsOf = (part: Part): Part[] => [part, ...part.children.flatMap(partsOf)];

/** Random damage to an element: removed, repeated, renamed, emptied, given another value or attribute. */
const damage = fc
  .record({
    at: fc.nat(400),
    kind: fc.constantFrom('remove', 'repeat', 'rename', 'text', 'attribute', 'reverse'),
    value: fc.constantFrom(
      '',
      '0',
      '-1',
      '1,5',
      '1.234',
      'x',
      'AE',
      'O',
      'SK',
      '2026-13-01',
      '999999999999999999.99',
      '<&>"\'',
    ),
  })
  .map(
    ({ at, kind, value }): Mutation =>
      (document) => {
        const parents = partsOf(document).filter(({ children }) => children.length > 0);
        const parent = parents[at % parents.length]!;
        const index = at % parent.children.length;
        const part = parent.children[index]!;
        if (kind === 'remove') parent.children.splice(index, 1);
        else if (kind === 'repeat') parent.children.splice(index, 0, structuredClone(part));
        else if (kind === 'rename') part.name = part.name.toLowerCase();
        else if (kind === 'attribute') part.attributes.set('currencyID', value);
        else if (kind === 'reverse') parent.children.reverse();
        else if (part.children.length === 0) part.text = value;
      },
  );

describe('randomly damaged invoices', () => {
  it('every fatal issue and warning has exactly one cause, and proven causes meet their contract', () => {
    fc.assert(
      fc.property(fc.array(damage, { minLength: 1, maxLength: 6 }), (damages) => {
        const xml = peppolInvoice(...damages);
        expect(faultsOfCauses(validate(xml))).toEqual([]);
      }),
      { numRuns: 60, seed: 20261121 },
    );
  });

  it('an allowance without an indicator is not an error (PEPPOL-EN16931-R120)', () => {
    const UBL = 'urn:oasis:names:specification:ubl:schema:xsd:';
    const result = validate(
      `<Invoice xmlns="${UBL}Invoice-2" xmlns:cac="${UBL}CommonAggregateComponents-2" xmlns:cbc="${UBL}CommonBasicComponents-2">
        <cac:InvoiceLine><cbc:InvoicedQuantity>2</cbc:InvoicedQuantity><cbc:LineExtensionAmount>201.00</cbc:LineExtensionAmount>
          <cac:AllowanceCharge><cbc:Amount>1.00</cbc:Amount></cac:AllowanceCharge>
          <cac:Price><cbc:PriceAmount>100.00</cbc:PriceAmount></cac:Price></cac:InvoiceLine></Invoice>`,
      { ruleset: 'peppol-bis-3' },
    );
    expect(result.issues.map(({ rule_id }) => rule_id)).toContain('PEPPOL-EN16931-R120');
    expect(faultsOfCauses(result)).toEqual([]);
  });

  it('the builder throws when a mutation finds no element', () => {
    expect(() => peppolInvoice((document) => void find(document, 'cac:Nothing'))).toThrow(/has no/);
  });
});
