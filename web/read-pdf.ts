import { readEmbedded } from '../src/modules/rendering/embedded/index.ts';
import type { Embedded } from './worker-messages.ts';

/**
 * The invoice in a hybrid PDF, the same file of it that the service reads, or why none is read.
 *
 * @param limit of the XML, in bytes
 */
export async function readPdf(pdf: Uint8Array, limit: number): Promise<Embedded> {
  const found = await readEmbedded(pdf, { bytes: 4 * limit, xml: { bytes: limit } });
  if (typeof found === 'string') return { unread: found };
  return { name: found.file.name, bytes: found.file.bytes, others: found.others };
}
