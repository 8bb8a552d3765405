import { parseXml, type XmlLimits } from '@e-invoice/schematron/xml';
import { type Addressing, addressingOf } from '../envelope/index.ts';
import { reportOf } from '../tax-data/index.ts';

/** What a preparation takes from a document: all of one reading. */
export type ForSending = {
  readonly addressing: Addressing;
  /** Of the document at the tax office (ID-BDID-01); null when it is no invoice, or does not say enough for it. */
  readonly documentUuid: string | null;
  /** What the tax office will be told (SK TDD 1.0.0); null where it is told nothing, or too little is known. */
  readonly taxData: Uint8Array | null;
};

/**
 * Reads what a preparation needs of a UBL document, bare or in an envelope.
 *
 * @param at of the report to the tax office, milliseconds since the epoch
 * @returns null when the bytes are no such document
 */
export function readForSending(
  bytes: Uint8Array,
  { at, limits = {} }: { readonly at: number; readonly limits?: Partial<XmlLimits> },
): ForSending | null {
  const parsed = parseXml(bytes, { limits });
  if (!parsed.ok) return null;
  const { document } = parsed;
  const addressing = addressingOf(document);
  if (addressing === null) return null;
  const report = reportOf(document, { role: 'C2', at });
  if (report === null) return { addressing, documentUuid: null, taxData: null };
  // Only the access points of Slovak sellers tell the Slovak tax office of what they send (facts: C2).
  const isTold = report.sellerCountry === 'SK' && report.missing.length === 0;
  return {
    addressing,
    documentUuid: report.documentUuid,
    taxData: isTold ? new TextEncoder().encode(report.xml) : null,
  };
}
