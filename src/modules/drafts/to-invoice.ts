import { ZERO } from '@e-invoice/schematron/decimal';
import type { Invoice, InvoiceLine } from '@e-invoice/validator/invoice';
import { sum, toAmount, toLineAmounts } from './amounts.ts';
import { type DraftInvoice, includesVat, isCreditNote } from './draft.ts';
import { toAddress, toBuyer, toSeller, written } from './parties.ts';
import { type Reconciled, reconcile } from './reconcile.ts';
import { type PricedLine, type RateTotals, type Totals, toTotals } from './totals.ts';
import { toUnitCode } from './units.data.ts';
import { chooseVatCategory } from './vat-category.ts';

type DraftedInvoice = {
  readonly invoice: Invoice;
  readonly totals: Totals;
  /** How stated totals and lines were reconciled; null if the draft requires no reconciliation. */
  readonly reconciliation: Reconciled['result'] | null;
};

/** BT-24 and BT-23 of Peppol BIS Billing or Self-Billing. */
const peppolOf = (name: 'billing' | 'selfbilling') => ({
  customization: `urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:${name}:3.0`,
  process: `urn:fdc:peppol.eu:2017:poacc:${name}:01:1.0`,
});

/** UNTDID 1001. */
const TYPES = { invoice: '380', creditnote: '381', prepayment: '386', selfbilling: '389' } as const;

/** § 74 ods. 1: required text on an invoice issued by the buyer. */
const SELF_BILLED = 'vyhotovenie faktúry odberateľom';

/** The draft's notes and the texts that the law requires. */
function notesOf({ kind, note }: DraftInvoice): Invoice['notes'] {
  const noteText = written(note);
  const isSelfBillingNoted = /odberate[lľ]om|self-?billing|samofaktur/i.test(noteText ?? '');
  // Peppol permits only one note (PEPPOL-EN16931-R002).
  const texts = [noteText, kind === 'selfbilling' && !isSelfBillingNoted ? SELF_BILLED : null].filter(
    (text) => text !== null,
  );
  return texts.length === 0 ? [] : [{ subject: null, text: texts.join('\n') }];
}

/** Converts the draft into a Peppol BIS Billing invoice, with totals computed bottom-up as in EN 16931. */
export function toInvoice(draft: DraftInvoice): DraftedInvoice {
  const priced: PricedLine[] = draft.lines.map((line) => ({
    draft: line,
    amounts: toLineAmounts(line, includesVat(draft)),
    vat: chooseVatCategory(line, draft),
  }));
  const computed = toTotals(priced, draft);
  const reconciled = reconcile(priced, computed, draft);
  const { lines, totals } = reconciled ?? { lines: priced, totals: computed };
  const bridges = totals.rates.filter(({ bridge }) => !bridge.isZero());
  const charges = bridges.filter(({ bridge }) => bridge.compare(ZERO) > 0);
  const allowances = bridges.filter(({ bridge }) => bridge.compare(ZERO) < 0);
  const hasNoVat = lines.some(({ vat }) => vat.category === 'O');
  const invoice: Invoice = {
    ...NOTHING,
    ...peppolOf(draft.kind === 'selfbilling' ? 'selfbilling' : 'billing'),
    kind: isCreditNote(draft) ? 'creditnote' : 'invoice',
    number: written(draft.invoiceNumber),
    issueDate: draft.issueDate,
    dueDate: draft.dueDate ?? null,
    typeCode: TYPES[draft.kind],
    notes: notesOf(draft),
    taxPointDate: draft.taxPointDate ?? null,
    currency: draft.currency,
    vatCurrency: totals.vatInEuro === null ? null : 'EUR',
    buyerReference: written(draft.buyerReference),
    order: written(draft.orderReference),
    precedingInvoices:
      written(draft.precedingInvoice) === null
        ? []
        : [{ number: draft.precedingInvoice!.trim(), issueDate: draft.precedingInvoiceDate ?? null }],
    seller: toSeller(draft, hasNoVat),
    buyer: toBuyer(draft, hasNoVat),
    delivery: toDelivery(draft, lines),
    // BR-CO-25: an amount due requires a due date or payment terms.
    paymentTerms: draft.dueDate === undefined ? 'Splatnosť podľa dohody' : null,
    payments: toPayments(draft),
    charges: charges.map((rate) => toBridge(rate, 'ZZZ')),
    allowances: allowances.map((rate) => toBridge(rate, '104')),
    vatTotal: toAmount(totals.vat),
    vatTotalInVatCurrency: totals.vatInEuro === null ? null : toAmount(totals.vatInEuro),
    vatBreakdown: totals.rates.map(({ decision, taxableAmount, vatAmount }) => ({
      taxableAmount: toAmount(taxableAmount),
      taxAmount: toAmount(vatAmount),
      category: decision.category,
      rate: decision.rate,
      exemptionReason: decision.exemption?.reason ?? null,
      exemptionCode: decision.exemption?.code ?? null,
    })),
    totals: {
      lines: toAmount(totals.lines),
      withoutVat: toAmount(totals.withoutVat),
      withVat: toAmount(totals.withVat),
      allowances: allowances.length === 0 ? null : toAmount(sum(allowances.map(({ bridge }) => bridge.negate()))),
      charges: charges.length === 0 ? null : toAmount(sum(charges.map(({ bridge }) => bridge))),
      prepaid: totals.paid.isZero() ? null : toAmount(totals.paid),
      rounding: totals.rounding.isZero() ? null : toAmount(totals.rounding),
      due: toAmount(totals.due),
    },
    lines: lines.map((line, index) => toLine(line, String(index + 1))),
  };
  return { invoice, totals, reconciliation: reconciled?.result ?? null };
}

