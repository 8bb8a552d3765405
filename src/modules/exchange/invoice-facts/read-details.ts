import { parseXml, type XmlLimits } from '@e-invoice/schematron/xml';
import { findInvoice, type Invoice, readInvoice } from '@e-invoice/validator/invoice';
import { shorten } from '../../../lib/plain-text.ts';

/** Legal identifiers of a party. Values as written; null where the invoice omits them. */
type PartyDetails = {
  /** BT-27 or BT-44. */
  readonly name: string | null;
  /** BT-30 or BT-47: in Slovakia the IČO. */
  readonly company_id: string | null;
  /** BT-32: in Slovakia the DIČ. The buyer has no such term. */
  readonly tax_id: string | null;
  /** BT-31 or BT-48: in Slovakia the IČ DPH. */
  readonly vat_id: string | null;
  /** BT-40 or BT-55. */
  readonly country: string | null;
};

/** Details of an invoice that a report shows in addition to its summary. */
export type InvoiceDetails = {
  readonly seller: PartyDetails;
  readonly buyer: PartyDetails;
  /** BG-23 as written, in the invoice currency. */
  readonly vat_breakdown: readonly {
    readonly category: string | null;
    readonly rate: string | null;
    readonly taxable_amount: string | null;
    readonly tax_amount: string | null;
  }[];
  /** BT-109, BT-110, BT-112. */
  readonly without_vat: string | null;
  readonly vat: string | null;
  readonly with_vat: string | null;
  /** BT-113, BT-114. */
  readonly prepaid: string | null;
  readonly rounding: string | null;
  /** BT-6, BT-111: the VAT accounting currency when it differs from the invoice currency, and the VAT total in it. */
  readonly vat_currency: string | null;
  readonly vat_in_vat_currency: string | null;
  /** BT-3. */
  readonly type_code: string | null;
};

/** Rows of a VAT breakdown; real invoices have far fewer. */
const MAX_ROWS = 50;
/** Enough for any name or identifier; longer values are truncated and end with an ellipsis. */
const MAX_CHARACTERS = 200;

/**
 * Reads parties and VAT of an invoice or credit note (UBL, CII), bare or in an envelope, including invalid documents.
 *
 * @returns null when the bytes are not such a document
 */
export function readDetails(bytes: Uint8Array, limits: Partial<XmlLimits> = {}): InvoiceDetails | null {
  const parsed = parseXml(bytes, { limits });
  if (!parsed.ok) return null;
  const root = findInvoice(parsed.document);
  const read = root === null ? null : readInvoice(root);
  if (read === null) return null;
  const { seller, buyer, vatBreakdown, totals, vatTotal, vatCurrency, vatTotalInVatCurrency, typeCode } = read.invoice;
  return {
    seller: partyOf(seller, seller?.taxRegistration?.id ?? null),
    buyer: partyOf(buyer, null),
    vat_breakdown: vatBreakdown.slice(0, MAX_ROWS).map(({ category, rate, taxableAmount, taxAmount }) => ({
      category: cut(category),
      rate: cut(rate),
      taxable_amount: cut(taxableAmount),
      tax_amount: cut(taxAmount),
    })),
    without_vat: cut(totals?.withoutVat ?? null),
    vat: cut(vatTotal),
    with_vat: cut(totals?.withVat ?? null),
    prepaid: cut(totals?.prepaid ?? null),
    rounding: cut(totals?.rounding ?? null),
    vat_currency: cut(vatCurrency),
    vat_in_vat_currency: cut(vatTotalInVatCurrency),
    type_code: cut(typeCode),
  };
}

const partyOf = (party: Invoice['seller'] | Invoice['buyer'], taxId: string | null): PartyDetails => ({
  name: cut(party?.name ?? null),
  company_id: cut(party?.legalId?.value ?? null),
  tax_id: cut(taxId),
  vat_id: cut(party?.vatId ?? null),
  country: cut(party?.address?.country ?? null),
});

const cut = (text: string | null): string | null => (text === null ? null : shorten(text, MAX_CHARACTERS));
