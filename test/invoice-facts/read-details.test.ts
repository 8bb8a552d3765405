import { expect, it } from 'vitest';
import { readDetails } from '../../src/modules/exchange/invoice-facts/index.ts';
import { makeInvoice, text } from '../support/invoice-builder.ts';

const NAME = 'cac:AccountingSupplierParty/cac:Party/cac:PartyLegalEntity/cbc:RegistrationName';
const nameIn = (name: string): string | null | undefined =>
  readDetails(Buffer.from(makeInvoice(text(NAME, name))))?.seller.name;

it('a name is told as it is; one longer than any is cut, and says so (BT-27)', () => {
  expect(nameIn('Š'.repeat(200))).toBe('Š'.repeat(200));
  expect(nameIn('Š'.repeat(201))).toBe(`${'Š'.repeat(199)}…`);
  // No half of a character is left.
  expect(nameIn(`${'Š'.repeat(198)}😀Š`)).toBe(`${'Š'.repeat(198)}…`);
});
