import { convertInvoice, semanticDigest } from '../invoice/index.ts';
import { SEMANTIC_DIGEST_VERSION } from '../issues/index.ts';
import { openInvoice } from './open-invoice.ts';
import type { ConversionResult, ReadingOptions, Syntax } from './result.ts';

/**
 * Converts a UBL or CII invoice, bare or in an envelope. An invoice that has the requested syntax stays as it is,
 * without its envelope.
 *
 * @returns null for a file that is not an invoice
 */
export function convertFile(
  bytes: Uint8Array,
  to: Syntax,
  { limits = {}, sha256 }: ReadingOptions = {},
): ConversionResult | null {
  const source = openInvoice(bytes, limits);
  if (source === null) return null;
  const { read, text } = source;
  const { xml, lost } = read.syntax === to ? { xml: text(), lost: [] } : convertInvoice(read, to);
  return {
    xml,
    to,
    semantic_digest: semanticDigest(read, sha256),
    semantic_digest_version: SEMANTIC_DIGEST_VERSION,
    lost: lost.map(({ businessTerm, path, value }) => ({ business_term: businessTerm, path, value })),
  };
}
