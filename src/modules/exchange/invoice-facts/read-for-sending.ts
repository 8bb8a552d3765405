import { parseXml, type XmlLimits } from '@e-invoice/schematron/xml';
import { type Addressing, addressingOf } from '../envelope/index.ts';
import { reportOf } from '../tax-data/index.ts';

/** Values that the preparation of a send needs, read in one pass over the document. */
export type ForSending = {
  readonly addressing: Addressing;
  /**
   * Tax office identifier of the document (ID-BDID-01); null when the file is not an invoice or lacks a required
   * value.
   */
  readonly documentUuid: string | null;
  /** The tax data document (SK TDD 1.0.0); null when no report is due or required values are missing. */
  readonly taxData: Uint8Array | null;
};

/**
 * Reads the values that the preparation of a send needs from a UBL document, bare or in an envelope.
 *
 * @param at time of the tax report, milliseconds since the epoch
 * @returns null when the bytes are not such a document
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
  // Only access points of Slovak sellers report sent documents to the Slovak tax office (facts: C2).
  const isTold = report.sellerCountry === 'SK' && report.missing.length === 0;
  return {
    addressing,
    documentUuid: report.documentUuid,
    taxData: isTold ? new TextEncoder().encode(report.xml) : null,
  };
}
