import { writeUbl } from '@e-invoice/validator/invoice';
import { DraftInvoice } from '../../src/preview/index.ts';
import { toInvoice } from '../../src/preview/to-invoice.ts';
import { type Printer, renderInvoice } from '../../src/render/index.ts';
import { toShown } from '../../src/render/shown.ts';
import { LEAST } from '../preview/drafts.ts';
import { patient } from '../support/renderers.ts';

export const PAID = { sellerIban: 'SK3112000000198742637541', dueDate: '2027-01-29', variableSymbol: '20270001' };
/** An invoice as XML: the least draft with these fields. */
export const draft = (fields: object = {}): string =>
  writeUbl(toInvoice(DraftInvoice.parse({ ...LEAST, ...fields })).invoice);
export const AT = Date.UTC(2026, 10, 21, 12);

/** Prints an invoice; `change` is made to its page first. */
export async function print(
  printer: Printer,
  xml: string,
  language: 'sk' | 'en' = 'sk',
  change = (html: string) => html,
  caller = patient,
): Promise<Buffer> {
  const bytes = Buffer.from(xml);
  const rendered = renderInvoice(bytes, { language, issues: null });
  const shown = toShown({ ...rendered, html: change(rendered.html) });
  return Buffer.from(await printer.print({ rendered: shown, xml: bytes, language, at: AT }, caller));
}

/** So many lines of a draft. */
export const lines = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    ...LEAST.lines[0]!,
    description: `Položka ${index + 1}${index % 5 === 2 ? ', ktorej opis je dlhší než jeden riadok, a preto sa musí zalomiť' : ''}`,
    quantity: String(1 + ((index * 7) % 13)),
  }));
