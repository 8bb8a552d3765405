import { writeUbl } from '@e-invoice/validator/invoice';
import { DraftInvoice } from '../../src/modules/drafts/index.ts';
import { toInvoice } from '../../src/modules/drafts/to-invoice.ts';
import { type Printer, renderInvoice } from '../../src/modules/rendering/index.ts';
import { toShown } from '../../src/modules/rendering/render-metadata.ts';
import { LEAST } from '../drafts/drafts.ts';
import { withoutTimeout } from '../support/renderers.ts';

export const PAID = { sellerIban: 'SK3112000000198742637541', dueDate: '2027-01-29', variableSymbol: '20270001' };
/** Returns the XML of a minimal draft with these fields. */
export const draft = (fields: object = {}): string =>
  writeUbl(toInvoice(DraftInvoice.parse({ ...LEAST, ...fields })).invoice);
/** A typical invoice: four lines with two rates, addresses, all identifiers, a contact, terms and a note. */
export const ORDINARY = {
  sellerIcDph: 'SK2020317068',
  sellerIco: '31322832',
  sellerAddress: { street: 'Hodžova 1178/12', city: 'Poprad', postalCode: '058 01', countryCode: 'SK' },
  sellerRegisterEntry: 'Okresný súd Prešov, oddiel Sro, vložka č. 12345/P',
  buyerDic: '2020270604',
  buyerIcDph: 'SK2020270604',
  buyerIco: '35763469',
  buyerAddress: { street: 'Mlynské nivy 44/a', city: 'Bratislava', postalCode: '821 09', countryCode: 'SK' },
  deliveryDate: '2027-01-12',
  note: 'Tovar zostáva do úplného zaplatenia majetkom predávajúceho. Pri omeškaní účtujeme zákonný úrok z omeškania.',
  lines: [
    { description: 'Oprava čerpadla Grundfos CR 32-4', quantity: '1', unit: 'ks', unitPrice: '255.00', vatRate: '23' },
    { description: 'Ložisko 6204-2RSH', quantity: '12', unit: 'ks', unitPrice: '6.85', vatRate: '23', discount: '10%' },
    {
      description: 'Práca servisného technika vrátane dopravy na miesto výkonu v Bratislave',
      quantity: '3.5',
      unit: 'hod',
      unitPrice: '38.00',
      vatRate: '23',
    },
    { description: 'Odborná príručka údržby', quantity: '2', unit: 'ks', unitPrice: '14.10', vatRate: '5' },
  ],
  contact:
    '<cac:Contact><cbc:Name>Jana Kováčová</cbc:Name><cbc:Telephone>+421 52 123 456</cbc:Telephone><cbc:ElectronicMail>fakturacia@strojaren.example</cbc:ElectronicMail></cac:Contact>',
};
export const AT = Date.UTC(2026, 10, 21, 12);

/** Prints an invoice; `change` modifies its page first. */
export async function print(
  printer: Printer,
  xml: string,
  language: 'sk' | 'en' = 'sk',
  change = (html: string) => html,
  caller = withoutTimeout,
): Promise<Buffer> {
  const bytes = Buffer.from(xml);
  const rendered = renderInvoice(bytes, { language, issues: null });
  const shown = toShown({ ...rendered, html: change(rendered.html) });
  return Buffer.from(await printer.print({ rendered: shown, xml: bytes, language, at: AT }, caller));
}

/** Returns `count` draft lines. */
export const lines = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    ...LEAST.lines[0]!,
    description: `Položka ${index + 1}${index % 5 === 2 ? ', ktorej opis je dlhší než jeden riadok, a preto sa musí zalomiť' : ''}`,
    quantity: String(1 + ((index * 7) % 13)),
  }));
