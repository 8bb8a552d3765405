import { expect, it } from 'vitest';
import { readDetails } from '../../src/modules/exchange/invoice-facts/index.ts';
import { makeInvoice, text } from '../support/invoice-builder.ts';

const NAME = 'cac:AccountingSupplierParty/cac:Party/cac:PartyLegalEntity/cbc:RegistrationName';
const nameIn = (name: string): string | null | undefined =>
  readDetails(Buffer.from(makeInvoice(text(NAME, name))))?.seller.name;

it('returns a name as written and truncates a very long one with an ellipsis (BT-27)', () => {
  expect(nameIn('Š'.repeat(200))).toBe('Š'.repeat(200));
  expect(nameIn('Š'.repeat(201))).toBe(`${'Š'.repeat(199)}…`);
  // Does not split surrogate pairs.
  expect(nameIn(`${'Š'.repeat(198)}😀Š`)).toBe(`${'Š'.repeat(198)}…`);
});
