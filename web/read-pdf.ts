import { readEmbedded } from '../src/modules/rendering/embedded/index.ts';
import type { Embedded } from './worker-messages.ts';

/**
 * Extracts the invoice from a hybrid PDF with the same selection as the service, or returns why there is no invoice.
 *
 * @param limit size of the XML in bytes
 */
export async function readPdf(pdf: Uint8Array, limit: number): Promise<Embedded> {
  const found = await readEmbedded(pdf, { bytes: 4 * limit, xml: { bytes: limit } });
  if (typeof found === 'string') return { unread: found };
  return { name: found.file.name, bytes: found.file.bytes, others: found.others };
}
