/** An ordinary Slovak invoice of four lines, written by the draft editor. */
import { writeUbl } from '@e-invoice/validator/invoice';
import { expect } from 'vitest';
import { DraftInvoice } from '../../../src/modules/drafts/index.ts';
import { toInvoice } from '../../../src/modules/drafts/to-invoice.ts';
import { LEAST } from '../../drafts/drafts.ts';

export const line = (description: string, quantity: string, unitPrice: string, vatRate: string, discount?: string) => ({
  description,
  quantity,
  unit: 'ks',
  unitPrice,
  vatRate,
  ...(discount !== undefined && { discount }),
});
/** Data that Slovak law requires of both parties. */
export const PARTIES = {
  sellerIcDph: 'SK2020317068',
  sellerIco: '31322832',
  sellerAddress: { street: 'Hodžova 1178/12', city: 'Poprad', postalCode: '058 01', countryCode: 'SK' },
  sellerIban: 'SK3112000000198742637541',
  sellerRegisterEntry: 'Okresný súd Prešov, oddiel Sro, vložka č. 12345/P',
  buyerDic: '2020270604',
  buyerIco: '35763469',
  buyerAddress: { street: 'Mlynské nivy 44/a', city: 'Bratislava', postalCode: '821 09', countryCode: 'SK' },
  dueDate: '2027-01-29',
  deliveryDate: '2027-01-12',
};
export const xmlOf = (lines: readonly object[]): string =>
  writeUbl(toInvoice(DraftInvoice.parse({ ...LEAST, ...PARTIES, lines })).invoice);
const ORDINARY = [
  line('Oprava čerpadla', '1', '255.00', '23'),
  line('Ložisko', '12', '6.85', '23', '10%'),
  line('Práca technika', '3.5', '38.00', '23'),
  line('Príručka údržby', '2', '14.10', '5'),
];
export const INVOICE = xmlOf(ORDINARY);

export type Replacement = readonly [from: string | RegExp, to: string];

/** The invoice after each replacement, applied once in order. */
export function damaged(...replacements: readonly Replacement[]): string {
  let xml = INVOICE;
  for (const [from, to] of replacements) {
    const changed = xml.replace(from, to);
    expect(changed, String(from)).not.toBe(xml);
    xml = changed;
  }
  return xml;
}
