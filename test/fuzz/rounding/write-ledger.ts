import { parseDecimal } from '@e-invoice/schematron/decimal';
import { type Invoice, writeUbl } from '@e-invoice/validator/invoice';
import type { RoundedInvoice, RoundingRequest } from '@e-invoice/validator/rounding';
import { DraftInvoice } from '../../../src/modules/drafts/index.ts';
import { toInvoice } from '../../../src/modules/drafts/to-invoice.ts';
import { LEAST } from '../../drafts/drafts.ts';
import { line, PARTIES } from '../../validation/root-causes/slovak-invoice.ts';

const REASON = { E: 'oslobodené od dane podľa § 28 až § 42 zákona o DPH' };

/** The numbers of a ledger as a Slovak Peppol invoice. */
export function writeLedger(request: RoundingRequest, rounded: RoundedInvoice): string {
  const { invoice } = toInvoice(DraftInvoice.parse({ ...LEAST, ...PARTIES, lines: [line('Tovar', '1', '1', '23')] }));
  const [template] = invoice.lines;
  const isZero = (text: string): boolean => parseDecimal(text)!.isZero();
  const stated = (text: string): string | null => (isZero(text) ? null : text);
  type Charge = Invoice['charges'][number];
  const toCharge = (amount: string, category: string, rate: string | null, isCharge: boolean): Charge => ({
    amount: amount.replace('-', ''),
    baseAmount: null,
    percent: null,
    vatCategory: category,
    vatRate: rate,
    reason: isCharge ? 'Doprava' : 'Zľava',
    reasonCode: isCharge ? 'FC' : '95',
  });
  const parts = [
    ...(request.allowances ?? []).map(({ amount, isCharge = false, category = 'S', rate = null }) => ({
      isCharge,
      charge: toCharge(amount, category, rate, isCharge),
    })),
    ...rounded.rates
      .filter(({ adjustment }) => !isZero(adjustment))
      .map(({ adjustment, category, rate }) => {
        const isCharge = !adjustment.startsWith('-');
        return { isCharge, charge: toCharge(adjustment, category, rate, isCharge) };
      }),
  ];
  return writeUbl({
    ...invoice,
    charges: parts.filter(({ isCharge }) => isCharge).map(({ charge }) => charge),
    allowances: parts.filter(({ isCharge }) => !isCharge).map(({ charge }) => charge),
    vatTotal: rounded.vat,
    vatBreakdown: rounded.rates.map(({ taxable, vat, category, rate }) => ({
      taxableAmount: taxable,
      taxAmount: vat,
      category,
      rate,
      exemptionReason: category === 'E' ? REASON.E : null,
      exemptionCode: null,
    })),
    totals: {
      lines: rounded.lineTotal,
      withoutVat: rounded.taxable,
      withVat: rounded.gross,
      allowances: stated(rounded.allowances),
      charges: stated(rounded.charges),
      prepaid: stated(rounded.prepaid),
      rounding: stated(rounded.rounding),
      due: rounded.due,
    },
    lines: rounded.lines.map(({ amount, price, discount }, index) => {
      const { quantity, baseQuantity, category = 'S', rate = null } = request.lines[index]!;
      const reduced = { amount: discount, baseAmount: null, percent: null, reason: 'Zľava', reasonCode: '95' };
      return {
        ...template!,
        id: String(index + 1),
        quantity: { value: quantity, unit: 'H87' },
        netAmount: amount,
        allowances: isZero(discount) ? [] : [reduced],
        price: {
          net: price,
          baseQuantity: baseQuantity === undefined ? null : { value: baseQuantity, unit: 'H87' },
          discount: null,
          gross: null,
        },
        vat: { category, rate },
      };
    }),
  });
}
