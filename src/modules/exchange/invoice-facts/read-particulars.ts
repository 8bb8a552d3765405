import { parseXml, type XmlLimits } from '@e-invoice/schematron/xml';
import { isIban } from '@e-invoice/validator/check-digits';
import { findInvoice, type Identifier, type Payment, readInvoice } from '@e-invoice/validator/invoice';
import { type Addressing, addressingOf } from '../envelope/index.ts';
import { taxDataOf } from '../tax-data/index.ts';

export type PartyParticulars = {
  readonly endpoint: Identifier | null;
  readonly vatId: string | null;
  readonly country: string | null;
};

/** Plain values; null where the invoice omits them. */
export type Particulars = {
  readonly sizeBytes: number;
  readonly encoding: string;
  readonly addressing: Omit<Addressing, 'content'>;
  readonly seller: PartyParticulars;
  readonly buyer: PartyParticulars;
  readonly currency: string | null;
  readonly vatCurrency: string | null;
  /** BT-111. */
  readonly vatInVatCurrency: string | null;
  /** BT-72; with several deliveries, only the one at document level. */
  readonly deliveryDate: string | null;
  readonly precedingInvoices: number;
  readonly vatCategories: readonly string[];
  /** BT-115. */
  readonly due: string | null;
  /** Valid IBANs to pay to (BT-84), without spaces, deduplicated, at most `MAX_ACCOUNTS`. */
  readonly accounts: readonly string[];
  /** Embedded files. */
  readonly attachments: readonly { readonly mimeCode: string | null; readonly characters: number }[];
  readonly taxData: {
    readonly documentUuid: string | null;
    readonly missing: readonly string[];
    readonly reported: number;
    readonly dropped: number;
  };
};

/**
 * Reads a UBL invoice or credit note, bare or in an envelope.
 *
 * @returns null when the bytes are not such a document
 */
export function readParticulars(bytes: Uint8Array, limits: Partial<XmlLimits> = {}): Particulars | null {
  const parsed = parseXml(bytes, { limits });
  if (!parsed.ok) return null;
  const { document } = parsed;
  const root = findInvoice(document);
  const read = root === null ? null : readInvoice(root);
  const addressing = addressingOf(document);
  const taxData = taxDataOf(document, { role: 'C2', at: 0 });
  if (read?.syntax !== 'ubl' || addressing === null || taxData === null) return null;
  const { invoice } = read;
  const { content: _, ...address } = addressing;
  const party = (of: typeof invoice.seller | typeof invoice.buyer): PartyParticulars => ({
    endpoint: of?.endpoint ?? null,
    vatId: of?.vatId ?? null,
    country: of?.address?.country ?? null,
  });
  return {
    sizeBytes: bytes.length,
    encoding: parsed.encoding,
    addressing: address,
    seller: party(invoice.seller),
    buyer: party(invoice.buyer),
    currency: invoice.currency,
    vatCurrency: invoice.vatCurrency,
    vatInVatCurrency: invoice.vatTotalInVatCurrency,
    deliveryDate: invoice.delivery?.date ?? null,
    precedingInvoices: invoice.precedingInvoices.length,
    vatCategories: [...new Set(invoice.vatBreakdown.flatMap(({ category }) => category ?? []))],
    due: invoice.totals?.due ?? null,
    accounts: accountsOf(invoice.payments),
    attachments: invoice.attachments.flatMap(({ file }) =>
      file === null ? [] : [{ mimeCode: file.mimeCode, characters: file.content.length }],
    ),
    taxData: {
      documentUuid: taxData.documentUuid,
      missing: taxData.missing,
      reported: taxData.reported.length,
      dropped: taxData.dropped.length,
    },
  };
}

/** Real invoices have fewer. */
const MAX_ACCOUNTS = 5;

function accountsOf(payments: readonly Payment[]): string[] {
  const found = payments.map(({ account }) => account?.id?.replaceAll(/\s/g, '').toUpperCase() ?? '');
  return [...new Set(found.filter(isIban))].slice(0, MAX_ACCOUNTS);
}