const toBridge = ({ decision, bridge }: RateTotals, reasonCode: string): Invoice['charges'][number] => ({
  amount: toAmount(bridge.abs()),
  baseAmount: null,
  percent: null,
  vatCategory: decision.category,
  vatRate: decision.rate,
  reason: 'Zaokrúhlenie základu dane pri cenách s DPH',
  reasonCode,
});

function toLine({ draft, amounts, vat }: PricedLine, id: string): InvoiceLine {
  const { discount } = amounts;
  return {
    id,
    note: null,
    quantity: { value: amounts.quantity.toString(), unit: toUnitCode(draft.unit) },
    netAmount: toAmount(amounts.net),
    accountingReference: null,
    period: null,
    orderLine: null,
    object: null,
    allowances:
      discount === null
        ? []
        : [
            {
              amount: toAmount(discount.amount),
              baseAmount: discount.percent === null ? null : toAmount(discount.base),
              percent: discount.percent?.toString() ?? null,
              reason: 'Zľava',
              reasonCode: '95',
            },
          ],
    charges: [],
    price: { net: amounts.price.toString(), baseQuantity: null, discount: null, gross: null },
    vat: { category: vat.category, rate: vat.rate },
    item: {
      name: written(draft.description),
      description: null,
      sellerId: null,
      buyerId: null,
      standardId: null,
      classifications: [],
      originCountry: null,
      attributes: [],
    },
  };
}

/** BR-IC-11 and BR-IC-12: an intra-Community supply requires delivery date and country. */
function toDelivery(draft: DraftInvoice, lines: readonly PricedLine[]): Invoice['delivery'] {
  const goesAbroad = lines.some(({ vat }) => vat.category === 'K');
  if (draft.deliveryDate === undefined && !goesAbroad) return null;
  return {
    name: null,
    locationId: null,
    date: draft.deliveryDate ?? draft.issueDate,
    address: goesAbroad ? toAddress(draft.buyerAddress) : null,
  };
}

/** Variable symbol: the stated one, otherwise the digits of the invoice number if they fit. */
export function variableSymbolOf({ variableSymbol, invoiceNumber }: DraftInvoice): string | null {
  const digits = written(variableSymbol) ?? invoiceNumber.replace(/\D/g, '');
  return /^\d{1,10}$/.test(digits) ? digits : null;
}

function toPayments(draft: DraftInvoice): Invoice['payments'] {
  const iban = written(draft.sellerIban)?.replace(/\s/g, '').toUpperCase() ?? null;
  const transfer = draft.currency === 'EUR' ? '58' : '30';
  const code = written(draft.paymentMeansCode) ?? (iban === null ? null : transfer);
  if (code === null) {
    // UBL credit notes have the due date in the payment means; code 1 of UNTDID 4461 means "not defined".
    const dated = isCreditNote(draft) && draft.dueDate !== undefined;
    return dated ? [{ code: '1', name: null, remittance: null, account: null, card: null, mandate: null }] : [];
  }
  const account = iban === null ? null : { id: iban, name: null, bic: null };
  return [{ code, name: null, remittance: variableSymbolOf(draft), account, card: null, mandate: null }];
}

const NOTHING = {
  accountingReference: null,
  period: null,
  taxPointCode: null,
  salesOrder: null,
  despatchAdvice: null,
  receivingAdvice: null,
  tender: null,
  contract: null,
  object: null,
  project: null,
  attachments: [],
  creditorId: null,
  payee: null,
  taxRepresentative: null,
} as const;
